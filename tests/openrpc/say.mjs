// A line about `name`, `ok` or `FAILED` in front, and what look() found below.
const shown_max = 10;

export async function say(name, claim, look, more = () => '') {
    let found;
    try {
        found = await look();
    } catch (error) {
        found = [error.message ?? String(error)];
    }
    console.log(`${found.length ? 'FAILED' : 'ok'}: ${name}: ${claim}${more()}`);
    for (const fault of found.slice(0, shown_max)) console.log(`    ${fault.split('\n')[0]}`);
    if (found.length > shown_max) console.log(`    and ${found.length - shown_max} more`);
}

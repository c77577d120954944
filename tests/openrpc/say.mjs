// Prints `ok` or `FAILED`, the name and the claim in a line, then the errors found by look().
const shown_max = 10;

export async function say(name, claim, look, more = () => '') {
    let found;
    try {
        found = await look();
    } catch (error) {
        found = [error.message ?? String(error)];
    }
    console.log(`${found.length ? 'FAILED' : 'ok'}: ${name}: ${claim}${more()}`);
    for (const error of found.slice(0, shown_max)) console.log(`    ${error.split('\n')[0]}`);
    if (found.length > shown_max) console.log(`    and ${found.length - shown_max} more`);
}

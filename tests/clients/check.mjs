// Claims are functions that throw if they fail. Prints a line for each failure and a summary.
import assert from 'node:assert/strict';

export async function check(name, claims) {
    let failed = 0;
    for (const [claim, holds] of Object.entries(claims)) {
        try {
            await holds();
        } catch (error) {
            ++failed;
            console.log(`    ${name}: ${claim}: ${error.stack}`);
        }
    }
    const count = Object.keys(claims).length;
    console.log(`${name}, node ${process.versions.node}: ${count - failed} of ${count}`);
    process.exitCode = failed ? 1 : 0;
}

export async function failure(promise) {
    try {
        await promise;
    } catch (error) {
        return error;
    }
    assert.fail('the call did not fail');
}

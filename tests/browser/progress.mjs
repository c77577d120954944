// The progress of a call, as it is reported.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

const report = '.response p:text-matches("^[0-9]+ of 500 · <b>step</b> [0-9]+$")';

await check('the progress of a call', async (at) => {
    await at.open('#nasty.steps?params={"count":500}');
    await at.click('form .main');
    const bar = at.page.locator('progress.known');
    await at.page.waitForSelector(report);
    assert.deepEqual(await bar.evaluate((one) => [one.max, one.value > 0]), [500, true]);
    await at.click('text=/^Cancel,/');
    assert.equal(await at.response(), 'Cancelled');
    assert.equal(await bar.count(), 0);
    await at.fill(at.field('count'), '2');
    await at.page.waitForFunction(async () => {  // the function has seen it
        const body = '{"jsonrpc":"2.0","method":"nasty.steps","params":[0],"id":1}';
        const headers = {'Content-Type': 'application/json'};
        return (await (await fetch('../api', {method: 'POST', headers, body})).json()).result === 1;
    });
    await at.send();
    assert.equal(await at.text('.response .tree'), '1');
    await at.fill(at.field('count'), '1');
    await at.click('form .main');
    await at.page.waitForSelector('.response p:text-is("1")');
    assert.equal(await bar.count(), 0, 'without a total');
    assert.equal(await at.response(), 'Result');
});

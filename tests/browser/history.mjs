// The history: calls that were sent, and are run again.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {check} from './page.mjs';

const entries = (at) => at.page.locator('.entries li');
const is_named = (at) => at.page.evaluate(() => document.activeElement.ariaLabel);
const key = 'callbox history /api';
const kept = (at) => at.page.evaluate((name) => JSON.parse(localStorage.getItem(name)), key);
// As another tab or an older page left it.
async function begin(at, all) {
    await at.open('');
    await at.page.evaluate(([name, text]) => localStorage.setItem(name, text),
        [key, JSON.stringify(all)]);
    await at.open('#/history');
}
const call = (i, more) => ({at: 1e12 + i, failed: false, ms: i, summary: `${i}`,
    text: `{"jsonrpc": "2.0", "id": ${i}, "method": "same", "params": [${i}]}`, ...more});

await check('history shows outcome, duration and the beginning of the response', async (at) => {
    await at.open('#math.div?params=[1,8]');
    await at.send();
    await at.open('#math.div?params=[1,0]', true);
    await at.send();
    const long = encodeURIComponent(`["${'long '.repeat(40)}"]`);
    await at.open(`#type.same_json?params=${long}`, true);
    await at.page.waitForSelector('h1:text-is("type.same_json")');
    await at.send();
    await at.open('#/history', true);
    const lines = await entries(at).allInnerTexts();
    assert.match(lines[0], /^done[^]*type\.same_json[^]* ms\s[^]*"(long ){15}lon?g? ?…$/);
    assert.match(lines[1],
        /^Error 1\s[^]*math\.div[^]* \d+ ms\s[^]*\[1,0\]\s[^]*Error .*division by zero/);
    assert.match(lines[2], /^done[^]*math\.div[^]* \d+ ms\s[^]*\[1,8\]\s+0\.125$/);
    const [{summary, ms}] = await kept(at);
    assert.equal(summary.length, 81, 'with …');
    assert.ok(ms >= 0);
    assert.match(await at.text('main'),
        /the beginning of each response\. Stored in this browser only/);
});

await check('a declared error is no failure in the history', async (at) => {
    const responses = [{result: 1}, {error: {code: 404, message: 'not found'}},
        {error: {code: -32602, message: 'Invalid params'}}];
    await at.page.route('**/api', (route) => {
        const {id} = route.request().postDataJSON(), response = responses.shift();
        return response ? route.fulfill({json: {jsonrpc: '2.0', id, ...response}}) : route.abort();
    });
    at.expects_errors = true;
    await at.open('#same?params=[1]');
    for (let i = 0; i < 4; ++i) await at.send();
    await at.open('#/history', true);
    await at.page.waitForSelector('.entries');
    assert.deepEqual(await at.texts('.entries b'),
        ['failed', 'Error -32602', 'Error 404', 'done']);
    assert.ok(!(await at.text('.entries')).includes('HTTP'));
});

await check('history is deleted one by one or whole, and each time can be undone', async (at) => {
    await begin(at, [call(3), call(2, {failed: true}), call(1)]);
    await at.page.getByLabel('Delete call 2: same').focus();
    await at.press('Enter');
    assert.equal(await at.text('#live'), 'Deleted');
    assert.match(await at.focused(), /^BUTTON Undo/);
    assert.deepEqual((await kept(at)).map((one) => one.ms), [3, 1]);
    await at.press('Enter');
    assert.equal(await at.text('#live'), 'Undone');
    assert.equal(await is_named(at), 'Run again call 2: same');
    assert.deepEqual((await kept(at)).map((one) => one.ms), [3, 2, 1]);
    await at.page.getByLabel('Delete call 1: same').click();
    await at.click('text=Clear');
    assert.deepEqual(await kept(at), []);
    assert.deepEqual((await entries(at).allInnerTexts()).map((one) => one.split('\n')[0].trim()),
        ['Calls deleted: 1', 'Calls deleted: 2']);
    await at.page.getByText('Undo').last().click();
    assert.deepEqual((await kept(at)).map((one) => one.ms), [2, 1]);
    await at.click('text=Undo');
    assert.deepEqual((await kept(at)).map((one) => one.ms), [3, 2, 1]);
    await at.click('text=Clear');
    await at.open('#/history');
    assert.match(await at.text('main'), /No calls yet/);
});

await check('history is filtered by method and text', async (at) => {
    const other = '{"id":7,"method":"Math.div","params":["Ab"]}';
    await begin(at, [call(3), call(2, {text: other}), call(1)]);
    await at.fill('main [type=search]', 'math');
    assert.deepEqual(await at.texts('.entries .name'), ['Math.div']);
    assert.equal(await at.text('#live'), '1 found');
    await at.fill('main [type=search]', '"ab"');
    assert.deepEqual(await at.texts('.entries .name'), ['Math.div']);
    await at.fill('main [type=search]', 'params":[3');
    assert.match(await at.text('.entries'), /\[3\]/);
    assert.equal(await entries(at).count(), 1);
    await at.fill('main [type=search]', 'nothing');
    assert.match(await at.text('main'), /No matching calls/);
    await at.fill('main [type=search]', '');
    assert.equal(await entries(at).count(), 3);
});

await check('history keeps 100 calls, within a bound, and shows older ones', async (at) => {
    const old = Array.from({length: 100}, (_, i) => {
        const {ms, summary, ...one} = call(200 - i);
        return one;
    });
    await begin(at, old);
    assert.equal(await entries(at).count(), 100);
    assert.ok(!/undefined|NaN| ms/.test(await at.text('.entries')));
    await at.page.getByLabel('Run again call 1:').click();
    await at.page.waitForFunction(
        () => / ms$/.test(document.querySelector('.entries span.quiet').textContent));
    assert.equal((await kept(at)).length, 100);
    assert.equal((await kept(at)).at(-1).at, 1e12 + 102);
    const big = 'x'.repeat(19000);
    await begin(at, Array.from({length: 60}, (_, i) => call(200 - i, {text: `"${big}"`})));
    await at.open('#same?params=[1]');
    await at.send();
    const all = await kept(at);
    assert.ok(JSON.stringify(all).length <= 1e6);
    assert.ok(all.length > 50);
    assert.match(all[0].text, /"same"/);
});

await check('a batch in the history is run again as a batch', async (at) => {
    await begin(at, [{at: 1, failed: false,
        text: '[{"jsonrpc":"2.0","id":1,"method":"same","params":[4]}]'}]);
    await at.click('text=Run again');
    await at.page.waitForFunction(() => document.querySelectorAll('.entries li').length === 2);
    assert.equal(at.requests.filter((one) => one.method() === 'POST')[0].postData()[0], '[');
    assert.match((await entries(at).allInnerTexts())[0], /batch[^]*"result": ?4/);
});

await check('buttons for a call look alike, and have different names', async (at) => {
    await begin(at, [call(2), call(1)]);
    const looks = await at.page.locator('.entries .end').first().evaluate((row) =>
        [...row.children].map((one) => {
            const {color, fontSize, paddingLeft, height} = getComputedStyle(one);
            return [color, fontSize, paddingLeft, height].join();
        }));
    assert.equal(looks.length, 3);
    assert.equal(new Set(looks).size, 1);
    const labels = await at.page.locator('.entries button').evaluateAll(
        (all) => all.map((one) => one.ariaLabel));
    assert.equal(new Set(labels).size, 6);
    assert.deepEqual(labels.slice(0, 3),
        ['Run again call 1: same', 'Open call 1: same', 'Delete call 1: same']);
});

await check('history calls a batch what is one', async (at) => {
    await at.open('#same');
    for (const call of ['{"jsonrpc"', '{"jsonrpc": "2.0"}', '[]']) {
        await at.write(call);
        await at.click('form .main');
        await at.click('text=Send anyway');
        await at.response();
    }
    await at.open('#/history');
    assert.deepEqual(await at.texts('.entries .name'), ['batch', 'no method', 'not JSON']);
    assert.equal(await at.page.locator('.entries >> text=Open').count(), 0);
});

await check('history is kept, run again, exported, cleared and switched off', async (at) => {
    await at.open("#type.same_json?params=[\"it's\"]");
    await at.send();
    await at.open('#/history');
    assert.match(await at.text('.entries'), /type\.same_json/);
    await at.click('text=Run again');
    await at.page.waitForSelector('.status.good');
    assert.equal(await at.page.locator('.entries li').count(), 2);
    const download = at.page.waitForEvent('download');
    await at.click('text=Export as shell script');
    const script = readFileSync(await (await download).path(), 'utf8');
    assert.match(script, /^#!\/bin\/sh\n[^]*\ncurl "\$url"[^]*"params":\["it'\\''s"\]}'/);
    await at.page.locator('text=Open').first().click();
    assert.equal(await at.value(at.field('value')), '"it\'s"');
    await at.open('#/history');
    await at.page.getByLabel('Keep history').uncheck();
    await at.click('text=Clear');
    await at.open('#counter.reset');
    await at.send();
    await at.open('#/history');
    assert.match(await at.text('main'), /No calls yet/);
});

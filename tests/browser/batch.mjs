// The batch: calls in a list, each with its response.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

const entries = (at) => at.page.locator('.entries li');
const names = (at) => at.texts('.entries .name');
const ids = async (at) => JSON.parse(await at.page.locator('details pre').first().textContent())
    .map((one) => one.id);
const is_named = (at) => at.page.evaluate(() => document.activeElement.ariaLabel);

// Calls are [method, params].
async function collect(at, ...calls) {
    for (const [i, [name, params]] of calls.entries()) {
        await at.open(`#${name}?params=${encodeURIComponent(params)}`, i > 0);
        await at.page.waitForSelector(`main h1:text-is("${name}")`);
        await at.click('text=Add to batch');
    }
    await at.click(`text=Batch (${calls.length})`);
    await at.page.waitForSelector('h1:text-is("Batch")');
}
async function send(at) {
    await at.click('text=Send batch');
    await at.page.waitForSelector('.sent > div + div');
}
// What fetch gets for the batch.
const respond_with = (at, made) => at.page.route('**/api', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fulfill({json: made(route.request().postDataJSON())});
});

await check('calls are collected, and each has its response beside it', async (at) => {
    await collect(at, ['same', '[9223372036854775807]'], ['math.div', '[1,0]'], ['geo.convert',
        '[[4,"ft"]]']);
    assert.deepEqual(await ids(at), [1, 3, 5]);
    assert.deepEqual(await at.texts('.entries code'), ['[9223372036854775807]', '[1, 0]',
        '[[4, "ft"]]']);
    await send(at);
    assert.equal(at.posts(), 1);
    const results = await at.texts('.sent > div + div');
    assert.match(results[0], /^Result\s+9223372036854775807$/);
    assert.match(results[1], /^Error -?\d+: .*division by zero/);
    assert.match(results[2], /^Result\s+\[/);
    await at.click('text=The whole batch as JSON');
    assert.match(await at.text('section .tree'), /"result": 92233[^]*"id": 1[^]*"id": 3/);
    await at.page.getByLabel('Remove call 1').click();
    assert.deepEqual(await names(at), ['math.div', 'geo.convert']);
    assert.match((await at.texts('.sent > div + div'))[0], /division by zero/);
    await at.click('text=Clear');
    assert.equal(await entries(at).count(), 0);
    assert.equal(await at.focused(), 'H1 Batch');
});

await check('a response belongs to the call of its id, in whatever order they come', async (at) => {
    await collect(at, ['same', '[1]'], ['same', '[2]'], ['same', '[3]']);
    await respond_with(at, ([a, , c]) => [{jsonrpc: '2.0', id: c.id, result: 'of c'},
        {jsonrpc: '2.0', id: a.id, error: {code: 7, message: 'of a'}}]);
    await send(at);
    const results = await at.texts('.sent > div + div');
    assert.match(results[0], /^Error 7: of a$/);
    assert.equal(results[1], 'No response to this call.');
    assert.match(results[2], /^Result\s+"of c"$/);
});

await check('a notification has no response, and the list says so', async (at) => {
    await at.open('#counter.reset');
    await at.page.getByLabel(/notification/i).check();
    await at.click('text=Add to batch');
    await at.click('text=Batch (1)');
    await send(at);
    assert.deepEqual(await at.texts('.sent > div + div'),
        ['A notification: the server sends no response.']);
});

await check('calls of a batch are moved with keys, and the focus goes with them', async (at) => {
    await collect(at, ['same', '[1]'], ['math.div', '[1,2]'], ['geo.convert', '[[4,"ft"]]']);
    await at.page.getByLabel('Edit call 3').focus();
    await at.press('Alt+ArrowUp');
    assert.deepEqual(await names(at), ['same', 'geo.convert', 'math.div']);
    assert.equal(await is_named(at), 'Edit call 2');
    assert.equal(await at.text('#live'), 'Call 3 is now call 2.');
    await at.press('Alt+ArrowDown');
    await at.press('Alt+ArrowDown');
    assert.deepEqual(await names(at), ['geo.convert', 'same', 'math.div'], 'around the end');
    assert.equal(await is_named(at), 'Edit call 1');
    await at.press('ArrowDown');
    assert.equal(await is_named(at), 'Edit call 1');
    await at.page.getByLabel('Move up call 2').focus();
    await at.press('Enter');
    assert.deepEqual(await names(at), ['same', 'geo.convert', 'math.div']);
    assert.equal(await is_named(at), 'Edit call 1', 'the first of all cannot move up');
    assert.deepEqual(await ids(at), [1, 5, 3]);
    await at.page.getByLabel('Move up call 3').focus();
    await at.press('Enter');
    assert.equal(await is_named(at), 'Move up call 2');
    await at.press('Enter');
    assert.deepEqual(await names(at), ['math.div', 'same', 'geo.convert']);
    await at.page.getByLabel('Move up call 2').click();
    await at.page.getByLabel('Move up call 3').click();
    await at.page.reload();
    assert.deepEqual(await names(at), ['same', 'geo.convert', 'math.div']);
});

await check('the first call of a batch has no button to move it up', async (at) => {
    await collect(at, ['same', '[1]'], ['math.div', '[1,2]'], ['same', '[3]']);
    const labels = () => at.page.locator('.entries button').evaluateAll(
        (all) => all.map((one) => one.ariaLabel).filter((label) => label.startsWith('Move up')));
    assert.deepEqual(await labels(), ['Move up call 2', 'Move up call 3']);
    await at.page.getByLabel('Remove call 1').click();
    assert.deepEqual(await labels(), ['Move up call 2']);
});

for (const back of ['while it runs', 'when it has ended']) {
    await check(`a batch that was left has its responses, seen ${back}`, async (at) => {
        let open;
        const gate = new Promise((done) => { open = done; });
        await collect(at, ['nasty.markup', '["a"]'], ['same', '[9223372036854775807]']);
        await at.page.route('**/api', (route) => gate.then(() => route.continue()));
        await at.click('text=Send batch');
        await at.page.waitForSelector('text=/^Cancel,/');
        const go = async (hash, title) => {
            await at.open(hash, true);
            await at.page.waitForSelector(`h1:text-is("${title}")`);
        };
        await go('#math.div', 'math.div');
        assert.equal(await at.page.locator('.entries').count(), 0);
        if (back === 'while it runs') {
            await go('#/batch', 'Batch');
            assert.match(await at.text('.main'), /^Cancel, /, 'it still runs');
            open();
        } else {
            open();
            while (!await at.page.evaluate(() => localStorage.getItem('callbox history /api')))
                await at.page.waitForTimeout(50);
            assert.notEqual(await at.text('#live'), 'Response', 'no word of it elsewhere');
            await go('#/batch', 'Batch');
        }
        await at.page.waitForSelector('.sent > div + div');
        const results = await at.texts('.sent > div + div');
        assert.match(results[0], /^Result\s+"a"$/);
        assert.match(results[1], /^Result\s+9223372036854775807$/);
        assert.equal(await at.text('.main'), 'Send batch');
        assert.equal(at.posts(), 1);
    });
}

await check('calls of a batch are dragged, with their responses', async (at) => {
    await collect(at, ['same', '[1]'], ['math.div', '[1,2]'], ['math.div', '[1,0]']);
    await send(at);
    await at.page.locator('.entries b').nth(2).dragTo(at.page.locator('.entries b').first());
    assert.deepEqual(await at.texts('.entries code'), ['[1, 0]', '[1]', '[1, 2]']);
    assert.match((await at.texts('.sent > div + div'))[0], /division by zero/);
    assert.deepEqual(await ids(at), [4, 1, 3]);
    assert.equal(await at.text('#live'), 'Call 3 is now call 1.');
    await at.page.locator('.entries b').first().dragTo(at.page.locator('.entries li').nth(2),
        {targetPosition: {x: 20, y: 110}});
    assert.deepEqual(await ids(at), [1, 3, 4]);
});

await check('a call of the batch is edited in its form, and put back in its place', async (at) => {
    await collect(at, ['same', '[1]'], ['math.div', '[1,0]'], ['same', '[3]']);
    await send(at);
    await at.page.getByLabel('Edit call 2').click();
    await at.page.waitForSelector('h1:text-is("math.div")');
    assert.equal(await at.page.getByText('Add to batch').count(), 0);
    assert.deepEqual((await at.call()).params, [1, 0]);
    await at.fill(at.field('divisor'), 'x');
    await at.click('text=Update in batch');
    assert.match(await at.text('.refusal'), /Not updated: .*divisor.* number/);
    await at.page.reload();
    assert.equal(await at.value(at.field('divisor')), 'x');
    await at.fill(at.field('divisor'), '8');
    await at.click('text=Update in batch');
    await at.page.waitForSelector('h1:text-is("Batch")');
    assert.deepEqual(await at.texts('.entries code'), ['[1]', '[1, 8]', '[3]']);
    assert.deepEqual(await ids(at), [1, 3, 2]);
    await send(at);
    assert.match((await at.texts('.sent > div + div'))[1], /0\.125$/);
    await at.open('#math.div', true);
    await at.page.waitForSelector('form');
    await at.click('text=Add to batch');
    assert.equal(await at.text('#tools a'), 'Batch (4)');
});

await check('editing a call of the batch removes its response only', async (at) => {
    await collect(at, ['same', '[1]'], ['same', '[2]']);
    await send(at);
    await at.page.getByLabel('Edit call 1').click();
    await at.page.waitForSelector('form');
    await at.fill(at.field('n'), '4');
    await at.click('text=Update in batch');
    await at.page.waitForSelector('h1:text-is("Batch")');
    assert.equal(await at.page.locator('.sent > div + div').count(), 1);
    assert.match(await at.text('.entries li:last-child'), /Result\s+2$/);
});

await check('errors in a batch are marked before it is sent', async (at) => {
    await at.open('#same');
    await at.page.evaluate(() => {
        const call = (id, method, params) =>
            JSON.stringify({jsonrpc: '2.0', id, method, params});
        sessionStorage.setItem('callbox session /api', JSON.stringify({lastCall: 9, tray: [
            call(1, 'same', [1]), call(2, 'same', ['x']), call('3', 'gone', []),
            call(3, 'math.div', {dividend: 1, divisor: 1e9}), call(1, 'same', [2])]}));
    });
    await at.page.evaluate(() => { onpagehide = document.onvisibilitychange = null; });
    await at.open('#/batch');
    const errors = await at.texts('.entries .error');
    assert.equal(errors[0], 'Call 5 has the same id.');
    assert.match(errors[1], /line 1, column \d+: .*integer/i);
    assert.equal(errors[2], 'There is no method “gone” here.');
    assert.match(errors[3], /^divisor must be .* from .*, not 1000000000$/);
    assert.equal(errors[4], 'Call 1 has the same id.');
    await at.click('text=Send batch');
    assert.match(await at.text('.refusal'), /^Not sent: .*call 1\. Call 5 has the same id\./);
    assert.equal(at.posts(), 0);
    await at.page.getByText('Send anyway').focus();
    await at.press('Enter');
    await at.page.waitForSelector('.sent > div + div');
    assert.equal(at.posts(), 1);
    assert.match(await at.focused(), /^BUTTON (Send batch|Cancel)/);
    const results = await at.texts('.sent > div + div');
    assert.match(results[0], /1$/);
    assert.match(results[1], /^Error -32602/);
    assert.match(results[2], /^Error -32601/);
    assert.match(results[4], /2$/, 'the second of that id');
    await at.open('#same');
    assert.equal((await at.call()).id, 10, 'checks take no ids');
});

await check('a batch without a response shows why', async (at) => {
    await collect(at, ['same', '[1]']);
    await at.page.route('**/api', (route) => route.abort());
    at.expects_errors = true;
    await at.click('text=Send batch');
    await at.page.waitForSelector('.status');
    assert.match(await at.text('.status'), /^The server cannot be reached/);
    assert.ok(await at.page.locator('.status').isVisible());
});

await check('a call that cannot be sent is not added to the batch', async (at) => {
    await at.open('#same');
    await at.fill(at.field('n'), 'x');
    await at.click('text=Add to batch');
    assert.match(await at.text('.refusal'), /Not added: n must be an integer/);
    assert.equal(await at.value(':focus'), 'x');
    await at.write('{"jsonrpc": }');
    await at.click('text=Add to batch');
    assert.match(await at.text('.refusal'), /Not added: line 1, column 13: a value is expected$/m);
    assert.match(await at.value(':focus'), /jsonrpc/);
    assert.equal(await at.text('#tools a'), 'Batch');
    await at.write('{"jsonrpc": "2.0", "id": 1, "method": "same", "params": [1]}');
    assert.equal(await at.text('.refusal'), '');
    await at.click('text=Add to batch');
    assert.equal(await at.text('#tools a'), 'Batch (1)');
});

await check('the focus stays in the batch when calls leave it', async (at) => {
    await at.open('#same?params=[1]');
    for (let i = 0; i < 3; ++i) await at.click('text=Add to batch');
    await at.click('text=Batch (');
    const remove = (i) => at.page.getByLabel(`Remove call ${i}`);
    await remove(2).focus();
    await at.press('Enter');
    assert.equal(await is_named(at), 'Remove call 2');
    await at.press('Enter');
    assert.equal(await is_named(at), 'Remove call 1');
    await at.press('Enter');
    assert.equal(await at.focused(), 'H1 Batch');
    await at.open('#same?params=[1]', true);
    await at.click('text=Add to batch');
    await at.click('text=Batch (1)');
    await at.click('text=Clear');
    assert.equal(await at.focused(), 'H1 Batch');
});

await check('a reload keeps the batch, and its calls have ids of their own', async (at) => {
    await at.open('#same?params=[1]');
    await at.click('text=Add to batch');
    await at.page.reload();
    assert.equal(await at.text('#tools a'), 'Batch (1)');
    await at.click('text=Add to batch');
    await at.click('text=Batch (2)');
    await at.page.waitForSelector('h1:text-is("Batch")');
    assert.equal(await entries(at).count(), 2);
    const [a, b] = await ids(at);
    assert.notEqual(a, b);
});

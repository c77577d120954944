// Examples of a method: one button fills in, the other sends.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

const push = (at, name) => at.page.getByRole('button', {name, exact: true}).click();
const asked = (at) => at.page.locator('.example:has-text("Run it?")').count();

await check('Use fills in, and only Send sends', async (at) => {
    await at.open('#type.total');
    await push(at, 'Use example 1');
    assert.match(await at.text('#live'), /Nothing was sent/);
    assert.ok(await at.page.locator('form').isVisible());
    await at.page.waitForTimeout(200);
    assert.equal(at.posts(), 0);
    await at.send();
    assert.match(await at.answer(), /Result/);
    assert.deepEqual((await at.call()).params, {amounts: {rent: -5, wage: 7}});
    assert.equal(await at.text('.tree'), '2');
});

await check('Run asks once for each method that may change data, by keyboard too', async (at) => {
    await at.open('#type.greatest');
    await at.page.getByRole('button', {name: 'Run example 1'}).focus();
    await at.press('Enter');
    assert.equal(await at.text('#live'), 'This may change data. Run it?');
    assert.equal(await at.page.locator(':focus').innerText(), 'Cancel');
    await at.press('Enter');
    assert.equal(await at.page.locator(':focus').getAttribute('aria-label'), 'Run example 1');
    assert.equal(await asked(at), 0);
    await at.press('Enter');
    await at.press('Shift+Tab');
    assert.equal(at.posts(), 0, 'a question sends nothing');
    await at.press('Enter');
    assert.match(await at.answer(), /Result/);
    assert.equal(await at.text('.tree'), '18446744073709551615');
    assert.equal(await at.page.locator(':focus').getAttribute('aria-label'), 'Run example 1');
    await push(at, 'Run example 2');
    await at.page.waitForSelector('.tree:has-text("null")');
    assert.deepEqual([await asked(at), at.posts()], [0, 2]);
    await at.page.reload();
    await push(at, 'Run example 1');
    await at.answer();
    assert.deepEqual([await asked(at), at.posts()], [0, 3], 'the session is that of the tab');
    await at.open('#type.total', true);
    await push(at, 'Run example 1');
    assert.deepEqual([await asked(at), at.posts()], [1, 3], 'another method asks for itself');
});

await check('Run of a method that only reads does not ask', async (at) => {
    await at.open('#same');
    await push(at, 'Run example 1');
    assert.match(await at.answer(), /Result/);
    assert.equal(await at.text('.tree'), '9223372036854775807');
    assert.equal(await at.value(at.field('n')), '9223372036854775807');
});

await check('every example of every method gives its result', async (at) => {
    await at.open('');
    for (const name of await at.texts('#list a > :first-child')) {
        await at.open(`#${name}`);
        for (const example of await at.page.locator('.example').all()) {
            await example.getByText('Use', {exact: true}).click();
            await at.send();
            assert.match(await at.text('.status'), /Result/, name);
            const wanted = (await example.locator('code').textContent()).split(' → ').at(-1);
            await at.pick('View', 'raw');
            const got = JSON.parse(await at.page.locator('.tree').textContent());
            assert.deepEqual(got.result, JSON.parse(wanted), name);
        }
    }
});

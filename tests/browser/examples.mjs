// Examples of a method: one button fills in, the other sends.
import assert from 'node:assert/strict';
import {check, with_document} from './page.mjs';

const push = (at, name) => at.page.getByRole('button', {name, exact: true}).click();
const names = (at) => at.page.locator('#list a:not([href*="#/"])').allTextContents();
const asked = (at) => at.page.locator('.example:has-text("Run it?")').count();

await check('Use fills in, and only Send sends', async (at) => {
    await at.open('#type.total');
    await push(at, 'Use example 1');
    assert.match(await at.text('#live'), /Nothing was sent/);
    assert.ok(await at.page.locator('form').isVisible());
    await at.page.waitForTimeout(200);
    assert.equal(at.posts(), 0);
    await at.send();
    assert.match(await at.response(), /Result/);
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
    assert.match(await at.response(), /Result/);
    assert.equal(await at.text('.tree'), '18446744073709551615');
    assert.equal(await at.page.locator(':focus').getAttribute('aria-label'), 'Run example 1');
    await push(at, 'Run example 2');
    await at.page.waitForSelector('.tree:has-text("null")');
    assert.deepEqual([await asked(at), at.posts()], [0, 2]);
    await at.page.reload();
    await push(at, 'Run example 1');
    await at.response();
    assert.deepEqual([await asked(at), at.posts()], [0, 3], 'the session is that of the tab');
    await at.open('#type.total', true);
    await push(at, 'Run example 1');
    assert.deepEqual([await asked(at), at.posts()], [1, 3], 'another method asks for itself');
});

await check('Run of a method that only reads does not ask', async (at) => {
    await at.open('#same');
    await push(at, 'Run example 1');
    assert.match(await at.response(), /Result/);
    assert.equal(await at.text('.tree'), '9223372036854775807');
    assert.equal(await at.value(at.field('n')), '9223372036854775807');
});

await check('every example of every method gives its result', async (at) => {
    await at.open('');
    let count = 0;
    for (const name of await names(at)) {
        await at.open(`#${name}`);
        for (const example of await at.page.locator('.example:has([aria-label^=Run])').all()) {
            ++count;
            await example.getByText('Use', {exact: true}).click();
            await at.send();
            assert.match(await at.text('.status'), /Result/, name);
            const wanted = (await example.locator('code').textContent()).split(' → ').at(-1);
            await at.pick('View', 'Raw');
            const got = JSON.parse(await at.page.locator('.response .tree').textContent());
            assert.deepEqual(got.result, JSON.parse(wanted), name);
        }
    }
    assert.equal(count, 34);
});

// ----------------------------------------------------------------------------------------- samples

// A document without examples: each method has a sample then.
const forgetExamples = (at) => with_document(at, (api) => {
    for (const one of api.methods) delete one.examples;
    return api;
});

await check('Use fills in a sample of the types, and only Send sends', async (at) => {
    await forgetExamples(at);
    await at.open('#geo.longest');
    await push(at, 'Use the sample');
    assert.equal(await at.text('#live'), 'Filled in. Nothing was sent.');
    assert.equal(at.posts(), 0);
    const {x, y} = (await at.call()).params.routes[0].path[0];
    assert.deepEqual([typeof x, typeof y], ['number', 'number'], 'with what is nested in it');
    await at.send();
    assert.equal(await at.text('.status'), 'Result');
});

await check('the server takes the sample of each method whose types suffice', async (at) => {
    await forgetExamples(at);
    await at.open('');
    const refused = {};
    for (const name of await names(at)) {
        await at.open(`#${name}`);
        const params = await at.page.locator('.params .slot').count();
        const use = at.page.getByRole('button', {name: 'Use the sample', exact: true});
        assert.equal(await use.count(), params ? 1 : 0, name);
        if (!params) continue;
        await use.click();
        assert.deepEqual(await at.texts('form .error:not(:empty)'), [], name);
        await at.send();
        const status = await at.text('.status');
        if (status !== 'Result') refused[name] = status;
    }
    assert.deepEqual(Object.keys(refused), ['type.mix'], 'its colours are two digits');
    assert.match(refused['type.mix'], /^Error -32602/);
});

// The sample that stands where the response will, as text.
const sample = (at) => at.page.locator('.sample').evaluate((one) => {
    const copy = one.cloneNode(true);
    for (const more of copy.querySelectorAll('.means, .quiet')) more.remove();
    return copy.textContent;
});

await check('before the first call a sample response is there, by the type', async (at) => {
    await at.open('');
    for (const name of (await names(at)).filter((one) => !one.endsWith(' event'))) {
        await at.open(`#${name}`);
        assert.match(await at.text('.response'), /^Sample response\. Nothing has/, name);
        const error = await at.page.evaluate(([name, text]) => {
            const one = slot(methods.get(name).result.schema, 'the result');
            one.set(parse(text));
            return one.check()?.message() ?? '';
        }, [name, await sample(at)]);
        assert.equal(error, '', name);
    }
    assert.equal(at.posts(), 0);
    await at.open('#counter.advance');
    await at.send();
    assert.ok(!(await at.text('.response')).includes('sample'));
});

await check('what returns its argument takes the sample of its response', async (at) => {
    for (const name of ['same', 'nasty.add', 'text.keep', 'type.same', 'type.same_json',
                        'union.pay', 'union.swipe']) {
        await at.open(`#${name}`);
        const text = await sample(at);
        await at.open(`#${name}?params=${encodeURIComponent(`[${text}]`)}`);
        assert.deepEqual(await at.texts('form .error:not(:empty)'), [], name);
        await at.send();
        assert.equal(await at.text('.status'), 'Result', name);
        await at.pick('View', 'Raw');
        const got = JSON.parse(await at.page.locator('.response .tree').textContent());
        assert.deepEqual(got.result, JSON.parse(text), name);
    }
});

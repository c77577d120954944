// The list of methods, and what the page of a method says of it.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

const int64_max = '9223372036854775807';

await check('all methods are listed by namespace, deprecated ones marked', async (at) => {
    await at.open('');
    const names = await at.page.locator('#list a:not([href*="#/"])').allTextContents();
    assert.equal(names.length, 34);
    assert.ok(names.includes('geo.middle'), 'the name in full for a screen reader');
    assert.deepEqual((await at.texts('#list h2')).slice(0, 3), ['counter', 'event', 'geo']);
    assert.deepEqual(await at.page.locator('#list s').allTextContents(), ['old.one']);
});

await check('a method shows its parameters, result and errors', async (at) => {
    await at.open('#math.div');
    const docs = await at.text('.docs');
    for (const part of [/^math\.div\s/, /The quotient\./, /Returns\s+number\s+dividend \/ divisor/,
                        /Errors\s+1\s+division by zero\s+-5\s+another/])
        assert.match(docs, part);
    assert.deepEqual(await at.texts('.slot .title'),
        ['dividend *\nnumber', 'divisor *\nnumber, -1e+06 to 1e+06']);
    assert.deepEqual(await at.texts('.slot .doc'), ['not zero']);
    await at.open('#geo.longest');
    assert.match(await at.text('.docs'), /Of several that are alike\nthe first\./);
    assert.match(await at.text('.docs'), /list of route[^]*list of point/);
    await at.open('#old.one');
    assert.deepEqual((await at.texts('.tag')).slice(0, 2), ['deprecated', 'blocking']);
});

await check('a star and ARIA mark what is required, a word what is optional', async (at) => {
    await at.open('#geo.longest');
    const marks = {};
    for (const name of ['name', 'note', 'in', 'lanes', 'x']) {
        const slot = at.field(name).locator('xpath=ancestor::div[contains(@class, "slot")][1]');
        marks[name] = [await slot.locator('> .title .needed').count(),
            await at.field(name).getAttribute('aria-required'),
            (await slot.locator('> .title .type').innerText()).includes('optional')];
    }
    assert.deepEqual(marks, {name: [1, 'true', false], note: [0, null, true], in: [0, null, true],
        lanes: [0, null, true], x: [1, 'true', false]});
    const colours = await at.page.evaluate(() => ['.needed', '.title'].map((one) =>
        getComputedStyle(document.querySelector(one)).color));
    assert.notEqual(colours[0], colours[1]);
});

await check('types of results and of a single struct parameter are links', async (at) => {
    await at.open('#geo.longest');
    const links = () => at.page.locator('.docs a').evaluateAll(
        (all) => all.map((one) => `${one.parentNode.closest('h2, p').tagName} ${one.hash}`));
    assert.deepEqual(await links(), ['P #/type/route']);
    await at.open('#union.swipe');
    assert.match(await at.text('.docs h2.part'), /^Parameters · card: card$/);
    assert.deepEqual(await links(), ['H2 #/type/card', 'P #/type/card']);
    assert.equal(await at.page.locator('.group summary:visible').count(), 0, 'and no group');
    await at.click('.docs p a');
    await at.page.waitForSelector('h1:text-is("card")');
});

await check('search finds by letters, by the docs, and says when there is nothing', async (at) => {
    await at.open('');
    await at.press('/');
    await at.type('gmid');
    const listed = () => at.page.locator('#list a').allTextContents();
    assert.deepEqual(await listed(), ['geo.middle']);
    await at.fill('#search', 'two colours');
    assert.deepEqual(await listed(), ['type.mix']);
    await at.fill('#search', 'x(.*y');
    assert.match(await at.text('#list'), /^No methods match\.$/);
    assert.equal(await at.text('#live'), '0 methods found');
});

await check('search finds names first, the shortest first, no word of the schema', async (at) => {
    await at.open('');
    const found = async (text) => {
        await at.fill('#search', text);
        return at.page.locator('#list a').allTextContents();
    };
    assert.deepEqual(await found('ad'), ['nasty.add', 'counter.advance']);
    assert.deepEqual(await found('ma'), ['math.div', 'nasty.markup']);
    assert.deepEqual(await found('schema'), []);
    const names = await found('co');
    assert.equal(names[0], 'counter.reset');
    assert.ok(names.indexOf('type.mix') > 0, 'whose documentation mentions colours');
});

await check('an integer says so in few words, and its range where it matters', async (at) => {
    for (const [hash, name, value, brief, range] of [
        ['#same', 'n', '1.5', 'integer', `integer from -9223372036854775808 to ${int64_max}`],
        ['#counter.advance', 'by', '101', 'integer, 1–100, optional', 'integer from 1 to 100'],
        ['#nasty.rows', 'n', '-1', 'integer ≥ 0', 'integer from 0 to 4294967295'],
        ['#type.greatest', 'n', '-1', 'integer ≥ 0 or null, optional',
            'integer from 0 to 18446744073709551615 or null']]) {
        await at.open(hash);
        assert.equal(await at.text('.slot .type'), brief);
        assert.equal(await at.page.locator('.slot .type').first().getAttribute('title'), range);
        assert.ok(!(await at.text('main')).includes('7295'), 'limits are in no running text');
        await at.fill(at.field(name), value);
        await at.press('Tab');
        assert.equal(await at.error(), `Must be an ${range.replace(' or null', '')}, not ${value}`);
    }
});

await check('bounds of one side, of elements and of keys are shown and checked', async (at) => {
    await at.open('#nasty.bound?params={"tags":["a","a"],"rows":{"abc":0}}');
    const types = await at.texts('.type'), errors = await at.texts('p.error');
    for (const text of ['list of string, at most 2 elements, all different, optional, default []',
        'map of integer, optional, default {}'])
        assert.ok(types.includes(text), `${text} in ${types}`);
    const inFull = await at.page.locator('.type').evaluateAll((all) => all.map((one) => one.title));
    for (const text of ['list of string of 1 to 3 characters that matches ^[^\\d]+$ of at most ' +
        '2 elements, all different', 'string of 1 to 3 characters that matches ^[^\\d]+$',
        'map of integer from 1 to 2147483647', 'integer from 1 to 2147483647'])
        assert.ok(inFull.includes(text), `${text} in ${inFull}`);
    for (const text of ['Has the duplicate elements 1 and 2',
        'Has the key "abc", which must have at most 2 characters, not 3',
        'Must be an integer from 1 to 2147483647, not 0'])
        assert.ok(errors.includes(text), `${text} in ${errors}`);
    await at.open('#nasty.bound?params={"tags":["a","b","c"],"rows":{}}');
    assert.ok((await at.texts('p.error')).includes('Must have at most 2 elements, not 3'));
});

await check('patterns of texts and names are checked before anything is sent', async (at) => {
    await at.open('#nasty.bound?params={"tags":["b","1"],"rows":{"A":1}}');
    const errors = await at.texts('p.error');
    for (const text of ['Must match ^[^\\d]+$', 'Has the key "A", which must match ^[a-z]+$'])
        assert.ok(errors.includes(text), `${text} in ${errors}`);
});

await check("a type with a JSON codec has the description of the codec", async (at) => {
    await at.open('#nasty.add');
    assert.equal(await at.text('.type'), 'date as YYYY-MM-DD');
    assert.match(await at.text('.docs'), /Returns\s+date as YYYY-MM-DD/);
});

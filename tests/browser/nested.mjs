// Structs, lists, maps and unions in a form.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

await check('a struct, a list and an optional are filled in by the form alone', async (at) => {
    await at.open('#geo.longest');
    await at.fill(at.field('name'), 'a\u{1f600}"\\');
    await at.fill(at.field('x'), '1.50');
    await at.fill(at.field('y'), '-2e1');
    await at.fill(at.field('note'), '<b>');
    await at.page.locator('select').selectOption('ft');
    assert.deepEqual(await at.call(), {
        jsonrpc: '2.0', id: 1, method: 'geo.longest', params: {routes: [
            {name: 'a\u{1f600}"\\', path: [{x: 1.5, y: -20}], note: '<b>', in: 'ft'}]}});
    assert.match(await at.value('.envelope'), /1\.50/);
    await at.send();
    assert.match(await at.text('.tree'), /"note": "<b>",\s*"in": "ft",\s*"lanes": 2/);
});

await check('lists grow and shrink', async (at) => {
    await at.open('#type.count_words');
    for (let i = 0; i < 3; ++i) await at.click('text=Add element');
    for (let i = 0; i < 3; ++i) await at.page.locator('textarea.enters').nth(i).fill(`w${i}`);
    await at.page.locator('text=Remove').nth(1).click();
    assert.deepEqual((await at.call()).params, {words: ['w0', 'w2']});
});

await check('maps have names, each once', async (at) => {
    await at.open('#type.total');
    await at.click('text=Add element');
    await at.click('text=Add element');
    const names = at.page.getByLabel(/^key \d of amounts$/);
    const values = at.page.getByLabel(/^value \d of amounts$/);
    for (const [i, name, value] of [[0, 'rent', '-5'], [1, 'rent', '7']]) {
        await names.nth(i).fill(name);
        await values.nth(i).fill(value);
    }
    await at.click('form .main');
    assert.match(await at.text('form'), /Has the duplicate key "rent"/);
    await names.nth(1).fill('wage');
    await at.send();
    assert.equal(await at.text('.tree'), '2');
});

await check('one of several types is chosen', async (at) => {
    await at.open('#type.same');
    const pick = at.page.getByLabel('type of value');
    for (const [type, value] of [['number', '2.50'], ['string', 'x'], ['list of integer', null]]) {
        const labels = await pick.locator('option').allTextContents();
        await pick.selectOption({label: labels.find((one) => one.startsWith(type))});
        if (value !== null) await at.page.locator('.bare input, .bare textarea').fill(value);
    }
    assert.deepEqual((await at.call()).params, {value: []});
    await at.write('{"jsonrpc":"2.0","id":1,"method":"type.same","params":[{"x":1,"y":2}]}');
    assert.equal(await at.page.locator('.bare input').count(), 2);
    await at.send();
    assert.match(await at.text('.tree'), /"x": 1,\s*"y": 2/);
});

await check('an alternative is chosen by its name, what was typed stays', async (at) => {
    await at.open('#union.pay');
    assert.deepEqual((await at.call()).params.by, {kind: 'transfer'});
    const pick = (kind) => at.pick('kind of by', kind);
    assert.deepEqual(await at.texts('[aria-label="kind of by"] span'),
        ['transfer', 'card', 'cash']);
    await pick('card');
    await at.fill(at.field('number'), '4111');
    assert.deepEqual((await at.call()).params.by, {kind: 'card', number: '4111'});
    await pick('cash');
    assert.deepEqual((await at.call()).params.by, {kind: 'cash'});
    await pick('card');
    await at.send();
    assert.match(await at.text('.tree'), /"kind": "card",\s*"number": "4111"/);
    await at.click('.docs p >> text=payment');
    await at.page.waitForSelector('h1:text-is("payment")');
    assert.match(await at.page.locator('main .facts').first().textContent(),
        /^kind: "transfer"transferkind, iban, dayskind: "card"payment_card.*kind: "cash"cashkind$/);
});

await check('the form of a union follows the text, wherever the tag stands', async (at) => {
    await at.open('#union.pay');
    const head = '{"jsonrpc":"2.0","id":1,"method":"union.pay","params":[';
    const write = (by) => at.write(`${head}${by}]}`);
    const picked = () => at.page.locator('[aria-label="kind of by"] :checked').inputValue();
    await write('{"number":"42","kind":"card"}');
    assert.equal(await picked(), 'card');
    assert.equal(await at.value(at.field('number')), '42');
    await write('{"iban":"DE","kind":"transfer","days":9}');
    assert.equal(await picked(), 'transfer');
    assert.equal(await at.value(at.field('days')), '9');
    for (const [by, error] of [
        ['{"kind":"crad"}', /^Line 1, column 64: “kind” must be "transfer" or "card" or "cash"/],
        ['{"number":"42"}', /^Line 1, column 56: “kind” must be/],
        ['{"kind":"card","x":1}', /by must be a payment_card/], ['7', /by must be a payment/]]) {
        await write(by);
        assert.match(await at.error(), error, by);
    }
    await at.click('form .main');
    await at.click('text=Send anyway');
    assert.match(await at.response(), /-32602/);
});

await check('unions may be nested and in lists', async (at) => {
    await at.open('#union.value');
    await at.pick('op of term', 'sum');
    await at.click('text=Add element');
    await at.click('text=Add element');
    await at.fill(at.page.locator('form input.exact').nth(0), '1');
    await at.fill(at.page.locator('form input.exact').nth(1), '2.5');
    await at.send();
    assert.equal(await at.text('.tree'), '3.5');
});

await check('a recursive type can be filled in', async (at) => {
    await at.open('#type.count_folders');
    await at.fill(at.field('name'), 'top');
    await at.click('text=Add element');
    await at.page.locator('textarea.enters').nth(1).fill('below');
    await at.send();
    assert.equal(await at.text('.tree'), '2');
});

// ------------------------------------------------------------------------------- groups, and order

const group = (at, name) => at.page.locator('.group').filter({
    has: at.page.locator(':scope > details > summary').getByText(name, {exact: true})}).first();

await check('groups fold, by pointer and by keyboard, and keep what is in them', async (at) => {
    await at.open('#geo.longest?params=' + JSON.stringify(
        {routes: [{name: 'n', path: [{x: 1, y: 2}]}]}));
    const path = group(at, 'path'), summary = path.locator('> details > summary');
    const x = at.field('x');
    assert.ok(await x.isVisible(), 'groups are open at first');
    await summary.getByText('path', {exact: true}).click();
    assert.ok(!await x.isVisible(), 'a click on the name folds');
    await summary.focus();
    await at.press('Enter');
    assert.ok(await x.isVisible());
    await at.press('Space');
    assert.ok(!await x.isVisible());
    await at.fill(at.field('name'), 'm');
    assert.deepEqual((await at.call()).params,
        {routes: [{name: 'm', path: [{x: 1, y: 2}]}]});
    assert.ok(!await x.isVisible(), 'it stays folded');
    await at.send();
    assert.equal(await at.text('.status'), 'Result');
});

await check('an error found by the form or the server opens its folded group', async (at) => {
    const fold = async (...names) => {
        for (const name of names.toReversed())
            await group(at, name).locator('> details > summary').click();
        assert.ok(!await at.field('x').isVisible());
    };
    await at.open('#geo.longest?params=' + JSON.stringify(
        {routes: [{name: 'n', path: [{x: 1, y: 2}]}]}));
    await at.fill(at.field('x'), '1001');
    await fold('routes', 'path');
    await at.click('form .main');
    assert.match(await at.text('.refusal'), /^Not sent: x must be a number from -1000 to 1000/);
    assert.ok(await at.field('x').isVisible());
    assert.ok(await at.field('x').evaluate((one) => one === document.activeElement));
    await at.fill(at.field('x'), '5');
    await fold('routes', 'path');
    const data = {errors: [{path: '/routes/0/path/0/x', expected: 'prime', got: 'integer'}]};
    await at.page.route('**/api', (route) => route.fulfill({contentType: 'application/json',
        body: JSON.stringify({jsonrpc: '2.0', id: 1,
            error: {code: -32602, message: 'Invalid params', data}})}));
    await at.send();
    assert.ok(await at.field('x').isVisible());
    assert.equal(await at.error(), 'Must be a prime, got integer');
});

await check('an error of a folded list opens it', async (at) => {
    await at.open('#nasty.bound?params={"tags":["a","b"]}');
    await at.fill(at.page.getByLabel('element 2 of tags', {exact: true}), 'a');
    await group(at, 'tags').locator('> details > summary').click();
    const error = at.page.getByText('Has the duplicate elements 1 and 2', {exact: true});
    assert.ok(!await at.page.getByLabel('Add element to tags').isVisible());
    await at.click('form .main');
    assert.match(await at.text('.refusal'), /^Not sent: tags has the duplicate elements 1 and 2/);
    assert.ok(await error.isVisible());
    assert.ok(await at.page.getByLabel('element 1 of tags', {exact: true})
        .evaluate((one) => one === document.activeElement));
});

await check('elements of a list change places by the keyboard, and are never lost', async (at) => {
    await at.open('#type.count_words?params={"words":["a","b\\u0062","c"]}');
    const words = async () => (await at.call()).params.words;
    const up = (i) => at.page.getByLabel(`Move up element ${i} of words`);
    assert.deepEqual([await up(1).count(), await up(2).count(), await up(3).count()], [0, 1, 1]);
    await up(3).focus();
    await at.press('Enter');
    assert.deepEqual(await words(), ['a', 'c', 'bb']);
    assert.match(await at.value('.envelope'), /"b\\u0062"/, 'as it was written');
    assert.equal(await at.text('#live'), 'Element 3 is now element 2.');
    assert.equal(await at.page.evaluate(() => document.activeElement.ariaLabel),
        'Move up element 2 of words', 'the focus goes with it');
    await at.press('Space');
    assert.deepEqual(await words(), ['c', 'a', 'bb']);
    await at.press('Enter');
    assert.deepEqual((await words()).slice(0, 3), ['c', 'a', 'bb'], 'once more removes nothing');
    assert.equal(await at.value(at.page.getByLabel('element 1 of words', {exact: true})), 'c');
});

await check('structs in a list change places with all that is in them', async (at) => {
    const [a, b] = [{name: 'a', path: [{x: 1, y: 2}]}, {name: 'b', path: [{x: 3, y: 4}], lanes: 8}];
    await at.open('#geo.longest?params=' + JSON.stringify({routes: [a, b]}));
    await at.field('y').focus();
    await at.page.getByLabel('Move up element 2 of routes').click();
    assert.deepEqual((await at.call()).params, {routes: [b, a]});
    assert.deepEqual(await at.page.locator('form').getByLabel('lanes', {exact: true}).evaluateAll(
        (all) => all.map((one) => one.value)), ['8', '']);
    await at.page.locator('li .group > details > summary').first().click();
    const folded = () => at.page.locator('li:not(li li) > .group > details').evaluateAll(
        (all) => all.map((one) => !one.open));
    assert.deepEqual(await folded(), [true, false]);
    await at.page.getByLabel('Move up element 2 of routes').click();
    assert.deepEqual(await folded(), [false, true], 'what was folded stays folded');
    await at.page.reload();
    assert.deepEqual(await folded(), [false, true]);
    assert.deepEqual((await at.call()).params, {routes: [a, b]});
});

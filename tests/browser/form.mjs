// What stands on the page, and the form and the text that follow each other.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

const int64_max = '9223372036854775807';

// ----------------------------------------------------------------------------------- what is there

await check('all methods are listed by namespace, deprecated ones marked', async (at) => {
    await at.open('');
    assert.equal(await at.page.locator('#list a').count(), 28);
    assert.deepEqual((await at.texts('#list h2')).slice(0, 3), ['counter', 'geo', 'math']);
    assert.deepEqual(await at.texts('#list s'), ['old.one']);
});

await check('a method tells what it takes, answers and fails with', async (at) => {
    await at.open('#math.div');
    const docs = await at.text('.docs');
    for (const part of ['math.div', 'The quotient.', 'dividend: number', '→ number',
                        'dividend / divisor', 'division by zero', '-5'])
        assert.ok(docs.includes(part), part);
    assert.match(await at.text('form'), /number from -1e\+06 to 1e\+06/);
    await at.open('#geo.longest');
    assert.match(await at.text('.docs'), /Of several that are alike\nthe first\./);
    assert.match(await at.text('.docs'), /route[^]*point/);
    await at.open('#old.one');
    assert.match(await at.text('.docs'), /deprecated[^]*may take long/);
});

await check('search finds by letters, by the docs, and says when there is nothing', async (at) => {
    await at.open('');
    await at.press('/');
    await at.type('gmid');
    const listed = () => at.page.locator('#list a span').allTextContents();
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
        return at.page.locator('#list a :first-child').allTextContents();
    };
    assert.deepEqual(await found('ad'), ['nasty.add', 'counter.advance']);
    assert.deepEqual(await found('ma'), ['math.div', 'nasty.markup']);
    assert.deepEqual(await found('schema'), []);
    const names = await found('co');
    assert.equal(names[0], 'counter.reset');
    assert.equal(names.at(-1), 'type.mix', 'which tells of colours');
});

await check('an integer says so, and its range', async (at) => {
    for (const [hash, name, value, range] of [
        ['#same', 'n', '1.5', `integer from -9223372036854775808 to ${int64_max}`],
        ['#counter.advance', 'by', '101', 'integer from 1 to 100'],
        ['#type.greatest', 'n', '-1', 'integer from 0 to 18446744073709551615 or null']]) {
        await at.open(hash);
        assert.ok((await at.texts('.type')).includes(range), range);
        await at.fill(at.field(name), value);
        await at.press('Tab');
        assert.equal(await at.fault(), `Must be an ${range.replace(' or null', '')}, not ${value}`);
    }
});

await check('bounds of one side, of elements and of names are told and checked', async (at) => {
    await at.open('#nasty.bound?params={"tags":["a","a"],"rows":{"abc":0}}');
    const types = await at.texts('.type'), faults = await at.texts('p.fault');
    for (const text of ['list of string of 1 to 3 characters that matches ^[^\\d]+$ of at most ' +
        '2 elements, all different',
        'default []', 'default {}', 'map of integer from 1 to 2147483647'])
        assert.ok(types.includes(text), `${text} in ${types}`);
    for (const text of ['Has elements 1 and 2 that are the same',
        'Has the key "abc", which must have at most 2 characters, not 3',
        'Must be an integer from 1 to 2147483647, not 0'])
        assert.ok(faults.includes(text), `${text} in ${faults}`);
    await at.open('#nasty.bound?params={"tags":["a","b","c"],"rows":{}}');
    assert.ok((await at.texts('p.fault')).includes('Must have at most 2 elements, not 3'));
});

await check('patterns of texts and names are checked before anything is sent', async (at) => {
    await at.open('#nasty.bound?params={"tags":["b","1"],"rows":{"A":1}}');
    const faults = await at.texts('p.fault');
    for (const text of ['Must match ^[^\\d]+$', 'Has the key "A", which must match ^[a-z]+$'])
        assert.ok(faults.includes(text), `${text} in ${faults}`);
});

await check("a type with a codec has that codec's words", async (at) => {
    await at.open('#nasty.add');
    assert.equal(await at.text('.type'), 'date as YYYY-MM-DD');
    assert.match(await at.text('.signature'), /\(to: date as YYYY-MM-DD\) → date as YYYY-MM-DD/);
});

for (const [hash, name, value, width] of [['#math.div?params=[1]', 'divisor', '1e9', 1280],
                                          ['#same', 'n', '1e9', 390]]) {
    await check(`a click on Send is not lost where a fault is told, at ${width}`, async (at) => {
        await at.open(hash);
        await at.fill(at.field(name), value);
        await at.point('form .main');
        const place = () => at.page.locator('form .main').boundingBox();
        const before = await place();
        await at.page.mouse.down();
        await at.page.waitForTimeout(100);
        assert.deepEqual(await place(), before);
        await at.page.mouse.up();
        await at.page.waitForSelector('text=Not sent');
        assert.match(await at.fault(), /^Must be/);
    }, {viewport: {width, height: 1200}});
}

await check('a line that tells a fault moves no button', async (at) => {
    await at.open('#counter.advance');
    const place = () => at.page.locator('form .main').boundingBox();
    const before = await place();
    await at.fill(at.field('by'), '101');
    await at.press('Tab');
    assert.match(await at.fault(), /^Must be/);
    assert.deepEqual(await place(), before);
});

// --------------------------------------------------------------------------- the form and the text

await check('64 bits go there and back unchanged', async (at) => {
    await at.open('#same');
    await at.fill(at.field('n'), int64_max);
    await at.send();
    assert.equal(await at.text('.tree'), int64_max);
    assert.match(await at.text('.answer .quiet'), /^200 · \d+ ms · \d+ B$/);
});

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
    const values = at.page.locator('.slot .slot input.exact');
    for (const [i, name, value] of [[0, 'rent', '-5'], [1, 'rent', '7']]) {
        await names.nth(i).fill(name);
        await values.nth(i).fill(value);
    }
    await at.click('form .main');
    assert.match(await at.text('form'), /Has the key "rent" twice/);
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
    assert.deepEqual((await at.call()).params.by, {kind: 'transfer', iban: ''});
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
    const docs = await at.page.locator('.docs').textContent();
    assert.match(docs, /"transfer"transfer"card"payment_card"cash"cash/);
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
    for (const [by, fault] of [
        ['{"kind":"crad"}', /^Line 1, column 64: “kind” must be "transfer" or "card" or "cash"/],
        ['{"number":"42"}', /^Line 1, column 56: “kind” must be/],
        ['{"kind":"card","x":1}', /by must be a payment_card/], ['7', /by must be a payment/]]) {
        await write(by);
        assert.match(await at.fault(), fault, by);
    }
    await at.click('form .main');
    await at.click('text=Send anyway');
    assert.match(await at.answer(), /-32602/);
});

await check('texts with a meaning have inputs of their own', async (at) => {
    await at.open('#text.keep');
    await at.fill(at.field('day'), '2024-02-29');
    await at.fill(at.field('at'), '2024-02-29 12:00:00Z');
    await at.press('Tab');
    assert.equal(await at.fault(), 'Must be a date-time, not "2024-02-29 12:00:00Z"');
    await at.page.getByText('Now', {exact: true}).first().click();
    await at.page.getByText('New', {exact: true}).click();
    const {day, at: now, id} = (await at.call()).params.event;
    assert.equal(day, '2024-02-29');
    assert.ok(Math.abs(Date.parse(now) - Date.now()) < 60_000, now);
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    await at.send();
    assert.match(await at.text('.tree'), new RegExp(`"id": "${id}"`));
});

await check('a form with texts follows, and the server says why one is refused', async (at) => {
    await at.open('#text.next_day');
    const write = (day) => at.write(`{"id":1,"method":"text.next_day","params":[${day}]}`);
    await write('"2023-12-31"');
    assert.equal(await at.value(at.field('day')), '2023-12-31');
    await write('"2023-02-29"');
    assert.match(await at.fault(), /day must be a date/);
    await at.open('#text.keep');
    await at.fill(at.field('day'), '2024-02-29');
    await at.fill(at.field('at'), '2024-02-29T24:00:00Z');
    await at.page.getByText('New', {exact: true}).click();
    await at.send();
    assert.equal(await at.fault(),
        'Must be a date-time, got string: the time must be 00:00:00 to 23:59:59');
});

await check('bytes come from a file, and wrong base64 is told', async (at) => {
    await at.open('#text.reversed');
    const chooser = at.page.waitForEvent('filechooser');
    await at.click('text=From a file');
    await (await chooser).setFiles({name: 'x', mimeType: '', buffer: Buffer.from([1, 2, 3])});
    await at.page.waitForFunction(() => document.querySelector('.envelope').value.includes('AQID'));
    await at.send();
    assert.match(await at.text('.tree'), /^3 bytes/);
    assert.equal(await at.page.locator('.means span').textContent(), '"AwIB"');
    await at.fill(at.field('octets'), 'AQI');
    await at.click('form .main');
    assert.equal(await at.fault(), 'Must be base64 of 0 to 400 characters, not "AQI"');
});

await check('unions stand in lists and in themselves', async (at) => {
    await at.open('#union.value');
    await at.pick('op of term', 'sum');
    await at.click('text=Add element');
    await at.click('text=Add element');
    await at.fill(at.page.locator('form input.exact').nth(0), '1');
    await at.fill(at.page.locator('form input.exact').nth(1), '2.5');
    await at.send();
    assert.equal(await at.text('.tree'), '3.5');
});

await check('a tree of itself is built', async (at) => {
    await at.open('#type.count_folders');
    await at.fill(at.field('name'), 'top');
    await at.click('text=Add element');
    await at.page.locator('textarea.enters').nth(1).fill('below');
    await at.send();
    assert.equal(await at.text('.tree'), '2');
});

await check('any JSON is taken, its fault told with its place', async (at) => {
    await at.open('#type.same_json');
    await at.fill(at.field('value'), '[1.0, {"a": 00}]');
    await at.page.keyboard.press('Tab');
    assert.match(await at.text('form .fault'), /^Must be JSON: .* at character 14$/);
    await at.fill(at.field('value'), '[1.0, {"a": 1e400}]');
    await at.send();
    assert.match(await at.text('.tree'), /1\.0,[^]*1e400/);
});

await check('the form follows the text', async (at) => {
    await at.open('#geo.longest');
    await at.write(`{"jsonrpc": "2.0", "id": "x", "method": "geo.longest", "params": [[
        {"name": "n", "path": [{"x": 1e0, "y": 0}], "note": null, "lanes": 8}]]}`);
    assert.equal(await at.value(at.field('x')), '1e0');
    assert.equal(await at.value(at.field('lanes')), '8');
    assert.ok(await at.page.getByLabel('by position').isChecked());
    await at.fill(at.field('lanes'), '7');
    assert.match(await at.value('.envelope'), /"id": "x"[^]*"x": 1e0[^]*"lanes": 7/);
});

await check('a fault in the text shows its place, and it can be sent anyway', async (at) => {
    await at.open('#same');
    await at.write('{"jsonrpc": "2.0",\n "id": 1, "method": "same" "params": [1]}');
    assert.match(await at.fault(), /^Line 2, column 28: “,” or “}” is expected/);
    assert.equal(await at.text('.place mark'), '"');
    await at.click('form .main');
    await at.click('text=Send anyway');
    assert.match(await at.answer(), /Error -32700/);
    await at.write('{"jsonrpc": "2.0", "id": 1, "method": "same", "params": {"m": 1}}');
    assert.match(await at.fault(), /no parameter "m"/);
    await at.write('{"jsonrpc": "2.0", "id": 1, "method": "ping"}');
    assert.match(await at.fault(), /the form is for one call of same/);
});

await check('faults are told before anything is sent', async (at) => {
    for (const [method, name, value, told] of [
        ['same', 'n', '', /Required: an integer/], ['same', 'n', '0x1', /Must be an integer/],
        ['same', 'n', '9223372036854775808', /Must be an integer/],
        ['same', 'n', '1.0', /Must be an integer/],
        ['math.div', 'divisor', '1e7', /Must be a number from/],
        ['math.div', 'dividend', '1e999', /Must be a number/],
        ['type.greatest', 'label', '123456', /Must have 0 to 5 characters, not 6/]]) {
        await at.open(`#${method}`);
        await at.fill(at.field(name), value);
        await at.click('form .main');
        assert.match((await at.texts('form .fault')).join(' '), told, value);
    }
    assert.equal(at.requests.filter((one) => one.method() === 'POST').length, 0);
});

await check('by position, and not where a method wants names', async (at) => {
    await at.open('#math.div');
    await at.fill(at.field('dividend'), '1');
    await at.fill(at.field('divisor'), '4');
    await at.page.getByText('by position').click();
    assert.deepEqual((await at.call()).params, [1, 4]);
    await at.send();
    assert.equal(await at.text('.tree'), '0.25');
    await at.open('#type.greatest');
    assert.equal(await at.page.getByText('by position').count(), 0);
    assert.match(await at.text('form'), /by name only/);
});

await check('a notification has no answer', async (at) => {
    await at.open('#counter.reset');
    await at.page.getByLabel('Notification').check();
    assert.equal((await at.call()).id, undefined);
    await at.send();
    assert.match(await at.text('.status'), /notification/);
});

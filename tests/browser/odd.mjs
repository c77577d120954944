// A document that is legal and odd, and keys in odd moments: no exception, nothing lost.
import assert from 'node:assert/strict';
import {check, with_document} from './page.mjs';

const ref = (name) => ({$ref: `#/components/schemas/${name}`});
const orNull = (schema) => ({anyOf: [schema, {type: 'null'}]});
const list = {type: 'array', items: {type: 'integer'}};
const digit = {type: 'integer', minimum: 0, maximum: 9};
const bytes = {type: 'string', contentEncoding: 'base64'};
const tagged = (kind) => ({
    title: `tag ${kind}`, type: 'object', required: ['kind'],
    properties: {kind: {type: 'string', const: kind}},
});
const method = (name, params, summary = 'It.') => ({
    name, summary, params, paramStructure: 'either',
    result: {name: 'result', schema: {type: 'null'}},
});
const odd = {
    methods: [
        method('a.rows', [
            {name: 'rows', required: true, schema: {type: 'array', items: ref('row')}},
            {name: 'mood', schema: orNull(ref('mood'))}]),
        method('a.gap', [
            {name: 'n', schema: {...digit, default: 3}}, {name: 'm', schema: digit}]),
        method('b.docs', [{name: 'p', description: 'as schemas/main says',
            schema: {type: 'string', default: 'schemas/main.json'}}]),
        method('c.null', [
            {name: 'l', schema: {...orNull(list), default: null}},
            {name: 's', schema: {...orNull({type: 'string'}), default: null}}]),
        method('d.blanks', [{name: 'c', required: true, schema: ref('blanks')}]),
        method('e.slow', [], 'Waits a while.'),
        method('g.bytes', [
            {name: 'may', schema: bytes}, {name: 'must', required: true, schema: bytes}]),
        {...method('h.words', []), deprecated: true, 'x-blocking': true, 'x-scopes': ['admin'],
            'x-tool': {name: 'words', annotations: {destructiveHint: false, idempotentHint: true}}},
        {...method('h.reads', [{name: 'n', schema: digit}]), paramStructure: 'by-name',
            'x-tool': {annotations: {readOnlyHint: true, destructiveHint: false}}},
        method('f.tags', [{name: 'u', required: true, schema: ref('either')}]),
    ],
    components: {schemas: {
        row: {title: 'row', type: 'object', required: ['x'],
            properties: {x: {type: 'integer'}, l: list}},
        mood: {title: 'mood', type: 'string', enum: ['good', 'bad']},
        blanks: {title: 'blanks', type: 'string', enum: ['a  b', ' c']},
        plain: tagged('plain'), constructor: tagged('constructor'),
        either: {title: 'either', oneOf: [ref('plain'), ref('constructor')],
            discriminator: {propertyName: 'kind', mapping: {}}},
    }},
};

async function prepare(at, gate = Promise.resolve()) {
    await with_document(at, (own) => ({...own, ...odd}));
    await at.page.route('**/api', async (route) => {
        const sent = JSON.parse(route.request().postData());
        await gate;
        const one = ({id}) => ({jsonrpc: '2.0', result: null, id});
        await route.fulfill({contentType: 'application/json',
            body: JSON.stringify(Array.isArray(sent) ? sent.map(one) : one(sent))});
    });
}

await check('an element that was opened and closed is lost by nothing', async (at) => {
    await prepare(at);
    await at.open('#a.rows');
    for (const i of [0, 1]) {
        await at.page.getByLabel('Add element to rows').click();
        await at.page.getByLabel('Send: l').nth(i).click();
        await at.page.getByLabel('Send: l').nth(i).click();
        await at.page.getByLabel('x', {exact: true}).nth(i).fill(String(i + 5));
    }
    await at.page.getByLabel(/^Remove element 1/).click();
    assert.deepEqual((await at.call()).params, {rows: [{x: 6}]});
    await at.page.reload();
    assert.deepEqual((await at.call()).params, {rows: [{x: 6}]});
    assert.equal(await at.page.getByLabel('x', {exact: true}).inputValue(), '6');
});

await check('what the docs say is no type', async (at) => {
    await prepare(at);
    await at.open('#b.docs');
    assert.match(await at.text('form'), /as schemas\/main says/);
});

await check('short types stand beside the title', async (at) => {
    await prepare(at);
    for (const [name, tags] of [
        ['h.words', ['deprecated', 'blocking', 'scope admin', 'adds only', 'idempotent',
            'MCP words']],
        ['h.reads', ['by name only', 'read-only', 'MCP h_reads']], ['e.slow', ['MCP e_slow']]]) {
        await at.open(`#${name}`);
        assert.deepEqual(await at.texts('.tag'), tags);
    }
    await at.open('#h.reads');
    assert.equal(await at.page.locator('.slot .tag').count(), 0, 'not once more at each parameter');
});

await check('a default of null is no list and no text', async (at) => {
    await prepare(at);
    await at.open(`#c.null?params=${encodeURIComponent('{"l":[1]}')}`);
    assert.deepEqual((await at.call()).params, {l: [1]});
    assert.equal(await at.page.getByLabel('s', {exact: true}).getAttribute('placeholder'), 'null');
    await at.page.getByLabel('Send: l').uncheck();
    await at.page.getByLabel('Send: l').check();
    assert.deepEqual((await at.call()).params, {l: [1]});
});

await check('bytes that are empty are sent where they are required, else left out', async (at) => {
    await prepare(at);
    await at.open('#g.bytes');
    assert.deepEqual((await at.call()).params, {must: ''});
    await at.fill(at.field('may'), 'AQ==');
    await at.fill(at.field('may'), '');
    assert.deepEqual((await at.call()).params, {must: ''});
});

await check('a choice that is null is copied for C++', async (at) => {
    await prepare(at);
    await at.open('#a.rows');
    await at.pick('The call as', 'C++');
    await at.page.getByLabel('null: mood').check();
    assert.match(await at.text('.code > pre'), /a\.rows\(\{\}, \{\}\)/);
});

await check('by position, what is left out before another is its default', async (at) => {
    await prepare(at);
    await at.open('#a.gap');
    await at.pick('Params', 'by position');
    await at.fill(at.field('m'), '5');
    assert.deepEqual((await at.call()).params, [3, 5]);
});

await check('surplus positional arguments are reported', async (at) => {
    await prepare(at);
    await at.open('#a.gap');
    await at.write('{"jsonrpc":"2.0","id":1,"method":"a.gap","params":[1,2,\n 3]}');
    assert.match(await at.error(), /^Line 2, column 2: a\.gap has no parameter 3/);
});

await check('choices keep their blanks, and a tag has any name', async (at) => {
    await prepare(at);
    await at.open('#d.blanks');
    assert.deepEqual((await at.call()).params, {c: 'a  b'});
    await at.open('#f.tags');
    await at.page.locator('form').getByText('constructor', {exact: true}).click();
    assert.deepEqual((await at.call()).params, {u: {kind: 'constructor'}});
});

await check('Ctrl Enter in the palette sends nothing; it finds words of docs', async (at) => {
    await prepare(at);
    await at.open('#a.gap');
    await at.press('Control+k');
    await at.type('waits');
    await at.press('Control+Enter');
    await at.page.waitForSelector('h1:text("e.slow")');
    assert.equal(at.posts(), 0);
});

await check('a batch that is sent waits for its response, whatever is pressed', async (at) => {
    let open;
    await prepare(at, new Promise((done) => { open = done; }));
    await at.open('#e.slow');
    await at.click('text=Add to batch');
    await at.click('text=Batch (1)');
    await at.page.waitForSelector('h1:text-is("Batch")');
    await at.press('Control+Enter');
    await at.press('Control+Enter');
    await at.page.waitForTimeout(100);
    assert.ok(!(await at.text('.entries')).includes('no response'));
    open();
    await at.response();
    assert.match(await at.text('.entries'), /Result\s+null$/);
    assert.equal(at.posts(), 1);
});

await check('an error found by the server is shown where the value was entered', async (at) => {
    await prepare(at);
    await at.page.route('**/api', async (route) => {
        await at.page.waitForTimeout(300);
        await route.fulfill({contentType: 'application/json', body: JSON.stringify({
            jsonrpc: '2.0', id: JSON.parse(route.request().postData()).id,
            error: {code: -32602, message: 'Invalid params',
                data: {errors: [{path: '/m', expected: 'integer', got: 'string'}]}},
        })});
    });
    await at.open('#a.gap?params=[1,2]');
    await at.send();
    assert.match(await at.error(), /Must be an integer, got string/);
    await at.click('form .main');
    await at.fill(at.field('m'), '4');
    await at.response();
    assert.equal(await at.page.locator('form .error:not(:empty)').count(), 0);
});

await check('what was deleted comes back where the filter shows nothing', async (at) => {
    await prepare(at);
    await at.open('#e.slow');
    await at.send();
    await at.open('#/history');
    await at.click('main >> text=Clear');
    await at.page.getByLabel('Filter calls').fill('zzz');
    await at.click('text=Undo');
    assert.match(await at.focused(), /^INPUT/);
    await at.page.getByLabel('Filter calls').fill('');
    assert.equal(await at.page.locator('.entries li').count(), 1);
});

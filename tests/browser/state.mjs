// What changes while the page is open, and documents that are odd in other ways: nothing is lost or
// joined, and nothing throws.
import assert from 'node:assert/strict';
import {check, with_document} from './page.mjs';

const ref = (name) => ({$ref: `#/components/schemas/${name}`});
const method = (name, schema, result = {type: 'null'}) => ({
    name, summary: 'It.', params: [{name: 'p', required: true, schema}], paramStructure: 'either',
    result: {name: 'result', schema: result},
});
const odd = {
    methods: [
        method('__proto__', {type: 'integer'}),
        method('a.many', {type: 'array', items: {type: 'number'},
                          minItems: 4096, maxItems: 4096}),
        method('a.format', {type: 'string', format: 'constructor'}),
        method('a.id', ref('id'), ref('id_result')),
        method('dot.', {type: 'integer'}),
    ],
    components: {schemas: {
        id: {title: 'id', type: 'string', maxLength: 8},
        id_result: {title: 'id_result', type: 'integer', minimum: 0, maximum: 9},
    }},
};
async function prepare(at, response = () => ({result: null})) {
    await with_document(at, (own) => ({...own, ...odd}));
    await at.page.route('**/api', async (route) => route.fulfill({json: {
        jsonrpc: '2.0', id: JSON.parse(route.request().postData()).id, ...response()}}));
}

await check('Back shows a form as it was edited, not as its link filled it in', async (at) => {
    await at.open('#same?params=[1]');
    await at.fill(at.field('n'), '2');
    await at.click('#list >> text=math.div');
    await at.page.waitForSelector('main h1:text("math.div")');
    await at.page.goBack();
    await at.page.waitForSelector('main h1:text("same")');
    assert.equal(await at.value(at.field('n')), '2');
    await at.open('#same?params=[3]', true);
    await at.page.waitForFunction(() => document.querySelector('.envelope').value.includes('3'));
    assert.equal(await at.value(at.field('n')), '3', 'a new link fills it in');
});

await check('a kept form of other parameters does not send what it does not show', async (at) => {
    await at.open('#same?params=[1]');
    await at.page.evaluate(() => {
        keepSession();
        const kept = JSON.parse(sessionStorage.getItem(sessionKey));
        kept.forms.same.slots = [['other', ['value', ['9', '9']]]];
        sessionStorage.setItem(sessionKey, JSON.stringify(kept));
        onpagehide = document.onvisibilitychange = null;
    });
    await at.page.reload();
    assert.deepEqual((await at.call()).params, [1]);
    assert.equal(await at.value(at.field('n')), '1', 'the form follows the text');
});

await check('a batch that is cancelled keeps the responses it has', async (at) => {
    await at.open('#same?params=[7]');
    await at.click('text=Add to batch');
    await at.open('#/batch', true);
    await at.click('text=Send batch');
    await at.page.waitForSelector('.sent > div + div');
    await at.page.route('**/api', () => {});  // never answered
    await at.click('text=Send batch');
    await at.page.getByRole('button', {name: 'Cancel'}).click();
    await at.page.waitForSelector('.status:text("Cancelled")');
    assert.match(await at.text('.sent > div + div'), /^Result\s+7$/);
});

await check('a batch whose page has gone with its token is answered to nobody', async (at) => {
    let open;
    const gate = new Promise((done) => { open = done; });
    await at.page.route('**/api', async (route) => { await gate; await route.continue(); });
    await at.open('#same?params=[7]');
    await at.click('text=Add to batch');
    await at.open('#/batch', true);
    await at.click('text=Send batch');
    await at.page.evaluate(() => { batch = undefined; location.hash = ''; });
    const response = at.page.waitForResponse('**/api');
    open();
    await (await response).finished();
    await at.page.waitForFunction(() => past().length === 1);  // remembered: run() has ended
});

await check('a fixed list of thousands opens, and says what it lacks', async (at) => {
    await prepare(at);
    await at.open('#a.many');
    assert.equal(await at.page.locator('.nest li').count(), 50);
    await at.click('form .main');
    assert.match((await at.texts('form .error')).join(), /exactly 4096 elements, not 50/);
});

await check('names that objects inherit are names like others', async (at) => {
    await prepare(at);
    await at.open('#a.format');
    await at.fill(at.field('p'), 'x');
    assert.deepEqual((await at.call()).params, {p: 'x'});
    await at.open('#__proto__');
    await at.fill(at.field('p'), '5');
    await at.page.reload();
    assert.equal(await at.value(at.field('p')), '5');
    assert.ok((await at.texts('#list li a')).includes('dot.'));
});

await check('types of like names that differ are two', async (at) => {
    await prepare(at);
    await at.open('#a.id');
    assert.equal(await at.page.locator('.docs a >> text=id_result').count(), 1);
    await at.open('#/type/id_result');
    assert.match(await at.text('main'), /integer, 0–9/);
});

await check("an application's own data.errors marks no field", async (at) => {
    for (const errors of [[{path: ['sku'], expected: 'x'}], [null], [{path: '/p'}], 'no list']) {
        for (const code of [7, -32602]) {
            await at.page.unrouteAll();
            await prepare(at, () => ({error: {code, message: 'no', data: {errors}}}));
            await at.open('#a.id?params=["x"]');
            await at.send();
            assert.match(await at.response(), new RegExp(`^Error ${code}: no$`));
            assert.equal(await at.page.locator('form .error:not(:empty)').count(), 0);
        }
    }
});

await check('the token dialog can be left without a key', async (at) => {
    await at.open('#same');
    await at.page.evaluate(() => askToken());
    await at.page.getByRole('button', {name: 'Cancel'}).click();
    await at.page.waitForSelector('#token[open]', {state: 'detached'});
    await at.page.evaluate(() => askToken());
    await at.fill('#token input', 'ключ-ключ-ключ');
    await at.click('text=Use token');
    await at.page.waitForSelector('#token .error:not(:empty)');
    assert.equal(await at.text('#token .error'), 'Invalid token.');
});

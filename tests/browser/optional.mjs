// What may be left out or null, how elements are named, and how errors are reported.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

const box = (at, name) => at.page.getByRole('checkbox', {name, exact: true});
const params = async (at) => (await at.call()).params;

// ------------------------------------------------------------------------------- left out or null

await check('an empty field is not sent, its default stands in it', async (at) => {
    await at.open('#type.greatest');
    assert.equal(await params(at), undefined);
    assert.equal(await at.page.getByText('absent').count(), 0);
    const hint = (name) => at.field(name).getAttribute('placeholder');
    assert.deepEqual([await hint('n'), await hint('label')], ['not sent', 'x']);
    await at.fill(at.field('n'), '18446744073709551615');
    await at.fill(at.field('label'), 'y');
    assert.match(await at.value('.envelope'), /"n": 18446744073709551615,\s*"label": "y"/);
    await at.fill(at.field('n'), '');
    await at.fill(at.field('label'), '');
    assert.equal(await params(at), undefined);
    await at.send();
    assert.equal(await at.text('.tree'), 'null');
    await at.open('#same');
    assert.equal(await hint('n'), null, 'what is required has none');
});

await check('null is a switch where it is allowed, and only there', async (at) => {
    await at.open('#type.greatest');
    assert.equal(await at.page.getByText('null', {exact: true}).count(), 1);
    await at.fill(at.field('n'), '5');
    await box(at, 'null: n').check();
    assert.deepEqual(await params(at), {n: null});
    assert.ok(await at.field('n').isDisabled());
    await box(at, 'null: n').uncheck();
    assert.deepEqual(await params(at), {n: 5});
    await at.write('{"id":1,"method":"type.greatest","params":{"n":null}}');
    assert.ok(await box(at, 'null: n').isChecked());
    await at.write('{"id":1,"method":"type.greatest"}');
    assert.ok(!await box(at, 'null: n').isChecked());
    assert.equal(await at.value(at.field('n')), '');
});

await check('yes and no and enumerations have a choice of nothing first', async (at) => {
    await at.open('#type.greatest');
    assert.deepEqual(await at.texts('form [aria-label="known"] span'),
        ['true (default)', 'false', 'true']);
    await at.pick('known', 'false');
    assert.deepEqual(await params(at), {known: false});
    await at.write('{"id":1,"method":"type.greatest","params":{"known":true}}');
    assert.ok(await at.page.getByLabel('true', {exact: true}).isChecked());
    await at.write('{"id":1,"method":"type.greatest","params":{}}');
    assert.ok(await at.page.getByLabel('true (default)').isChecked());
    await at.open('#geo.longest');
    const unit = at.page.locator('select');
    assert.deepEqual(await unit.locator('option').allTextContents(), ['m (default)', 'm', 'ft']);
    await unit.selectOption('ft');
    assert.equal((await params(at)).routes[0].in, 'ft');
    await unit.selectOption('m (default)');
    assert.ok(!('in' in (await params(at)).routes[0]));
});

await check('an empty text is sent where the text of the call says so', async (at) => {
    await at.open('#type.greatest?params={"label":""}');
    const hint = () => at.field('label').getAttribute('placeholder');
    assert.deepEqual([await at.value(at.field('label')), await hint()], ['', 'empty text']);
    await at.pick('known', 'true');
    assert.deepEqual(await params(at), {known: true, label: ''}, 'the form sends it too');
    await at.page.reload();
    await at.pick('known', 'false');
    assert.deepEqual(await params(at), {known: false, label: ''}, 'a reload keeps it');
    assert.equal(await hint(), 'empty text');
    await at.fill(at.field('label'), 'z');
    await at.fill(at.field('label'), '');
    assert.deepEqual(await params(at), {known: false});
    assert.equal(await hint(), 'x');
});

await check('a required text that is empty is missing, but for "" in the request', async (at) => {
    await at.open('#union.pay');
    const hint = () => at.field('iban').getAttribute('placeholder');
    assert.deepEqual(await params(at), {by: {kind: 'transfer'}});
    await at.click('form .main');
    assert.equal(await at.text('.refusal span'), 'Not sent: iban is required');
    assert.equal(await at.error(), 'Required');
    assert.equal(await at.field('iban').getAttribute('aria-invalid'), 'true');
    assert.ok(await at.field('iban').evaluate((one) => one === document.activeElement));
    await at.write('{"id":1,"method":"union.pay","params":{"by":{"kind":"transfer","iban":""}}}');
    assert.deepEqual([await at.value(at.field('iban')), await hint()], ['', 'empty text']);
    await at.fill(at.field('days'), '9');
    assert.deepEqual(await params(at), {by: {kind: 'transfer', iban: '', days: 9}});
    await at.page.reload();
    assert.equal(await hint(), 'empty text');
    await at.send();
    assert.match(await at.text('.response .tree'), /"iban": "",/);
    await at.fill(at.field('iban'), 'z');
    await at.fill(at.field('iban'), '');
    assert.deepEqual(await params(at), {by: {kind: 'transfer', days: 9}}, 'it was emptied');
    await at.click('form .main');
    assert.deepEqual([await at.error(), await hint(), at.posts()], ['Required', '', 1]);
});

await check('an element that is empty is an empty text', async (at) => {
    await at.open('#type.count_words');
    await at.page.getByLabel('Add element to words').click();
    assert.deepEqual(await params(at), {words: ['']});
    await at.send();
    assert.match(await at.text('.response .tree'), /"": 1/);
    await at.open('#type.total');
    await at.page.getByLabel('Add element to amounts').click();
    await at.click('form .main');
    assert.equal(await at.text('.refusal span'), 'Not sent: value 1 of amounts is required');
});

await check('lists, maps and unions are opened by a switch', async (at) => {
    await at.open('#nasty.bound');
    assert.equal(await at.page.getByText('Add element').count(), 0);
    await box(at, 'Send: tags').check();
    assert.deepEqual(await params(at), {tags: []});
    await at.page.getByLabel('Add element to tags').click();
    await box(at, 'Send: tags').uncheck();
    assert.equal(await params(at), undefined);
    await at.open('#union.pay_all');
    assert.ok(!('at_last' in await params(at)));
    await box(at, 'null: at_last').check();
    assert.ok(await box(at, 'Send: at_last').isChecked());
    assert.equal((await params(at)).at_last, null);
    await box(at, 'null: at_last').uncheck();
    assert.equal((await params(at)).at_last.kind, 'transfer');
    await box(at, 'Send: at_last').uncheck();
    assert.ok(!('at_last' in await params(at)));
});

await check('forms that an older page kept harm nothing', async (at) => {
    await at.open('#type.greatest');
    await at.page.evaluate(() => sessionStorage.setItem('callbox session /api', JSON.stringify({
        forms: {'type.greatest': {fields: [['n', ['absent', null]], ['known', ['absent', 'true']]],
            text: '', style: 'by name', notify: false, id: '9', follows: true}}})));
    await at.page.evaluate(() => { onpagehide = document.onvisibilitychange = null; });
    await at.page.reload();
    assert.equal(await params(at), undefined);
    await at.fill(at.field('n'), '1');
    assert.deepEqual(await params(at), {n: 1});
});

// ------------------------------------------------------------------------------ names of elements

await check('a fixed count is called exactly that', async (at) => {
    await at.open('#geo.rotate');
    assert.equal(await at.text('.slot .type'), 'list of integer, exactly 3 elements');
});

await check('what is touched in a form is 40 pixels high on a phone', async (at) => {
    await at.open('#geo.longest');
    const lowerThan = (height, what) => at.page.locator(what).evaluateAll((all, least) => all
        .filter((one) => one.offsetHeight && one.offsetHeight < least)
        .map((one) => one.outerHTML), height);
    assert.deepEqual(await lowerThan(40,
        'main :is(button, select, summary:not(.tree *), label:has(input)), ' +
        'form :is(input:not([type=checkbox], [type=radio]), textarea)'), []);
    assert.ok(await at.page.locator('.tree summary').count() > 0);
    assert.deepEqual(await lowerThan(24, '.tree summary'), [], 'a line of what is read');
}, {viewport: {width: 360, height: 740}});

await check('elements are numbered, and renumbered when one is removed', async (at) => {
    await at.open('#type.count_words?params={"words":["a","b\\u0062","c"]}');
    assert.deepEqual(await at.texts('li .name'), ['1', '2', '3']);
    await at.page.getByLabel('Remove element 1 of words').click();
    assert.deepEqual(await at.texts('li .name'), ['1', '2']);
    assert.equal(await at.value(at.page.getByLabel('element 1 of words', {exact: true})), 'bb');
    assert.match(await at.value('.envelope'), /"b\\u0062"/, 'as it was written');
    assert.deepEqual(await params(at), {words: ['bb', 'c']});
    assert.equal(await at.page.locator(':focus').innerText(), 'Add element');
    await at.open('#type.total?params={"amounts":{"a":1,"b":2}}');
    assert.deepEqual(await at.texts('li .name'), ['key', 'value', 'key', 'value']);
    await at.page.getByLabel('Remove element 1 of amounts').click();
    assert.deepEqual(await params(at), {amounts: {b: 2}});
    assert.equal(await at.value(at.page.getByLabel('key 1 of amounts')), 'b');
    assert.equal(await at.value(at.page.getByLabel('value 1 of amounts')), '2');
});

await check('no two buttons of a form are called the same', async (at) => {
    await at.open('#geo.middle?params=[[{"x":1,"y":2},{"x":3,"y":4}]]');
    const names = await at.page.locator('main button').evaluateAll(
        (all) => all.map((one) => one.ariaLabel ?? one.textContent));
    for (const name of ['Remove element 2 of path', 'Add element to path', 'Use example 1'])
        assert.ok(names.includes(name), name);
});

await check('only a text of several lines has a grip', async (at) => {
    await at.open('#type.mix');
    const grip = () => at.field('a').evaluate((one) => getComputedStyle(one).resize);
    const high = async () => (await at.field('a').boundingBox()).height;
    assert.equal(await grip(), 'none');
    const before = await high();
    await at.fill(at.field('a'), 'x\ny\nz');
    assert.equal(await grip(), 'vertical');
    assert.ok(await high() > before + 30);
    await at.open('#same');
    assert.equal(await at.field('n').evaluate((one) => getComputedStyle(one).resize), 'none');
});

await check('a number gets a pad of digits where it has no minus', async (at) => {
    for (const [method, name, mode] of [['same', 'n', 'text'], ['counter.advance', 'by', 'numeric'],
                                        ['math.div', 'dividend', 'text']]) {
        await at.open(`#${method}`);
        assert.equal(await at.field(name).getAttribute('inputmode'), mode, name);
    }
});

// ----------------------------------------------------------------------------------------- errors

await check('an error is shown beside its field and Send, and announced once', async (at) => {
    await at.open('#math.div?params={"dividend":1,"divisor":2}');
    await at.fill(at.field('divisor'), '1e9');
    await at.fill(at.field('dividend'), '');
    await at.click('form .main');
    assert.equal(await at.text('.refusal span'), 'Not sent: dividend is required');
    assert.deepEqual((await at.texts('.slot .error')).filter(Boolean),
        ['Required', 'Must be a number from -1e+06 to 1e+06, not 1e9']);
    assert.ok(await at.field('dividend').evaluate((one) => one === document.activeElement));
    const described = await at.field('dividend').evaluate(
        (one) => document.getElementById(
            one.getAttribute('aria-describedby').split(' ')[0]).innerText);
    assert.equal(described, 'Required');
    assert.equal(await at.text('#live'), 'Not sent', 'the field has the rest');
    await at.press('Control+Enter');
    assert.equal(await at.text('#live'), 'Not sent: dividend is required',
        'where the focus was there');
    await at.fill(at.field('dividend'), '1');
    assert.equal(await at.text('.refusal'), '');
    assert.equal(at.posts(), 0);
});

await check('an error in a list names the number of the element', async (at) => {
    await at.open('#geo.rotate?params={"v":[1,2,3]}');
    await at.fill(at.page.getByLabel('element 2 of v', {exact: true}), 'x');
    await at.click('form .main');
    assert.match(await at.text('.refusal'), /^Not sent: element 2 of v must be an integer from/);
    await at.open('#nasty.bound?params={"tags":["a","a"]}');
    await at.click('form .main');
    assert.match(await at.text('.refusal'),
        /^Not sent: tags has the duplicate elements 1 and 2/);
});

await check("the server's error for a missing value reads like that of the form", async (at) => {
    await at.open('#same');
    await at.click('form .main');
    await at.click('text=Send anyway');
    assert.match(await at.response(), /Error -32602/);
    assert.equal(await at.error(), 'Required');
});

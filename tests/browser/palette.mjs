// The palette, which finds methods, types, pages and actions; and the pages of types.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

const find = async (at, text) => {
    await at.press('Control+k');
    await at.page.waitForSelector('#palette[open]');
    await at.type(text);
};
const go = async (at, text) => {
    await find(at, text);
    await at.press('Enter');
    assert.ok(!await at.page.locator('#palette').isVisible());
};
const found = (at) => at.texts('#found .name');
const kinds = (at) => at.texts('#found small:last-child');
const active = (at) => at.page.evaluate(() => {
    const id = document.activeElement.getAttribute('aria-activedescendant');
    const chosen = [...document.querySelectorAll('[aria-selected=true]')];
    if (chosen.length !== 1 || chosen[0].id !== id) return 'unclear';
    return chosen[0].firstChild.textContent;
});

await check('the palette finds methods, types, pages and actions', async (at) => {
    await at.open('');
    for (const [text, title, kind] of [
        ['gmid', 'geo.middle', 'method'], ['two colours', 'type.mix', 'method'],
        ['number_o', 'number_or_sum', 'type'], ['histo', 'History', 'page'],
        ['shortc', 'Shortcuts', 'action']]) {
        await find(at, text);
        assert.deepEqual([(await found(at))[0], (await kinds(at))[0]], [title, kind]);
        await at.press('Escape');
    }
    await find(at, 'xqz');
    assert.equal(await at.text('#palette [role=status]'), 'Nothing matches.');
    await at.press('Enter');
});

await check('in the palette methods come before types, but for one of that name', async (at) => {
    await at.open('');
    for (const text of ['pay', 'un', 'ro']) {
        await find(at, text);
        const all = await kinds(at);
        assert.ok(all.includes('method') && all.includes('type'), text);
        assert.equal(all[0], 'method', text);
        const titles = await found(at), named = titles.filter((one, i) =>
            all[i] === 'method' && one.toLowerCase().includes(text));
        assert.ok(named.length > 1);
        for (const one of named)
            assert.ok(titles.indexOf(one) < all.indexOf('type'), `${one}, for ${text}`);
        await at.press('Escape');
    }
    await find(at, 'row');
    assert.deepEqual([(await found(at))[0], (await kinds(at))[0]], ['row', 'type']);
});

await check('the palette shows why it found something', async (at) => {
    await at.open('');
    const marks = (part) => at.texts(`#found li:first-child ${part} mark`);
    const reason = '#found li:first-child .reason';
    await find(at, 'longest');
    assert.deepEqual(await marks('.name'), ['longest']);
    await at.press('Escape');
    await find(at, 'points most');
    assert.equal((await found(at))[0], 'geo.longest');
    assert.deepEqual((await marks('.reason')).sort(), ['most', 'points']);
    await at.press('Escape');
    await find(at, 'first line');  // far behind the beginning of the docs
    assert.equal((await found(at))[0], 'nasty.markup');
    assert.match(await at.text(reason), /^… /);
    for (const one of await at.page.locator(`${reason} mark`).all()) {
        const place = await one.boundingBox(), all = await at.page.locator(reason).boundingBox();
        assert.ok(place.width > 5 && place.x + place.width <= all.x + all.width, 'it is cut off');
    }
    const colours = await at.page.evaluate((one) => ['', ' mark'].map(
        (part) => getComputedStyle(document.querySelector(one + part)).color), reason);
    assert.notEqual(...colours);
});

await check('Enter goes to what is found, Escape back to where one was', async (at) => {
    await at.open('#same');
    await at.page.locator('.envelope').focus();
    await find(at, 'div');
    await at.press('Escape');
    assert.match(await at.value(':focus'), /jsonrpc/);
    await go(at, 'div');
    await at.page.waitForSelector('h1:text("math.div")');
    assert.equal(await at.focused(), 'H1 math.div');
    await go(at, 'point');
    await at.page.waitForSelector('h1:text("point")');
    assert.equal(await at.focused(), 'H1 point');
    await go(at, 'batch');
    await at.page.waitForSelector('h1:text("Batch")');
    await find(at, 'same');
    await at.click('[role=option]:has-text("type.same")');
    await at.page.waitForSelector('h1:text("type.same")');
    await at.press('Control+k');
    await at.page.mouse.click(5, 5);
    assert.ok(!await at.page.locator('#palette').isVisible(), 'a click beside it closes it');
});

await check('the palette does what buttons do', async (at) => {
    await at.open('#same?params=[7]');
    await at.page.locator('h1').focus();
    await go(at, 'send');
    assert.match(await at.response(), /Result/);
    assert.equal(await at.focused(), 'H1 same');
    await go(at, 'add to');
    await at.page.waitForSelector('text=Batch (1)');
    await go(at, 'theme');
    assert.equal(await at.page.locator('.bar').getByLabel('Theme: light').count(), 1);
    const download = at.page.waitForEvent('download');
    await go(at, 'client.py');
    assert.equal((await download).suggestedFilename(), 'client.py');
    await go(at, 'shortcuts');
    assert.ok(await at.page.locator('#keys').isVisible());
    await at.press('Escape');
    assert.equal(await at.focused(), 'H1 same');
});

await check('the palette is a combobox with a list', async (at) => {
    await at.open('#same');
    const prevented = await at.page.evaluate(() => ['k', 'K'].map((key) => {
        const event = new KeyboardEvent('keydown', {key, metaKey: true, cancelable: true,
                                                    bubbles: true});
        document.body.dispatchEvent(event);
        return event.defaultPrevented;
    }));
    assert.ok(prevented[0], 'the browser does not take it');
    const input = at.page.getByRole('combobox', {name: 'Go to'});
    assert.ok(await input.evaluate((one) => one === document.activeElement));
    assert.equal(await input.getAttribute('aria-controls'), 'found');
    await at.type('geo');
    const titles = await found(at);
    assert.ok(titles.length > 3);
    assert.equal(await active(at), titles[0]);
    await at.press('ArrowDown');
    assert.equal(await active(at), titles[1]);
    await at.press('ArrowUp');
    await at.press('ArrowUp');
    assert.equal(await active(at), titles.at(-1));
    await at.press('Control+k');
    assert.equal(await at.page.locator('dialog[open]').count(), 1);
    await at.press('Enter');
    await at.page.waitForSelector(`h1:text("${titles.at(-1)}")`);
});

// ------------------------------------------------------------------------------------------ types

await check('a type has a page: members, a sample, where it is used', async (at) => {
    await at.open('#/type/point');
    const text = await at.text('main');
    assert.match(text, /x\s+number, -1000 to 1000\s+to the east/);
    assert.deepEqual(JSON.parse(await at.text('main pre')), {x: 1, y: 1});
    const users = await at.texts('main li');
    for (const one of ['geo.middle(path: list of point) → point', 'route'])
        assert.ok(users.includes(one), one);
    assert.ok(users.some((one) => one.startsWith('type.same(')));
    assert.ok(!users.some((one) => one.startsWith('math.div')));
    await at.click('main li >> text="route"');
    await at.page.waitForSelector('h1:text-is("route")');
    assert.match(await at.text('main'), /note\s+string or null, optional.*\s+anything else/);
    await at.open('#/type/unit');
    assert.match(await at.text('main'), /"m" or "ft"/);
    await at.open('#/type/payment');
    assert.match(await at.text('main'), /"card"\s+payment_card/);
});

await check('names of types in the docs of a method lead to their pages', async (at) => {
    await at.open('#geo.longest');
    await at.click('.docs .mono >> text="route"');
    await at.page.waitForSelector('h1:text-is("route")');
    await at.click('main dd >> text="point"');
    await at.page.waitForSelector('h1:text-is("point")');
    await at.open('#type.count_folders');
    await at.click('.docs h2 >> text="folder"');
    await at.page.waitForSelector('h1:text-is("folder")');
});

await check('an unknown type is reported like an unknown method', async (at) => {
    await at.open('#/type/paymen%3Cb%3E');
    assert.equal(await at.text('h1'), 'Unknown type');
    assert.match(await at.text('main'), /There is no type “paymen<b>” here/);
    await at.click('main li >> text="payment"');
    await at.page.waitForSelector('h1:text-is("payment")');
});

await check('the sample of a type is one that the server takes', async (at) => {
    const takers = {
        route: ['geo.longest', (one) => [[one]]], payment: ['union.pay', (one) => [one]],
        number_or_sum: ['union.evaluate', (one) => [one]], event: ['time.same', (one) => [one]],
        point: ['type.same', (one) => [one]],
    };
    await at.open('');
    const names = await at.page.evaluate(() => Object.keys(
        JSON.parse(document.getElementById('document').textContent).components.schemas));
    const known = await at.page.evaluate(() => [...methods.keys()]);
    let sent = 0;
    for (const name of names) {
        await at.open(`#/type/${name}`);
        const sample = JSON.parse(await at.text('main pre'));
        const [method, given] = takers[name] ?? [];
        if (!known.includes(method)) continue;
        const response = await at.page.request.post(at.url, {data: {
            jsonrpc: '2.0', id: 1, method, params: given(sample)}});
        assert.ok('result' in await response.json(), `${name}: ${await response.text()}`);
        ++sent;
    }
    assert.ok(sent >= 3, `${sent} samples were sent`);
});

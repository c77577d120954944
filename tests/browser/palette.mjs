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
const found = async (at) => (await at.texts('#found > *')).map((one) => one.split(/\s+/).join(' '));
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
        assert.equal((await found(at))[0], `${title} ${kind}`);
        await at.press('Escape');
    }
    await find(at, 'xqz');
    assert.deepEqual(await at.texts('#found'), ['Nothing matches.']);
    assert.equal(await at.text('#live'), 'Nothing matches.');
    await at.press('Enter');
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
    assert.match(await at.answer(), /Result/);
    assert.equal(await at.focused(), 'H1 same');
    await go(at, 'add to');
    await at.page.waitForSelector('text=Batch (1)');
    await go(at, 'theme');
    assert.equal(await at.text('text=/^Theme/'), 'Theme: light');
    const download = at.page.waitForEvent('download');
    await go(at, 'client.py');
    assert.equal((await download).suggestedFilename(), 'client.py');
    await go(at, 'token');
    await at.page.locator('#token input').waitFor();
    await at.press('Escape');
    assert.equal(await at.focused(), 'H1 same');
    await go(at, 'shortcuts');
    assert.ok(await at.page.locator('#keys').isVisible());
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
    const titles = (await found(at)).map((one) => one.split(' ')[0]);
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
    assert.match(text, /x\s+number from -1000 to 1000: to the east/);
    assert.deepEqual(JSON.parse(await at.text('main pre')), {x: 1, y: 1});
    const users = await at.texts('main li');
    for (const one of ['geo.middle', 'type.same', 'route']) assert.ok(users.includes(one), one);
    assert.ok(!users.includes('math.div'));
    await at.click('main li >> text="route"');
    await at.page.waitForSelector('h1:text-is("route")');
    assert.match(await at.text('main'), /note\s+optional string or null: anything else/);
    await at.open('#/type/unit');
    assert.match(await at.text('main'), /"m" or "ft"/);
    await at.open('#/type/payment');
    assert.match(await at.text('main'), /"card"\s+payment_card/);
});

await check('names of types in the docs of a method lead to their pages', async (at) => {
    await at.open('#geo.longest');
    assert.equal(await at.text('.signature'),
        '(routes: list of route) → route_result');
    await at.click('.signature a');
    await at.page.waitForSelector('h1:text-is("route")');
    await at.page.goBack();
    await at.click('.docs summary');
    await at.click('.docs dd >> text=point');
    await at.page.waitForSelector('h1:text-is("point")');
});

await check('an unknown type is told as an unknown method is', async (at) => {
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
    const known = await at.texts('#list a > :first-child');
    let sent = 0;
    for (const name of names) {
        await at.open(`#/type/${name}`);
        const sample = JSON.parse(await at.text('main pre'));
        const [method, given] = takers[name] ?? [];
        if (!known.includes(method)) continue;
        const answer = await at.page.request.post(at.url, {data: {
            jsonrpc: '2.0', id: 1, method, params: given(sample)}});
        assert.ok('result' in await answer.json(), `${name}: ${await answer.text()}`);
        ++sent;
    }
    assert.ok(sent >= 3, `${sent} samples were sent`);
});

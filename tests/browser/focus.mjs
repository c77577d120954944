// Whatever goes from the page, the focus stays on it.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

await check('the focus goes back to what opened a dialog', async (at) => {
    await at.open('#same?params=[1]');
    assert.ok(!await at.page.locator('#tools').getByText('Token').isVisible(), 'none is in use');
    const refuse = (route) => route.fulfill({status: 401});
    await at.page.route('**/api', refuse);
    at.expects_errors = true;
    await at.press('Control+Enter');
    await at.page.waitForSelector('dialog[open]');
    await at.page.unroute('**/api', refuse);
    await at.press('Escape');
    await at.page.waitForFunction(() => document.activeElement.textContent === 'same');
    for (const [name, escape] of [['Token', true], ['Token', false], ['?', true]]) {
        await at.page.locator('#tools button').getByText(name, {exact: true}).focus();
        await at.press('Enter');
        await at.page.waitForSelector('dialog[open]');
        await at.press(escape ? 'Escape' : 'Enter');
        await at.page.waitForSelector('dialog[open]', {state: 'detached'});
        assert.equal(await at.focused(), `BUTTON ${name}`);
    }
    await at.open('#same');
    await at.press('?');
    await at.press('Escape');
    await at.page.waitForFunction(() => document.activeElement.textContent === 'same');
    await at.page.getByRole('button', {name: 'Theme: system'}).click();
    assert.equal(await at.focused(), 'BUTTON ◐');
    assert.equal(await at.text('#live'), 'Theme: light');
});

await check('the focus stays where a response comes and goes', async (at) => {
    await at.open('#nasty.wait?params={"ms":3000}');
    await at.press('Control+Enter');
    await at.page.getByRole('button', {name: 'Cancel'}).focus();
    await at.press('Enter');
    await at.page.waitForSelector('p.status:text("Cancelled")');
    assert.equal(await at.focused(), 'BUTTON Send');
    await at.send();
    await at.page.locator('.tree').focus();
    await at.press('Control+Enter');
    assert.equal(await at.page.evaluate(() => document.activeElement.className), 'tree scalar');
    await at.response();
    assert.equal(await at.focused(), 'SECTION');
});

await check('the focus stays where a button has done its work', async (at) => {
    await at.open('#same');
    await at.fill(at.field('n'), 'x');
    await at.click('form .main');
    await at.page.getByText('Send anyway').focus();
    await at.press('Enter');
    await at.response();
    assert.equal(await at.focused(), 'BUTTON Send');
    await at.open('#/history');
    await at.page.getByRole('button', {name: 'Run again'}).focus();
    await at.press('Enter');
    await at.page.waitForFunction(() => document.querySelectorAll('.entries li').length === 2);
    assert.equal(await at.focused(), 'BUTTON Run again');
    await at.open('#type.same_json');
    await at.fill(at.field('value'), `[${Array(250).fill(1)}]`);
    await at.send();
    await at.page.getByText('50 more').focus();
    await at.press('Enter');
    assert.equal(await at.page.evaluate(() => document.activeElement.className), 'tree');
});

await check('the first field is at most three Tabs away, and one by the skip link', async (at) => {
    await at.open('');
    const isFirst = () => at.page.evaluate(() => document.activeElement ===
        document.querySelector('.params :is(input, textarea, select)'));
    for (const name of ['same', 'math.div', 'geo.longest', 'union.pay', 'type.greatest',
                        'nasty.bound', 'text.keep', 'nasty.rows']) {
        await at.open(`#${name}`);
        let tabs = 0;
        do await at.press('Tab'); while (!await isFirst() && ++tabs < 9);
        assert.ok(tabs < 3, `${name}: ${tabs}`);
    }
    for (const [name, field] of [['math.div', 'dividend'], ['geo.longest', 'name']]) {
        await at.open(`#${name}`);
        await at.page.locator('#skip').focus();
        assert.ok((await at.page.locator('#skip').boundingBox()).x >= 0, 'it is seen');
        assert.equal(await at.text('#skip'), 'Skip to the form');
        await at.press('Enter');
        assert.ok(await at.field(field).evaluate((one) => one === document.activeElement));
    }
});

await check('the focus is on the title of a page that was gone to', async (at) => {
    await at.open('#same');
    for (const [link, title] of [
        ['#list a:has-text("math.div")', 'math.div'], ['text=History', 'History'],
        ['text=Batch', 'Batch'], ['.brand', 'Methods']]) {
        await at.page.locator(link).first().focus();
        await at.press('Enter');
        await at.page.waitForSelector(`main h1:text-is("${title}")`);
        assert.equal(await at.focused(), `H1 ${title}`);
    }
});

// Whatever goes from the page, the focus stays on it.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

await check('the focus goes back to what opened a dialog', async (at) => {
    for (const [name, escape] of [['Token', true], ['Token', false], ['Shortcuts', true]]) {
        await at.open('#same');
        await at.page.locator(`#tools >> text=${name}`).focus();
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
    await at.click('#tools >> text=Theme');
    assert.equal(await at.focused(), 'BUTTON Theme: light');
});

await check('the focus stays where an answer comes and goes', async (at) => {
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
    await at.answer();
    assert.equal(await at.focused(), 'SECTION');
});

await check('the focus stays where a button has done its work', async (at) => {
    await at.open('#same');
    await at.fill(at.field('n'), 'x');
    await at.click('form .main');
    await at.page.getByText('Send anyway').focus();
    await at.press('Enter');
    await at.answer();
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

await check('the focus is on the title of a page that was gone to', async (at) => {
    await at.open('#same');
    for (const [link, title] of [
        ['#list a:has-text("math.div")', 'math.div'], ['text=History', 'History'],
        ['text=Batch', 'Batch'], ['.brand', 'callbox']]) {
        await at.page.locator(link).first().focus();
        await at.press('Enter');
        await at.page.waitForSelector(`main h1:text-is("${title}")`);
        assert.equal(await at.focused(), `H1 ${title}`);
    }
});

// The layout: what must never overlap, break or leave the window, on the pages of two servers.
import assert from 'node:assert/strict';
import {check_inventory} from './inventory.mjs';
import {check} from './page.mjs';

// ------------------------------------------------------------------------------ what is measured

// In the page: returns its current layout errors.
export function layout_errors() {
    const wrong = [], shown = (one) => one.checkVisibility(
        {opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true});
    const name = (one) => `${one.tagName.toLowerCase()}${one.className && `.${one.className}`}`;
    for (const one of document.querySelectorAll('#list li'))
        one.style.contentVisibility = 'visible';

    // No pane but those of code and values scrolls sideways.
    for (const one of [document.documentElement, ...document.querySelectorAll(
        'main, .side, .docs, .call, .request, .response, .page, dialog, #found')])
        if (shown(one) && one.scrollWidth > one.clientWidth + 1)
            wrong.push(`${name(one)} is ${one.scrollWidth - one.clientWidth} px too wide`);

    // Broken words. Prose may break after a hyphen or a slash.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), inks = [];
    const layerOf = (one) => one.closest('dialog, header, .send, .side, .note');
    const lost = '.unseen, details i';  // for screen readers
    const clipped = (rect, from) => {
        let {left, right, top, bottom} = rect;
        for (let one = from; one && one !== document.body; one = one.parentElement) {
            const {overflowX, overflowY, position, textOverflow} = getComputedStyle(one);
            const box = one.getBoundingClientRect();
            if (overflowX === 'hidden' && textOverflow === 'clip' && !one.matches(lost) &&
                right > box.right + 1.5) wrong.push(`${name(from)} is cut off by ${name(one)}`);
            if (overflowX !== 'visible')
                [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
            if (overflowY !== 'visible')
                [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
            if (position === 'fixed') break;
        }
        return {left, right, top, bottom};
    };
    const ink = (rect, one, what) => {
        const box = clipped(rect, one);
        if (box.right - box.left > 2 && box.bottom - box.top > 2)
            inks.push({...box, what, layer: layerOf(one), one});
    };
    for (let node; (node = texts.nextNode());) {
        const one = node.parentElement;
        if (one.closest('script, style, noscript, .tree .lines, .editor pre, .unseen') ||
            !node.data.trim() || !shown(one)) continue;
        const range = document.createRange(), isName = one.closest(
            'h1, h2, th, td, a, label, button, summary .name, .tag, .status, small:not(.type)');
        for (const {0: word, index} of node.data.matchAll(
            isName ? /\S+/g : /-?[\p{L}\p{N}_.,–]+/gu)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
            if (rects.some((rect) => Math.abs(rect.top - rects[0].top) > 2))
                wrong.push(`${name(one)} breaks ${word}`);
        }
        range.selectNodeContents(node);
        if (!one.closest('button, select, textarea'))
            for (const rect of range.getClientRects()) ink(rect, one, node.data.trim());
    }

    // Texts and controls that lie upon each other; and boxes that do, of those that stand in a row.
    for (const one of document.querySelectorAll('button, input, select, textarea'))
        if (shown(one)) ink(one.getBoundingClientRect(), one, name(one));
    const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    inks.sort((a, b) => a.top - b.top);
    inks.forEach((a, i) => {
        for (let j = i + 1; j < inks.length && inks[j].top < a.bottom; ++j) {
            const b = inks[j];
            if (a.layer === b.layer && overlap(a, b) && !a.one.contains(b.one) &&
                !b.one.contains(a.one)) wrong.push(`${a.what} lies upon ${b.what}`);
        }
    });
    const rows = '.bar, .bar nav, .slot:not(.group), .send, .heads, .heads .end, .head, .tags, ' +
        '.title, .example, .entries .row, .page > .row, .methods li, tr, summary, .tabs, ' +
        '.segmented';
    for (const row of document.querySelectorAll(rows)) {
        const boxes = [...row.children].filter((one) => {
            const {position, display} = getComputedStyle(one);
            return shown(one) && position !== 'absolute' && display !== 'inline';
        }).map((one) => [one, clipped(one.getBoundingClientRect(), one)]);
        boxes.forEach(([one, a], i) => boxes.slice(i + 1).forEach(([other, b]) =>
            overlap(a, b) && wrong.push(`${name(one)} and ${name(other)} of ${name(row)}`)));
    }
    return [...new Set(wrong)];
}

// Each page in turn, and each form with its errors shown.
async function all_errors(layout_errors) {
    const all = [];
    const go = (hash) => new Promise((done) => {
        if (location.hash === hash || location.hash === `#${hash}`) return done();
        addEventListener('hashchange', () => setTimeout(done), {once: true});
        location.hash = hash;
    });
    const see = (where) => all.push(...layout_errors().map((one) => `${where}: ${one}`));
    const types = Object.keys(api.components.schemas).map((one) => `#/type/${one}`);
    for (const hash of ['', '#/batch', '#/history', '#/type/none', '#none', ...types]) {
        await go(hash);
        see(hash);
    }
    await go('#/status');
    await new Promise((done) => setTimeout(done, 300));
    see('#/status');
    for (const [name, {params}] of methods) {
        await go(`#${name}`);
        see(name);
        if (!params.some((one) => one.required)) continue;
        view.send();
        see(`${name} with errors`);
    }
    // All that the bar can show.
    [token, tray] = ['a token', Array(99).fill('{}')];
    showTools();
    see('the bar with a token');
    [token, tray] = ['', []];
    showTools();
    // What opens above the page.
    for (const [name, open] of Object.entries({
        shortcuts: () => $('keys').showModal(),
        token: () => askToken('The server requires a token.'),
        palette: () => { openPalette(); $('wanted').value = 'e'; $('wanted').oninput(); },
        list: () => innerWidth < 800 && $('side').showPopover(),
        menu: () => innerWidth < 800 && $('tools').showPopover()})) {
        open();
        see(name);
        for (const one of document.querySelectorAll('dialog[open]')) one.close();
        for (const one of document.querySelectorAll(':popover-open')) one.hidePopover();
    }
    return {all, count: methods.size + types.length};
}

const sizes = [[1440, 900], [1200, 800], [1024, 768], [800, 600], [390, 844]];
for (const [width, height] of sizes) {
    for (const [which, begin, count_min] of [['the inventory', check_inventory, 30],
                                             ['every type', check, 40]]) {
        await begin(`nothing breaks or overlaps in ${which}: ${width}`, async (at) => {
            await at.open('');
            const {all, count} = await at.page.evaluate(`(${all_errors})(${layout_errors})`);
            assert.ok(count >= count_min, `${count} pages`);
            assert.deepEqual(all, []);
        }, {viewport: {width, height}});
    }
}

for (const [width, height] of sizes) {
    await check_inventory(`nothing breaks or overlaps in responses: ${width}`, async (at) => {
        const found = async (where) =>
            assert.deepEqual(await at.page.evaluate(layout_errors), [], where);
        await at.open('');
        for (const hash of ['product.list', 'order.list', 'order.unpaid?params={"before":null}',
                            'stock.movements?params=["A-1",null]', 'product.get?params=["A-1"]',
                            'product.get?params=["not there"]', 'stock.take?params=["A-1",9999999]',
                            'order.get?params=[1]']) {
            await at.open(`#${hash}`, true);
            await at.page.waitForSelector(`h1:text-is("${hash.split('?')[0]}")`);
            await at.page.evaluate(() => { view.send(); });
            await at.page.waitForTimeout(50);
            if (await at.page.getByText('Send anyway').count()) await at.click('text=Send anyway');
            await at.response();
            await found(hash);
            for (const which of ['Raw', 'Table']) {
                const tab = at.page.getByRole('radio', {name: which});
                if (!await tab.count()) continue;
                await at.pick('View', which);
                await found(`${hash} ${which}`);
            }
            await at.click('text=Add to batch');
        }
        assert.ok(await at.page.evaluate(() => tray.length) > 4);
        await at.open('#/batch', true);
        await found('batch');
        await at.click('text=Send batch');
        if (await at.page.getByText('Send anyway').count()) await at.click('text=Send anyway');
        await at.page.waitForSelector('.sent > div + div');
        await found('batch with its responses');
        await at.click('text=The whole batch');
        await found('the whole batch');
        await at.open('#/history', true);
        await at.page.waitForSelector('.entries .name');
        await found('history');
        await at.click('.entries >> text=Run again');
        await at.page.waitForSelector('.status');
        await at.click('.entries >> text=Delete');
        await found('history with a response');
    }, {viewport: {width, height}});
}

await check('the checks find broken words and overlaps', async (at) => {
    await at.open('#math.div');
    const found = () => at.page.evaluate(layout_errors);
    const style = (what, all) => at.page.evaluate(([what, all]) => Object.assign(
        document.querySelector(what).style, all), [what, all]);
    assert.deepEqual(await found(), []);
    await style('.docs .name', {display: 'block', width: '3em', overflowWrap: 'anywhere'});
    assert.match((await found()).join(), /breaks dividend/);
    await at.open('#math.div');
    await style('.send .main', {marginRight: '-40px'});
    assert.match((await found()).join(), /button.main and .* of div.send/);
    await at.open('#math.div');
    await style('.slot .type', {marginTop: '-14px'});
    assert.match((await found()).join(), /number lies upon dividend|dividend lies upon number/);
    await at.open('#math.div');
    await style('.docs .name',
        {display: 'block', width: '3em', overflow: 'hidden', whiteSpace: 'nowrap'});
    assert.match((await found()).join(), /name is cut off/);
    await at.open('#math.div');
    await style('.docs h1', {minWidth: '900px'});
    assert.match((await found()).join(), /too wide/);
});

// Where the panes stand, what is in sight, and how few keys lead to it.
import assert from 'node:assert/strict';
import {check_inventory} from './inventory.mjs';
import {check} from './page.mjs';

// ------------------------------------------------------------------------------- what is in sight

for (const [width, height] of [[1440, 900], [1200, 800], [390, 844]]) {
    await check_inventory(`Send is in sight at each method: ${width}`, async (at) => {
        await at.open('');
        const all = await at.page.evaluate(() => [...methods.values()].map(
            (one) => [one.name, one['x-event'] ? 'Subscribe' : 'Send']));
        assert.ok(all.length >= 20);
        for (const [name, label] of all) {
            await at.open(`#${name}`, true);
            await at.page.waitForSelector(`h1:text-is("${name}")`);
            const [text, box, hits, scrolled] = await at.page.evaluate(() => {
                const sender = document.querySelector('form .main');
                const {left, right, top, bottom} = sender.getBoundingClientRect();
                const hits = [[(left + right) / 2, (top + bottom) / 2], [left + 4, top + 4],
                    [right - 4, bottom - 4]].map(([x, y]) => document.elementFromPoint(x, y));
                return [sender.textContent, {left, right, top, bottom},
                    hits.every((one) => one === sender), scrollY];
            });
            assert.equal(text, label);
            assert.equal(scrolled, 0);
            assert.ok(box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height,
                `${name}: ${JSON.stringify(box)}`);
            assert.ok(hits, `${name}: something lies upon ${label}`);
        }
    }, {viewport: {width, height}});
}

for (const [which, begin] of [['the inventory', check_inventory], ['every type', check]]) {
    await begin(`three Tabs lead to the first field: ${which}`, async (at) => {
        await at.open('');
        const names = await at.page.evaluate(() => [...methods.values()].filter(
            (one) => one.params.length).map((one) => one.name));
        const far = [];
        const is_first = () => at.page.evaluate(() => document.activeElement ===
            document.querySelector('.params :is(input, textarea, select, .nest > button)'));
        for (const name of names) {
            await at.open(`#${name}`);
            await at.page.waitForSelector('form');
            let tabs = 0;
            for (; tabs < 9 && !await is_first(); ++tabs) await at.press('Tab');
            if (tabs > 3) far.push(`${name}: ${tabs}`);
            await at.page.evaluate(() => { document.activeElement.blur(); });
            await at.page.locator('#skip').focus();
            assert.equal(await at.text('#skip'), 'Skip to the form');
            await at.press('Enter');
            assert.ok(await is_first(), `${name}: the button leads elsewhere`);
        }
        assert.ok(names.length > 15);
        assert.deepEqual(far, []);
    });
}

await check_inventory('six fields fit into 400 px', async (at) => {
    await at.open('#product.create');
    assert.equal(await at.page.locator('.params .slot:not(.group)').count(), 6);
    const height = await at.page.evaluate(() => {
        const all = [...document.querySelectorAll('.params .slot:not(.group)')];
        return all.at(-1).getBoundingClientRect().bottom - all[0].getBoundingClientRect().top;
    });
    assert.ok(height > 150 && height <= 400, `${height} px`);
}, {viewport: {width: 1440, height: 900}});

await check_inventory('a type has one name', async (at) => {
    await at.open('');
    const variants = await at.page.evaluate(
        () => Object.keys(api.components.schemas).filter((one) => one.endsWith('_result')));
    assert.ok(variants.length > 0, 'there are some');
    const texts = await at.page.evaluate(async () => {
        const all = [], spellings = ['curl', 'TypeScript', 'Python', 'C++', 'MCP', 'Link'];
        const see = (where) => all.push([where, document.body.innerText,
            ...[...document.querySelectorAll('[title], [aria-label]')].map(
                (one) => `${one.title} ${one.ariaLabel}`)].join('\n'));
        const hashes = ['', '#/batch', ...[...methods.keys()].map((one) => `#${one}`),
            ...typeNames().map((one) => `#/type/${one}`)];
        for (const hash of hashes) {
            location.hash = hash;
            navigate();
            for (const one of document.querySelectorAll('details')) one.open = true;
            see(hash);
            for (const one of document.querySelectorAll('[aria-label="The call as"] input')) {
                if (!spellings.includes(one.value)) continue;
                one.click();
                see(`${hash} ${one.value}`);
            }
        }
        return all;
    });
    assert.ok(texts.length > 100);
    for (const one of texts) assert.ok(!/\w_result\b/.test(one), /.*_result\b.*/.exec(one)?.[0]);
    for (const one of variants) {
        await at.open(`#/type/${one}`);
        assert.equal(await at.text('h1'), one.replace(/_result$/, ''));
    }
});

// -------------------------------------------------------------------------------------- the panes

// A pane that scrolls on its own takes the others nowhere.
const scroll = (at, what, by) => at.page.evaluate(([what, by]) => {
    const pane = document.querySelector(what);
    pane.scrollTop = by;
    const others = ['#side', '.docs', '.code', '.response'].filter((one) => one !== what);
    return [pane.scrollTop, ...others.map((one) => document.querySelector(one).scrollTop), scrollY];
}, [what, by]);

// Send and what belongs to it; the choice of the transport is a row of its own.
async function is_one_row(at) {
    const middles = await at.page.locator('.send > :visible:not(.row)').evaluateAll((all) => all
        .map((one) => one.getBoundingClientRect()).map(({top, bottom}) => (top + bottom) / 2));
    assert.ok(middles.length >= 3);
    assert.ok(Math.max(...middles) - Math.min(...middles) < 4, middles.join());
}

for (const [width, height] of [[1440, 900], [1200, 800]]) {
    await check_inventory(`list, form and call stand side by side: ${width}`, async (at) => {
        await at.open('#order.place?params=' +
            JSON.stringify([Array(12).fill({sku: 'A-1', count: 1})]));
        await at.send();
        const boxes = await Promise.all([
            '#side', '.docs', '.call', '.request', '.response', 'header',
        ].map((one) => at.page.locator(one).boundingBox()));
        const [list, docs, call, request, response, header] = boxes;
        assert.equal(Math.round(list.width), 240);
        assert.ok(docs.width >= 440 && docs.width <= 640, `${docs.width}`);
        assert.equal(Math.round(list.x + list.width), Math.round(docs.x));
        assert.equal(Math.round(docs.x + docs.width), Math.round(call.x));
        assert.equal(Math.round(call.x + call.width), width);
        for (const one of [list, docs, call]) {
            assert.ok(Math.abs(one.y - header.height) < 2);
            assert.ok(Math.abs(one.y + one.height - height) < 2, 'as high as the window');
        }
        assert.ok(request.y + request.height <= response.y + 1);
        await is_one_row(at);
        for (const tab of await at.page.locator('.tabs span').all()) {
            const {x, width: wide} = await tab.boundingBox();
            assert.ok(x >= call.x && x + wide <= width - 20, 'each tab is in sight');
        }
        assert.ok(response.y + response.height <= height + 1 && response.height > height / 4);
        const code = await at.page.locator('.code').boundingBox();
        assert.ok(code.height < height * .58, 'the call leaves the response its room');
        for (const pane of ['.docs', '.code', '.response']) {
            if (pane === '.response') await at.page.evaluate(() => {
                document.querySelector('.response').style.height = '90px';  // so that it scrolls
            });
            const [own, ...others] = await scroll(at, pane, 40);
            assert.equal(own, 40, pane);
            assert.deepEqual(others, [0, 0, 0, 0], pane);
            await scroll(at, pane, 0);
        }
        await at.page.setViewportSize({width, height: 500});
        const [own, ...others] = await scroll(at, '#side', 40);
        assert.deepEqual([own, ...others], [40, 0, 0, 0, 0]);
    }, {viewport: {width, height}});
}

for (const [width, height] of [[1024, 768], [800, 600]]) {
    await check_inventory(`the call stands below the form: ${width}`, async (at) => {
        await at.open('#product.create');
        const box = (what) => at.page.locator(what).first().boundingBox();
        const [list, docs, call, response] = await Promise.all(
            ['#side', '.docs', '.call', '.response'].map(box));
        assert.ok(list.x === 0 && Math.abs(list.x + list.width - docs.x) < 1);
        assert.ok(Math.abs(docs.x - call.x) < 1 && Math.abs(docs.width - call.width) < 1);
        assert.ok(docs.y + docs.height <= call.y + 1 && call.y < response.y);
        assert.ok(Math.abs(docs.x + docs.width - width) < 1);
        assert.ok(!await at.page.getByRole('button', {name: 'Methods', exact: true}).isVisible());
        await at.page.evaluate(() => scrollTo(0, 9999));
        const {y, height: high} = await box('#side');
        assert.ok(y > -1 && y <= 60 && y + high > height - 1, 'the list stays');
    }, {viewport: {width, height}});
}

await check_inventory('on a phone the list is a drawer, and Send is in a bar below', async (at) => {
    await at.open('#product.create');
    const list = at.page.locator('#side'), opener = at.page.getByRole('button', {name: 'Methods'});
    assert.ok(!await list.isVisible());
    await opener.click();
    assert.ok(await list.isVisible());
    await at.press('Escape');
    assert.ok(!await list.isVisible());
    assert.match(await at.focused(), /^BUTTON ☰/);
    await at.press('Enter');
    assert.ok(await list.isVisible());
    const drawer = await list.boundingBox();
    assert.ok(drawer.x === 0 && drawer.y <= 1 && drawer.height > 840 && drawer.width < 390 * .9);
    await at.click('#list a[href="#order.cancel"]');
    await at.page.waitForSelector('h1:text-is("order.cancel")');
    assert.ok(!await list.isVisible());
    await opener.click();
    await at.fill('#search', 'unpaid');
    await at.press('Enter');
    await at.page.waitForSelector('h1:text-is("order.unpaid")');
    assert.ok(!await list.isVisible(), 'Enter in the filter is a choice too');
    await opener.click();
    await at.page.mouse.click(380, 400);
    assert.ok(!await list.isVisible(), 'a click beside it closes it');
    await at.open('#product.create', true);
    for (const end of [0, 9999]) {
        await at.page.evaluate((y) => scrollTo(0, y), end);
        const bar = await at.page.locator('.send').boundingBox();
        assert.ok(bar.x === 0 && bar.width === 390 && Math.abs(bar.y + bar.height - 844) < 1);
        const sender = await at.page.locator('.send .main').boundingBox();
        assert.ok(sender.y > bar.y && sender.y + sender.height < 844);
        await is_one_row(at);
    }
    const last = await at.page.locator('.response').boundingBox();
    const bar = await at.page.locator('.send').boundingBox();
    assert.ok(last.y + last.height <= bar.y + 1, 'the bar hides the end of the page');
}, {viewport: {width: 390, height: 844}});

// --------------------------------------------------------------------------------- forced colours

for (const [what, hash, option, other] of [
    ['a switch', '#math.div', '.segmented label >> nth=0', '.segmented label >> nth=1'],
    ['tabs', '#math.div', '.tabs label >> nth=1', '.tabs label >> nth=2'],
    ['the list of methods', '#same', '#list a[href="#math.div"]', '#list a[href="#same"]']]) {
    await check(`with forced colours the choice is visible: ${what}`, async (at) => {
        await at.open(hash);
        assert.ok(await at.page.evaluate(() => matchMedia('(forced-colors: active)').matches));
        const shot = async () => {
            await at.page.evaluate(() => { document.activeElement.blur(); });
            await at.page.mouse.move(700, 880);
            return (await at.page.locator(option).screenshot()).toString('base64');
        };
        // How much of two pictures differs, from 0 to 1.
        const differ = (a, b) => at.page.evaluate(async (pictures) => {
            const [one, two] = await Promise.all(pictures.map(async (picture) => {
                const bytes = Uint8Array.from(atob(picture), (c) => c.charCodeAt(0));
                const map = await createImageBitmap(new Blob([bytes]));
                const canvas = new OffscreenCanvas(map.width, map.height).getContext('2d');
                canvas.drawImage(map, 0, 0);
                return new Uint32Array(
                    canvas.getImageData(0, 0, map.width, map.height).data.buffer);
            }));
            return one.filter((pixel, i) => pixel !== two[i]).length / one.length;
        }, [a, b]);
        await at.click(other);
        const before = await shot();
        assert.equal(await differ(before, await shot()), 0);
        await at.click(option);
        const chosen = await shot();
        assert.ok(await differ(before, chosen) > .3, `${await differ(before, chosen)} differs`);
        // It can be read.
        const contrast = await at.page.locator(option).evaluate((one) => {
            const text = one.querySelector(':checked + span') ?? one;
            const luminance = (colour) => {
                const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255)
                    .map((part) => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
                return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2];
            };
            const {color, backgroundColor} = getComputedStyle(text);
            const [dark, light] = [color, backgroundColor].map(luminance).sort((a, b) => a - b);
            return (light + .05) / (dark + .05);
        });
        assert.ok(contrast >= 4.5, `a contrast of ${contrast}`);
        await at.click(other);
        assert.ok(await differ(chosen, await shot()) > .3);
    }, {forcedColors: 'active', viewport: {width: 1440, height: 900}});
}

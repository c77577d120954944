// What authors wrote harms nothing; everybody can read and use the page, wherever it is mounted.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createServer, request} from 'node:http';
import {check, origin, url} from './page.mjs';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export async function violations(page) {
    await page.evaluate(axe);
    const found = await page.evaluate((runOnly) => window.axe.run(document, {runOnly}), rules);
    return found.violations.map((one) => `${one.id} ${one.nodes[0].html}`);
}

// ------------------------------------------------------------------------------- safety and access

await check('what authors wrote is text, whatever it looks like', async (at) => {
    await at.open('#nasty.markup');
    await at.click('.example >> text=Use');
    await at.send();
    assert.match(await at.text('.docs'), /<script>harm=1<\/script> "quoted" <\/script> <!-- <img/);
    assert.match(await at.text('.docs'), /<i>second<\/i> line &amp; {{more}} \${harm=1}/);
    assert.equal(await at.text('.tree'), '"</script><script>harm=1</script>"');
    await at.open('#nasty.wait?params=[1]');
    await at.send();
    assert.equal(await at.page.evaluate(() => window.harm), undefined);
    assert.equal(await at.page.locator('img, main script').count(), 0);
});

await check('the theme is picked and stays', async (at) => {
    await at.open('');
    const page_colour = () =>
        at.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await page_colour();
    await at.click('[aria-label="Theme: system"]');
    await at.click('[aria-label="Theme: light"]');
    const dark = await page_colour();
    assert.notEqual(dark, light);
    await at.page.reload();
    assert.equal(await page_colour(), dark);
});

for (const theme of ['light', 'dark']) {
    for (const [device, width, height] of [['desktop', 1440, 900], ['phone', 360, 740]]) {
        await check(`axe finds nothing: ${theme}, ${device}`, async (at) => {
            const scenes = {
                home: [''],
                search: ['', async () => {
                    if (device === 'phone') await at.click('[aria-label=Methods]');
                    await at.fill('#search', 'geo');
                }],
                code: ['#same?params=[1]', () => at.pick('The call as', 'Python')],
                sample: ['#time.same'],
                result: ['#geo.longest', () => at.click('.example >> text=Use').then(at.send)],
                question: ['#geo.longest', () => at.click('.example >> text=Run')],
                optional: ['#type.greatest?params={"n":-5,"label":"too long"}', async () => {
                    await at.click('form .main');
                    await at.click('text=Send anyway');
                    await at.response();
                }],
                error: ['#same', () => at.write('{"jsonrpc": }')],
                markup: ['#nasty.markup', () => at.click('.example >> text=Use').then(at.send)],
                waiting: ['#nasty.wait?params=[700]', async () => {
                    await at.press('Control+Enter');
                    await at.page.waitForSelector('text=Cancel');
                }],
                table: ['#nasty.rows?params=[9]', async () => {
                    await at.send();
                    await at.pick('View', 'Table');
                    await at.click('th button');
                }],
                meanings: ['#text.keep', () => at.click('.example >> text=Use').then(at.send)],
                bytes: ['#text.reversed', () => at.click('.example >> text=Use').then(at.send)],
                earlier: ['#union.pay?params=[{"kind":"card","number":"1"}]', async () => {
                    await at.send();
                    await at.page.getByLabel('notification').check();
                    await at.page.waitForSelector('.earlier');
                }],
                types: ['#type.same'],
                map: ['#type.total', () => at.click('.example >> text=Use').then(at.send)],
                unions: ['#union.pay_all?params=[[{"kind":"cash"}],{"a":{"kind":"cash"}},null]'],
                batch: ['#/batch'],
                answered: ['#math.div?params=[1,0]', async () => {
                    await at.click('text=Add to batch');
                    await at.open('#geo.longest', true);
                    await at.click('.example >> text=Use');
                    await at.click('text=Add to batch');
                    await at.page.evaluate(() => tray.push('{"id": 1, "method": "gone"}'));
                    await at.open('#/batch', true);
                    await at.click('text=Send batch');
                    await at.click('text=Send anyway');
                    await at.page.waitForSelector('.sent > div + div');
                    await at.click('text=The whole batch');
                }],
                history: ['#/history'],
                deleted: ['#/history', () => at.click('.entries >> text=Delete')],
                unknown: ['#math.dib'],
                token: ['', () => at.page.evaluate(() => askToken('The server requires a token.'))],
                menu: ['', () => device === 'phone' && at.click('text=Menu')],
                palette: ['#same', () => at.press('Control+k').then(() => at.type('geo'))],
                type: ['#/type/route'],
                types_unknown: ['#/type/paymen'],
                changed: ['#same?params=[1]', async () => {
                    await at.page.route('**/openrpc.json', (route) => route.fulfill(
                        {headers: {ETag: `"${'0'.repeat(32)}"`}}));
                    await at.send();
                    await at.page.waitForSelector('text=Reload');
                }],
                keys: ['', () => at.press('?')],
            };
            for (const [name, [hash, act]] of Object.entries(scenes)) {
                await at.open(hash);
                await act?.();
                assert.deepEqual(await violations(at.page), [], name);
                const wide = await at.page.evaluate(
                    () => document.documentElement.scrollWidth - innerWidth);
                assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
                const path = `${name}-${theme}-${device}.png`;
                await at.page.screenshot({path, fullPage: device === 'phone'});
            }
        }, {colorScheme: theme, viewport: {width, height}});
    }
}

await check('without JavaScript it is a readable list', async (at) => {
    await at.open('');
    const list = await at.text('.list');
    for (const part of ['geo.longest', 'The route with most points.', 'Of several that are alike',
                        'division by zero', 'curl', 'deprecated'])
        assert.ok(list.includes(part), part);
    assert.equal(await at.page.locator('article[id^=m-]').count(), 34);
    assert.equal(await at.text('h1'), 'callbox');
    const left = async (what) => (await at.page.locator(what).first().boundingBox()).x;
    assert.ok(await left('.list li li >> text=geo.longest') > await left('.list nav >> text=same'));
    const lines = await at.page.locator('article pre').allTextContents();
    assert.ok(lines.length > 28, 'a line for each example');
    for (const line of lines.filter((one) => !one.includes('event-stream'))) {
        const sent = line.replace(/'http:[^']*'/, `'${url}' -s`);
        assert.match(execFileSync('sh', ['-c', sent]).toString(), /"result":|"message":"division/);
    }
    const types = await at.page.locator('.list a[href^="#t-"]').all();
    for (const type of types) {
        const name = await type.textContent();
        assert.equal(await type.getAttribute('href'), `#t-${name}`);
        assert.equal(await at.text(`article[id="t-${name}"] h3`), name);
    }
    assert.ok(types.length > 20, 'links to types');
    for (const one of await at.page.locator('.users code').allTextContents())
        if (!one.startsWith('nasty.markup')) assert.doesNotMatch(one, /[*<]|::/);
    assert.equal(await at.page.locator('.list li b').first().getAttribute('title'), 'required');
    await at.page.screenshot({path: 'without-script.png', fullPage: true});
}, {javaScriptEnabled: false});

// -------------------------------------------------------------------------- wherever it is mounted

await check('with a slash at the end too', async (at) => {
    await at.page.goto(`${url}/browse/#same?params=[3]`);
    await at.send();
    assert.equal(await at.text('.tree'), '3');
});

await check('behind a proxy with a prefix', async (at) => {
    const proxy = createServer((from, to) => {
        const path = from.url.replace(/^\/some\/where/, '');
        const {method, headers} = from;
        from.pipe(request(new URL(path, origin), {method, headers}, (got) => {
            to.writeHead(got.statusCode, got.headers);
            got.pipe(to);
        }));
    });
    await new Promise((done) => proxy.listen(0, '127.0.0.1', done));
    try {
        const there = `http://127.0.0.1:${proxy.address().port}/some/where/api`;
        at.origin = new URL(there).origin;
        await at.page.goto(`${there}/browse#same?params=[4]`);
        await at.send();
        assert.equal(await at.text('.tree'), '4');
        assert.equal(await at.text('#endpoint'), there);
    } finally {
        proxy.closeAllConnections();
        proxy.close();
    }
});

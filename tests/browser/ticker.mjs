// ticker.mjs URL TICKER PAGE: the page of the example, from a server of its own, with the program
// TICKER. URL is of any server, for page.mjs.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createInterface} from 'node:readline';
import {begin, check, end, report} from './page.mjs';

const [, , , program, file] = process.argv;
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const pages = createServer((_, to) => {
    to.setHeader('Content-Type', 'text/html').end(readFileSync(file));
});
await new Promise((ready) => { pages.listen(0, '127.0.0.1', ready); });
const origin = `http://127.0.0.1:${pages.address().port}`;

async function start(address) {
    const made = spawn(program, ['--listen', address, '--cors-origin', origin],
        {stdio: ['ignore', 'ignore', 'pipe']});
    const ended = new Promise((done) => { made.once('exit', done); });
    process.once('exit', () => made.kill('SIGKILL'));
    for await (const line of createInterface(made.stderr)) {
        const url = / ready: (.*)/.exec(line)?.[1];
        if (url) return {url, stop: (name) => { made.kill(name); return ended; }};
    }
    throw new Error(`the ticker at ${address} is not ready`);
}

let server = await start('127.0.0.1:0');
const recent = async () => {
    const body = JSON.stringify({jsonrpc: '2.0', id: 1, method: 'ticker.recent'});
    const response = await fetch(server.url,
        {method: 'POST', headers: {'Content-Type': 'application/json'}, body});
    return (await response.json()).result;
};
async function wait_for(claim) {
    const begin = Date.now();
    while (!await claim()) {
        assert.ok(Date.now() < begin + 15_000, `not within 15 s: ${claim}`);
        await new Promise((go) => { setTimeout(go, 20); });
    }
}

const check_page = (claim, test, settings) => check(`ticker: ${claim}`, async (at) => {
    Object.assign(at, {origin, sent: [], received: []});
    at.page.on('websocket', (socket) => {
        const keep = (all) => ({payload}) => all.push(JSON.parse(payload));
        socket.on('framesent', keep(at.sent)).on('framereceived', keep(at.received));
    });
    at.state = (text) => at.page.getByRole('status').filter({hasText: text}).waitFor();
    at.times = (symbol) => at.page.evaluate((of) => [...prices.get(of)?.keys() ?? []], symbol);
    at.grows = async (symbol) => {
        const last = Math.max(...await at.times(symbol));
        await wait_for(async () => Math.max(...await at.times(symbol)) > last);
    };
    await at.page.goto(`${origin}/#${server.url.replace('http', 'ws')}`);
    await at.state('Live');
    await test(at);
}, settings);

await wait_for(async () => (await recent()).length > 0);  // before a page is opened
await begin();

await check_page('begins with the prices before it was opened, and goes on', async (at) => {
    const opened = await at.page.evaluate(() => performance.timeOrigin);
    assert.ok((await at.times('BOLT')).some((time) => time < opened));
    for (const symbol of ['ACME', 'BOLT', 'CORE']) await at.grows(symbol);
    const is_drawn = () => at.page.evaluate(() => {
        const {width, height} = chart;
        return chart.getContext('2d').getImageData(0, 0, width, height).data.some(Boolean);
    });
    await wait_for(is_drawn);
    assert.match(await at.text('#prices'), /ACME\s+[\d.]+\s+[\d.]+\s+[\d.]+\s+BOLT/);
});

await check_page('a lost connection resumes with since: no event is missing', async (at) => {
    await at.grows('ACME');
    await at.page.evaluate(() => socket.close());
    await at.state('Live again, without a gap');
    assert.ok(at.sent.at(-1).params.since > 0);
    assert.equal(at.sent.filter(({method}) => method === 'ticker.recent').length, 1);
    await at.grows('ACME');
    const got = await at.times('ACME');
    const last = Math.max(...got);
    const all = (await recent()).filter(({symbol}) => symbol === 'ACME')
        .map(({at: time}) => Date.parse(time)).filter((time) => time <= last);
    assert.deepEqual(all.filter((time) => !got.includes(time)), []);
});

await check_page('a restart of the server shows as a gap', async (at) => {
    at.expects_errors = true;  // of attempts to connect
    await at.grows('ACME');
    await server.stop('SIGKILL');
    await at.state('Disconnected');
    const {host} = new URL(server.url);
    await at.page.waitForFunction(() => gaps().length === 1);
    server = await start(host);
    await at.state('Live again, with a gap');
    const codes = at.received.flatMap(({error}) => error ? [error.code] : []);
    assert.deepEqual(codes, [-32007]);
    await at.grows('CORE');
    assert.equal(await at.page.evaluate(() => gaps().length), 1);
});

await check_page('the keyboard alone selects, pauses and reads', async (at) => {
    await at.press('Tab');
    await at.press('C');  // CORE
    await wait_for(() => at.sent.some(({params}) => params?.symbol === 'CORE'));
    await wait_for(async () => (await at.text('#prices')).startsWith('CORE'));
    await wait_for(async () => {  // there is a price of one second ago
        const times = await at.times('CORE');
        return Math.max(...times) - Math.min(...times) > 2000;
    });
    const {result} = at.received.find(({id}) =>
        id === at.sent.find(({params}) => params?.symbol === 'CORE').id);
    const events = at.received.filter(({params}) => params?.subscription === result);
    assert.deepEqual([...new Set(events.map(({params}) => params.result.symbol))], ['CORE']);

    await at.press('Tab');
    await at.press('Space');
    await at.page.locator('#pause[aria-pressed=true]').waitFor();
    await at.page.evaluate(() => new Promise(requestAnimationFrame));
    const paused = await at.text('#prices');
    await at.grows('CORE');
    await at.page.evaluate(() => new Promise(requestAnimationFrame));
    assert.equal(await at.text('#prices'), paused);

    await at.press('Tab');
    await at.press('ArrowLeft');
    const slider = at.page.getByRole('slider');
    assert.match(await slider.getAttribute('aria-valuetext'), /: CORE [\d.]+$/);
    assert.equal(await slider.getAttribute('aria-valuenow'), '-1');
    assert.equal(await at.text('#moment'), await slider.getAttribute('aria-valuetext'));
    await at.press('End');
    assert.equal(await slider.getAttribute('aria-valuetext'), 'now');
});

for (const colorScheme of ['light', 'dark']) {
    await check_page(`axe finds nothing on a phone: ${colorScheme}`, async (at) => {
        await at.page.locator('#prices tr').nth(2).waitFor();
        await at.page.evaluate(axe);
        const found = await at.page.evaluate(() => window.axe.run(document));
        assert.deepEqual(found.violations.map((one) => `${one.id} ${one.nodes[0].html}`), []);
        const {clientWidth, scrollWidth} = await at.page.evaluate(() => {
            const {clientWidth, scrollWidth} = document.documentElement;
            return {clientWidth, scrollWidth};
        });
        assert.equal(scrollWidth, clientWidth);
        await at.page.screenshot({path: `ticker-${colorScheme}.png`});
    }, {colorScheme, viewport: {width: 360, height: 780}});
}

await end();
const status = await server.stop('SIGTERM');
assert.equal(status, 0, 'the exit status of the ticker');
pages.close();
process.exit(report() ? 0 : 1);

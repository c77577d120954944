// The status page: the metrics of a real server, and how a busy one looks.
import assert from 'node:assert/strict';
import {calls, failed, faked, figure, looks_well, page_of, rows, took} from './metrics.mjs';
import {check} from './page.mjs';

await check('status: the calls of this server', async (at) => {
    await at.open('#math.div?params=[1,0]');
    await at.send();
    await at.open('#/status', true);
    await at.page.waitForSelector('main >> text=Running since 2');
    await at.page.evaluate((url) => fetch(url, {
        method: 'POST', headers: {'Content-Type': 'application/json'},
        body: '{"jsonrpc":"2.0","id":1,"method":"math.div","params":[1,0]}'}), at.url);
    await at.page.waitForSelector('main table a >> text=math.div');
    const [[name, count, errors, p50, p99]] = await rows(at, 'Method');
    assert.deepEqual([name, count, errors], ['math.div', '1', '1']);
    for (const one of [p50, p99]) assert.match(one, /^[\d.]+ (µs|ms)$/);
    assert.match(await figure(at, 'Memory'), / [KM]iB of 256 MiB$/);
    assert.deepEqual((await rows(at, 'Phase')).map((one) => one[0]),
        ['idle', 'head', 'body', 'websocket', 'message', 'streaming', 'writing', 'lingering',
            'closing', 'calling']);
    assert.match(await figure(at, 'Blocking calls'), /^0 of \d+ threads$/);
    await at.click('main details summary');
    await at.page.waitForSelector('main details >> text=nasty.wait');
});

// What a server says that has been busy for some minutes, with a gap.
function busy(n) {
    const wave = (i) => 20 + Math.round(15 * Math.sin(n / 9 + i));
    const name = (i) => ['order.place', 'order.get', 'product.find', 'product.create',
        'a_namespace.with_a_long_name.of_a_method_that_is_long'][i] ?? `stock.m${i}`;
    let sum = 0;
    for (let k = 0; k <= n; ++k) sum += 20 + Math.round(15 * Math.sin(k / 9));
    return page_of([
        ...Array.from({length: 14}, (_, i) => {
            const all = Math.round(sum * 40 / (i + 1));
            const parts = [0, .1, .4 + .04 * i, .9, 1 - wave(i) / 1500, 1];
            return [calls(all, name(i)),
                ...took(parts.map((part) => Math.round(all * part)), name(i))];
        }).flat(),
        ...[['404', 3], ['409', 11], ['-32602', 7]].map(([code, by], i) =>
            failed(Math.floor(n / by), code, name(i))),
        ...['idle', 'head', 'body', 'writing', 'lingering', 'calling'].map((phase, i) =>
            `callbox_connections{phase="${phase}"} ${i ? Math.round(wave(i) / 9) : 40 + wave(0)}`),
        `callbox_memory_bytes ${4e7 + 6e5 * n + 2e5 * wave(3)}`,
        'callbox_memory_max_bytes 268435456', 'callbox_blocking_threads 8',
        `callbox_blocking_threads_busy ${Math.min(8, Math.round(wave(1) / 3.5))}`,
        `callbox_blocking_queue_length ${Math.max(0, wave(1) - 28)}`]);
}

const boxes = (at, of = 'main section, main tr') => at.page.evaluate((of) =>
    [...document.querySelectorAll(of)].map((one) => {
        const {x, y, width, height} = one.getBoundingClientRect();
        return [x, y + scrollY, width, height].map(Math.round);
    }), of);

async function looks(at, width) {
    const {page} = at, fake = await faked(at, (n) => n > 25 && n < 29 ? null : busy(n));
    let before;
    at.expects_errors = true;
    await fake.open();
    for (let i = 1; i < 60; ++i) {
        if (i > 25 && i < 29) await fake.fail('cannot be reached');
        else await fake.tick();
        if (i !== 45) continue;
        await at.click('main details summary');
        await page.waitForSelector('main details tbody tr');
        before = await boxes(at);
    }
    assert.deepEqual(await boxes(at), before, 'nothing moves');
    const columns = new Set((await boxes(at, '.charts > *')).map((one) => one[0])).size;
    assert.equal(columns, width > 1000 ? 3 : 1);
    // Only the names of methods may be cut; their title has the rest.
    const cut = await page.evaluate(() =>
        [...document.querySelectorAll('.board :is(h2, p, td, th:not([title]), .plot span)')]
            .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.textContent));
    assert.deepEqual(cut, []);
    await page.clock.resume();  // axe waits
    await looks_well(page);
}

for (const colorScheme of ['light', 'dark']) {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
        await check(`status: axe finds nothing, nothing is cut: ${colorScheme}, ${width}`,
            async (at) => {
                await looks(at, width);
                const path = `status-${colorScheme}-${width}.png`;
                await at.page.screenshot({path, fullPage: true});
            }, {colorScheme, viewport: {width, height}});
    }
}

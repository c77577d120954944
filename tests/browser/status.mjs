// The status page: what it draws of /metrics, and when it reads them.
import assert from 'node:assert/strict';
import {bounds, calls, failed, faked, figure, hide, page_of, path_of, rows, runs_of, start, took}
    from './metrics.mjs';
import {check} from './page.mjs';

// ---------------------------------------------------------------------------------- what it draws

await check('status: each chart shows what happened since the last sample', async (at) => {
    const fake = await faked(at, (n) => page_of([
        '# HELP callbox_calls_total Calls.', '# TYPE callbox_calls_total counter',
        calls(100 + 30 * n), failed(5 + n, '7'), failed(2 * n, '-32602'),
        'callbox_messages_refused_total{code="-32700"} 3',
        'callbox_connections{phase="idle"} 7', 'callbox_connections{phase="calling"} 2',
        `callbox_memory_bytes ${(64 - n) << 20}`, 'callbox_memory_max_bytes 268435456',
        'callbox_blocking_threads 8', 'callbox_blocking_threads_busy 3',
        'callbox_blocking_queue_length 1', ...took([0, 0, 8 * n, 24 * n, 29 * n, 30 * n])]));
    await fake.open();
    assert.match(await at.text('main'), /Running since 2023-11-1\d \d\d:\d\d:20/);
    assert.deepEqual(await rows(at, 'Calls'), [['calls', '–', '0']]);
    await fake.tick();
    await fake.tick();
    assert.equal(await figure(at, 'Calls per second'), '15');
    assert.deepEqual(await rows(at, 'Calls'), [['calls', '15', '60']]);
    assert.equal(await figure(at, 'Errors per second'), '1.5');
    assert.deepEqual(await rows(at, 'Code'), [['7', '0.5', '2'], ['-32602', '1', '4']]);
    // Of 30 calls the 15th is 7 of 16 into the bucket from 10 to 100 ms; the last has no bound.
    assert.equal(await figure(at, 'Latency'), '1 s p99 of the last 30 s');
    assert.deepEqual(await rows(at, 'Quantile'),
        [['p99', '1 s', '1 s'], ['p50', '49 ms', '49 ms']]);
    assert.equal(await figure(at, 'Connections'), '9 open');
    assert.deepEqual(await rows(at, 'Phase'), [['idle', '7', '7'], ['calling', '2', '2']]);
    assert.equal(await figure(at, 'Memory'), '62 MiB of 256 MiB');
    assert.deepEqual(await rows(at, 'Memory'), [['used', '62 MiB', '64 MiB']]);
    assert.equal(await figure(at, 'Blocking calls'), '3 of 8 threads');
    assert.deepEqual(await rows(at, 'Pool'), [['running', '3', '3'], ['waiting', '1', '1']]);
    assert.deepEqual(await rows(at, 'Method'), [['same', '60', '6', '49 ms', '1 s']]);
    // 300 wide for 300 s, 100 high; the axis of calls ends at 20.
    assert.equal(await path_of(at, 'Calls per second'), 'M298.0 25.0L300.0 25.0h0');
    assert.equal(await path_of(at, 'Memory'), 'M296.0 75.0L298.0 75.4L300.0 75.8h0');
    assert.equal(await at.text('#live'), '');
});

await check('status: quantiles are those of histogram_quantile()', async (at) => {
    const fake = await faked(at, () => page_of(took([0, 0, 0, 0, 0, 0])));
    await fake.open();
    for (const [q, counts, seconds] of [
        [.5, [0, 2, 6, 9, 10, 10], .001 + .009 * 3 / 4], [.9, [0, 2, 6, 9, 10, 10], .1],
        [.95, [0, 2, 6, 9, 10, 10], .1 + .9 * .5], [.5, [4, 4, 4, 4, 4, 4], .000005],
        [.99, [0, 0, 0, 0, 0, 3], 1], [1, [1, 1, 1, 1, 1, 1], .00001],
        [.5, [0, 0, 0, 0, 0, 0], NaN], [.5, [], NaN],
    ]) {
        const found = await at.page.evaluate(([q, counts]) => quantile(q, counts), [q, counts]);
        assert.ok(Object.is(found, seconds) || Math.abs(found - seconds) < 1e-12,
            `${q} of ${counts}: ${found}`);
    }
});

await check('status: after a restart no rate is negative, and lines end', async (at) => {
    const fake = await faked(at, (n) => page_of(
        [calls([10, 20, 30, 2, 6, 8][n]), 'callbox_memory_bytes 1024'],
        n < 3 ? start : start + 3602));
    await fake.open();
    for (let i = 1; i < 6; ++i) await fake.tick();
    assert.deepEqual(await rows(at, 'Calls'), [['calls', '1', '26']]);
    assert.equal(await path_of(at, 'Calls per second'),
        'M292.0 0.0L294.0 0.0h0M298.0 60.0L300.0 80.0h0');
    assert.equal(await runs_of(at, 'Memory'), 2);
});

await check('status: a pool has a chart only where there are blocking methods', async (at) => {
    const fake = await faked(at, (n) => page_of([n ? 'callbox_blocking_threads 2' : calls(1)]));
    const chart = at.page.locator('section', {has: at.page.getByText('Blocking calls')});
    await fake.open();
    assert.ok(!await chart.isVisible());
    await fake.tick();
    assert.ok(await chart.isVisible());
});

await check('status: a counter that falls without a restart counts as none', async (at) => {
    const fake = await faked(at, (n) => page_of([calls([5, 3, 4][n])]));
    await fake.open();
    await fake.tick();
    await fake.tick();
    assert.deepEqual(await rows(at, 'Calls'), [['calls', '0.5', '1']]);
});

await check('status: an unreachable server leaves a gap and is polled again', async (at) => {
    at.expects_errors = true;
    const fake = await faked(at, (n) => n > 1 && n < 5 ? null : page_of([calls(10 * n)]));
    await fake.open();
    await fake.tick();
    await fake.fail('The server cannot be reached. Trying again every 2 s.');
    assert.match(await at.text('#live'), /cannot be reached/);
    assert.equal(await figure(at, 'Calls per second'), '5', 'the charts stay');
    await fake.fail('cannot be reached');
    await fake.fail('cannot be reached');
    await fake.tick();
    assert.ok(!/reached/.test(await at.text('main')));
    assert.equal(await at.text('#live'), '');
    assert.equal(await figure(at, 'Calls per second'), '–');
    await fake.tick();
    await fake.tick();
    assert.equal(await runs_of(at, 'Calls per second'), 2);
    // Those during the gap count too.
    assert.deepEqual(await rows(at, 'Method'), [['same', '70', '0', '–', '–']]);
});

await check('status: labels are read as Prometheus writes them, and are text', async (at) => {
    const names = ['a\\b', 'a\\nb', 'a\nb', 'say "hi"', '} 7', 'a="b",c="d"', '__proto__', 'ä ☃',
                   '"><img src=x onerror=harm=1>', '</table><script>harm=1</script>'];
    const label = (text) => text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
    const fake = await faked(at, (n) => page_of([
        ...names.map((name, i) =>
            `callbox_calls_total{version="1",method="${label(name)}",} ${n * (100 - i)} 123`),
        failed(n, label('"><img src=x onerror=harm=1>')), 'not a metric at all', '{} 1',
        'x{y="z} 3', 'constructor_total 1', '__proto___total 5', '__proto__ 1',
        'callbox_connections{phase="idle"} NaN', 'callbox_memory_bytes +Inf']));
    await fake.open();
    await fake.tick();
    const found = await at.page.getByRole('table', {name: 'Method'}).first().evaluate(
        (table) => [...table.tBodies[0].rows].map((row) => row.cells[0].textContent));
    assert.deepEqual(found, names);
    assert.deepEqual((await rows(at, 'Code'))[0][0], '"><img src=x onerror=harm=1>');
    assert.equal(await at.page.locator('img, main script').count(), 0);
    assert.equal(await at.page.evaluate(() => window.harm), undefined);
    assert.deepEqual(await rows(at, 'Phase'), []);
    assert.equal(await figure(at, 'Memory'), '– of –');
});

await check('status: the ten busiest of many methods are shown, the others fold', async (at) => {
    const fake = await faked(at, (n) => page_of(Array.from({length: 300}, (_, i) => [
        calls(i < 250 ? i * n : 0, `many.m${i}`),
        ...took(bounds.map(() => i < 250 ? i * n : 0), `many.m${i}`)]).flat()));
    await fake.open();
    assert.equal(await at.text('.charts + section h2'), 'No calls in 5 min');
    await fake.tick();
    const shown = await rows(at, 'Method');
    assert.deepEqual(shown.map((one) => one[0]),
        Array.from({length: 10}, (_, i) => `many.m${249 - i}`));
    assert.deepEqual(shown[0], ['many.m249', '249', '0', '5 µs', '9.9 µs']);
    assert.equal(await at.text('main details summary'), 'Other methods: 290');
    await at.click('main details summary');
    await at.page.waitForSelector('text=many.m299');
    assert.equal(await at.page.locator('main details tbody tr').count(), 290);
});

await check('status: rows keep their places under the pointer and the focus', async (at) => {
    const fake = await faked(at, (n) =>
        page_of([calls(n ? 9 : 0, 'same'), calls(n * n * 5, 'math.div')]));
    await fake.open();
    await fake.tick();
    const names = async () => (await rows(at, 'Method')).map((one) => one[0]);
    assert.deepEqual(await names(), ['same', 'math.div']);
    await at.page.locator('main td').last().hover();
    await fake.tick();
    assert.deepEqual(await rows(at, 'Method'),
        [['same', '9', '0', '–', '–'], ['math.div', '20', '0', '–', '–']]);
    await at.page.mouse.move(0, 0);
    await at.page.locator('main table a').last().focus();
    await fake.tick();
    assert.equal(await at.focused(), 'A math.div');
    await at.page.locator('h1').focus();
    await fake.tick();
    assert.deepEqual(await names(), ['math.div', 'same']);
    await at.click('main table a >> text=math.div');
    await at.page.waitForSelector('h1 >> text=math.div');
});

await check('status: five minutes are kept, and no more than 150 samples', async (at) => {
    const fake = await faked(at, (n) => page_of([calls(n < 3 ? 1000 * n : 2000)]));
    await fake.open();
    for (let i = 0; i < 160; ++i) await fake.tick();
    assert.equal(await at.page.evaluate(() => samples.length), 150);
    assert.deepEqual(await rows(at, 'Calls'), [['calls', '0', '0']]);
    assert.equal(await at.text('.charts + section h2'), 'No calls in 5 min');
});

// ------------------------------------------------------------------------------ when it samples

await check('status: a hidden page does not sample', async (at) => {
    const fake = await faked(at, (n) => page_of([calls(n)]));
    await fake.open();
    await fake.tick();
    await hide(at.page, true);
    await at.page.clock.runFor(60000);
    assert.equal(fake.asked, 2);
    const asked = at.page.waitForRequest('**/metrics');
    await hide(at.page, false);
    await fake.tick(0);
    await asked;
    await fake.tick();
    await fake.tick();
    assert.equal(fake.asked, 5);
    assert.equal(await path_of(at, 'Calls per second'), 'M236.0 50.0h0M298.0 50.0L300.0 50.0h0');
});

await check('status: another page stops sampling, and the samples are there again', async (at) => {
    const fake = await faked(at, (n) => page_of([calls(2 * n)]));
    await fake.open();
    await fake.tick();
    await at.open('#/history', true);
    await at.page.waitForSelector('h1 >> text=History');
    await at.page.clock.runFor(60000);
    assert.equal(fake.asked, 2);
    await at.open('#/status', true);
    await at.page.waitForSelector('h1 >> text=Status');
    assert.equal(await figure(at, 'Calls per second'), '1');
    await fake.tick(0);
    await fake.tick();
    assert.equal(await runs_of(at, 'Calls per second'), 2);
    assert.equal(fake.asked, 4);
});

// The status page: what it reports if it cannot read the metrics.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {calls, faked, looks_well, page_of} from './metrics.mjs';
import {check} from './page.mjs';

await check('status: no metrics, and those of another program', async (at) => {
    at.expects_errors = true;
    let response;
    const fake = await faked(at, () => response);
    for (response of [404, 'go_goroutines 7\n', '<!doctype html>']) {
        fake.asked = 0;
        await at.open('#/status');
        await fake.fail('There are no metrics at', 0);
        assert.ok((await at.text('main')).includes(`${at.origin}/metrics`));
        assert.match(await at.text('main'), /--admin-listen/);
        assert.equal(await at.page.locator('main section:visible').count(), 0);
        await at.page.clock.runFor(20000);
        assert.equal(fake.asked, 1, 'it is not asked again');
    }
});

await check('status: other statuses are reported and retried', async (at) => {
    at.expects_errors = true;
    const fake = await faked(at, (n) => n < 2 ? 503 : page_of([calls(1)]));
    await at.open('#/status');
    await fake.fail('The server responds with status 503. Trying again every 2 s.', 0);
    await fake.fail('503');
    await fake.tick();
    assert.ok(!/503/.test(await at.text('main')));
});

await check('status: the addresses of --admin-listen are named as curl reads them', async (at) => {
    at.expects_errors = true;
    const fake = await faked(at, () => 404);
    for (const [address, line] of [
        ['127.0.0.1:9090', "curl 'http://127.0.0.1:9090/metrics'"],
        ['[::1]:9090', "curl 'http://[::1]:9090/metrics'"],
        [':9090', "curl 'http://localhost:9090/metrics'"],
        ['*:9090', "curl 'http://localhost:9090/metrics'"],
        ['0.0.0.0:9090', "curl 'http://localhost:9090/metrics'"],
        ['[::]:9090', "curl 'http://localhost:9090/metrics'"],
        ['unix:/run/it\'s <b>:80',
         `curl --unix-socket '/run/it'\\''s <b>:80' http://localhost/metrics`],
        ['fd:3', 'fd:3: see “admin:” in the log'],
        ['127.0.0.1:0', '127.0.0.1:0: see “admin:” in the log'],
        ['127.0.0.1:1\nunix:/a', "curl 'http://127.0.0.1:1/metrics'\n" +
         'curl --unix-socket \'/a\' http://localhost/metrics'],
    ]) {
        await at.open('');
        await at.page.evaluate((to) => { document.body.dataset.admin = to; }, address);
        await at.open('#/status', true);
        await fake.fail('which this page cannot read', 0);
        assert.equal(await at.text('main pre'), line);
        assert.equal(await at.page.locator('main a:visible').count(), 0);
    }
});

async function served(options) {
    const server = spawn(process.argv[3], ['serve', '--listen', '127.0.0.1:0',
        '--enable-web-browsable-api', ...options], {stdio: ['ignore', 'ignore', 'pipe']});
    for await (const line of createInterface(server.stderr)) {
        const url = / ready: (.*)/.exec(line)?.[1];
        if (url) return {url, origin: new URL(url).origin, stop: () => server.kill()};
    }
}

await check('status: with --admin-listen the page says where the metrics are', async (at) => {
    const server = await served(['--admin-listen', '127.0.0.1:0',
        '--admin-listen', 'unix:st<"&\'.sock']);
    Object.assign(at, server, {expects_errors: true});
    try {
        await at.open('#/status');
        await at.page.waitForSelector('main >> text=which this page cannot read');
        assert.equal(await at.text('main pre'), '127.0.0.1:0: see “admin:” in the log\n' +
            "curl --unix-socket 'st<\"&'\\''.sock' http://localhost/metrics");
        for (const width of [1440, 390]) {
            await at.page.setViewportSize({width, height: 800});
            await looks_well(at.page);
        }
    } finally { server.stop(); }
});

await check('status: a token goes along, and must match rpc.status', async (at) => {
    const all = 'all-methods-all-methods', some = 'math-only-math-only-math';
    writeFileSync('status-tokens', `all ${all} *\nsome ${some} math.*\n`, {mode: 0o600});
    const server = await served(['--token-file', 'status-tokens']);
    Object.assign(at, server, {expects_errors: true});
    const enter = async (where, token) => {
        await at.fill(`${where} input`, token);
        await at.press('Enter');
    };
    const asked = () => at.requests.filter((one) => one.url().endsWith('/metrics')).length;
    try {
        await at.open('#/status');
        assert.match(await at.text('main'), /This server requires a token/);
        assert.equal(asked(), 0);
        await enter('main', some);
        await at.page.waitForSelector(
            'main >> text=Metrics require a token whose methods match rpc.status.');
        assert.match(await at.text('#live'), /require a token/);
        await at.click('main button');
        await enter('#token', all);
        await at.page.waitForSelector('main >> text=Running since 2');
        assert.ok(!/require a token/.test(await at.text('main')));
    } finally { server.stop(); }
});

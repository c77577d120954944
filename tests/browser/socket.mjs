// Calls over a WebSocket, with a server that accepts them and requires a token.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {check} from './page.mjs';

await check('there is no switch for WebSockets where the server accepts none', async (at) => {
    await at.open('#same');
    assert.equal(await at.page.getByText('over WebSocket').count(), 0);
});

const token = 'all-methods-all-methods~~~~~~';  // its base64url has a -
writeFileSync('socket-tokens', `all ${token} *\n`, {mode: 0o600});
const start = async (address) => {
    const made = spawn(process.argv[3], ['serve', '--listen', address, '--websocket',
        '--enable-web-browsable-api', '--token-file', 'socket-tokens'],
    {stdio: ['ignore', 'ignore', 'pipe']});
    for await (const line of createInterface(made.stderr)) {
        const url = / ready: (.*)/.exec(line)?.[1];
        if (url) return {url, stop: () => new Promise((done) => {
            made.once('exit', done);
            made.kill();
        })};
    }
};
let server = await start('127.0.0.1:0');
const {url} = server;

const check_socket = (claim, test) => check(claim, async (at) => {
    Object.assign(at, {url, origin: new URL(url).origin, expects_errors: true});
    at.state = () => at.text('label:has-text("over WebSocket") [role=status]');
    at.becomes = (state) => at.page.waitForFunction((wanted) => new RegExp(wanted).test(
        document.querySelector('label [role=status]')?.textContent), state);
    at.facts = () => at.texts('.response .heads small span');
    await at.open('#same?params=[1]');
    await at.fill('main input[type=password]', token);
    await at.press('Enter');
    await at.page.waitForSelector('form .envelope');
    await test(at);
});

await check_socket('calls go over one WebSocket, with the token, to the digit', async (at) => {
    const opened = [];
    at.page.on('websocket', (one) => opened.push(one.url()));
    assert.equal(await at.state(), '');
    await at.page.getByLabel('over WebSocket').check();
    for (const n of ['9223372036854775807', '7']) {
        await at.fill(at.field('n'), n);
        await at.send();
        assert.equal(await at.text('.response .tree'), n);
        assert.equal((await at.facts())[0], 'WebSocket');
    }
    assert.equal(await at.state(), '· open');
    assert.equal(await at.page.getByText('Headers', {exact: true}).count(), 0);
    assert.deepEqual(opened, [url.replace('http', 'ws')]);
    assert.equal(at.posts(), 0);
    await at.page.getByLabel('over WebSocket').uncheck();
    await at.send();
    assert.deepEqual([(await at.facts())[0], at.posts()], ['HTTP 200', 1]);
});

await check_socket('errors, notifications and batches over a WebSocket', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    await at.write('{"jsonrpc": ');
    await at.click('form .main');
    await at.click('text=Send anyway');
    assert.match(await at.response(), /^Error -32700/);
    await at.write('{"jsonrpc":"2.0","id":"x","method":"same","params":["1"]}');
    await at.click('form .main');
    await at.click('text=Send anyway');
    assert.match(await at.response(), /^Error -32602/);
    await at.write('{"jsonrpc":"2.0","method":"same","params":[1]}');
    await at.send();
    assert.equal(await at.response(), 'Sent. Notifications get no response.');
    for (const n of [1, 2]) {
        await at.write(`{"jsonrpc":"2.0","id":${n},"method":"same","params":[${n}]}`);
        await at.click('text=Add to batch');
    }
    await at.open('#/batch', true);
    assert.ok(await at.page.getByLabel('over WebSocket').isChecked());
    await at.click('text=Send batch');
    await at.page.waitForSelector('.sent .tree');
    assert.deepEqual(await at.texts('.sent .tree'), ['1', '2']);
    assert.equal(at.posts(), 0);
});

await check_socket('a response belongs to the request of its id, or to none', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    await at.open('#nasty.wait?params=[1000]', true);
    await at.page.waitForSelector('h1:text-is("nasty.wait")');
    await at.press('Control+Enter');
    await at.page.waitForSelector('text=Cancel');
    await at.open('#same?params=[5]', true);
    await at.page.waitForSelector('h1:text-is("same")');
    await at.send();
    assert.equal(await at.text('.response .tree'), '5', 'before the slow one');
    await at.open('#nasty.wait', true);
    await at.page.waitForSelector('h1:text-is("nasty.wait")');
    assert.equal(await at.response(), 'Result');
    await at.press('Control+Enter');
    await at.click('text=Cancel');
    assert.equal(await at.response(), 'Cancelled');
    await at.open('#same?params=[6]', true);
    await at.page.waitForSelector('h1:text-is("same")');
    await at.send();
    assert.equal(await at.text('.response .tree'), '6', 'not the one that was cancelled');
});

await check_socket('a closed WebSocket is reported, and the next call opens one', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    await at.send();
    await at.becomes('open');
    await server.stop();
    await at.becomes('closed: 1001');
    await at.send();
    assert.equal(await at.response(), 'The WebSocket was closed: 1006');
    server = await start(new URL(url).host);
    await at.send();
    assert.equal(await at.response(), 'Result');
    await at.becomes('open');
});

await server.stop();

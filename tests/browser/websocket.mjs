// Chromium's own WebSocket as a client of callbox, without the explorer.
import assert from 'node:assert/strict';
import {check, origin} from './page.mjs';
import {set_tokens, start, token} from './websocket_server.mjs';

set_tokens(token);
const options = ['--websocket', '--cors-origin', origin, '--request-bytes-max', '2M'];
let server = await start('127.0.0.1:0', ...options);
const {url} = server;
const bearer = (text) => `bearer.${Buffer.from(text).toString('base64url')}`;

// In the page: a WebSocket whose events can be awaited.
function define_connect() {
    window.connect = (url, protocols) => {
        const socket = new WebSocket(url, protocols), inbox = [];
        let wake;
        const closed = new Promise((done) => {
            socket.onclose = ({code, reason, wasClean}) => {
                done({code, reason, wasClean});
                wake?.();
            };
        });
        const opened = new Promise((done) => {
            socket.onopen = () => done(true);
            closed.then(() => done(false));
        });
        socket.onmessage = ({data}) => { inbox.push(data); wake?.(); };
        const read = async (count) => {
            while (inbox.length < count) {
                if (socket.readyState === 3) throw new Error(`closed after ${inbox.length}`);
                await new Promise((go) => { wake = go; });
            }
            return inbox.splice(0, count);
        };
        return {socket, opened, closed, read};
    };
}

const check_client = (claim, test) => check(`Chromium as a client: ${claim}`, async (at) => {
    at.expects_errors = true;  // of refused handshakes
    at.visit = (where) => {
        Object.assign(at, {origin: where, requests: []});
        return at.page.goto(`${where}/livez`);
    };
    // Runs `act`, a function of a connection, in the page.
    at.on_socket = (act, ...given) => at.with_protocols(['callbox', bearer(token)], act, ...given);
    at.with_protocols = (protocols, act, ...given) => at.page.evaluate(
        `(async (to, protocols, given) => (${act})(connect(to, protocols), ...given))(${
            [url.replace('http', 'ws'), protocols, given].map((one) => JSON.stringify(one))})`);
    await at.page.addInitScript(define_connect);
    await at.visit(origin);
    await test(at);
});
const call = (id, method, params) => JSON.stringify({jsonrpc: '2.0', id, method, params});
const is_open = async ({socket, opened}) => [await opened, socket.protocol, socket.extensions];
const refused = async ({opened, closed}) => !await opened && (await closed).code;
const exchange = async ({socket, opened, read}, texts, count) => {
    await opened;
    for (const one of texts) socket.send(one);
    return read(count);
};

await check_client('calls and batches get the bytes of HTTP, notifications nothing', async (at) => {
    const texts = ['{"jsonrpc":"2.0","id":"é","method":"same","params":[9223372036854775807]}',
        '{"jsonrpc":"2.0","method":"same","params":[1]}',
        `[${call(1, 'same', [1])},{"jsonrpc":"2.0","method":"same","params":[2]},${
            call(3, 'math.div', [1, 0])},5]`,
        '[{"jsonrpc":"2.0","method":"same","params":[1]}]', '[]', '{"jsonrpc": ',
        call(null, 'same', ['1'])];
    const bodies = [];
    for (const body of texts) {
        const response = await fetch(url, {method: 'POST', body, headers:
            {'Content-Type': 'application/json', Authorization: `Bearer ${token}`}});
        bodies.push(await response.text());
    }
    const expected = bodies.filter(Boolean);
    assert.equal(expected.length, texts.length - 2);
    assert.ok(expected[0].includes('9223372036854775807'));
    assert.deepEqual(await at.on_socket(exchange, texts, expected.length), expected);
});

await check_client('the token is a subprotocol, and only callbox is selected', async (at) => {
    assert.deepEqual(await at.on_socket(is_open), [true, 'callbox', '']);
    for (const protocols of [['callbox', bearer('another-token-another')], ['callbox'], [],
        ['callbox', 'bearer.'], ['callbox', `bearer.${token}`], [bearer(token)],
        ['jsonrpc', bearer(token)]])
        assert.equal(await at.with_protocols(protocols, refused), 1006, protocols.join());
});

await check_client('pages of other origins are refused', async (at) => {
    assert.deepEqual(await at.on_socket(is_open), [true, 'callbox', ''], 'by --cors-origin');
    await at.visit(new URL(url).origin);
    assert.deepEqual(await at.on_socket(is_open), [true, 'callbox', ''], 'its own');
    await at.visit(origin.replace('127.0.0.1', 'localhost'));
    assert.equal(await at.on_socket(refused), 1006);
});

await check_client('100 pipelined calls are answered in order', async (at) => {
    const ids = [...Array(100).keys()];
    const got = await at.on_socket(exchange, ids.map((n) => call(n, 'same', [n * 7])), 100);
    assert.deepEqual(got.map((one) => JSON.parse(one)),
        ids.map((id) => ({jsonrpc: '2.0', result: id * 7, id})));
});

await check_client('a message of 1 MiB goes there and back', async (at) => {
    const [length, same] = await at.on_socket(async ({socket, opened, read}) => {
        await opened;
        const text = 'é😀z"\\/\n ~'.repeat(2 ** 20).slice(0, 2 ** 19 * 1.3);
        const sent = JSON.stringify({jsonrpc: '2.0', id: 1, method: 'nasty.markup',
            params: {'<b>"text\'</b>': text, mood: '" onfocus="harm=1" <!-- \''}});
        socket.send(sent);
        const {result} = JSON.parse((await read(1))[0]);
        return [new TextEncoder().encode(sent).length, result === text];
    });
    assert.ok(length > 2 ** 20, `${length}`);
    assert.ok(same);
});

await check_client('a close with 1000 is clean, also during a call', async (at) => {
    const close = async ({socket, opened, closed, read}, first, more) => {
        await opened;
        socket.send(first);
        const [text] = await read(1);
        for (const one of more) socket.send(one);
        socket.close(1000, 'done');
        return [JSON.parse(text).result, await closed];
    };
    for (const more of [[], [call(2, 'nasty.wait', [100])]])
        assert.deepEqual(await at.on_socket(close, call(1, 'same', [5]), more),
            [5, {code: 1000, reason: '', wasClean: true}]);
});

await check_client('the server closes with 1003 for bytes, with 1009 for too many', async (at) => {
    const close_after = async ({socket, opened, closed, read}, first, size) => {
        await opened;
        socket.send(first);
        socket.send(size ? ' '.repeat(size) : new Uint8Array([1, 2]));
        return [JSON.parse((await read(1))[0]).result, (await closed).code];
    };
    const first = call(1, 'same', [5]);
    assert.deepEqual(await at.on_socket(close_after, first, 0), [5, 1003]);
    assert.deepEqual(await at.on_socket(close_after, first, 2 ** 21 + 1), [5, 1009]);
});

await check_client('it learns that the server stops, and comes back', async (at) => {
    const hold = async (connection, text) => {
        window.held = connection;
        await connection.opened;
        connection.socket.send(text);
        return connection.read(1);
    };
    // As a client should: with a pause before each attempt.
    const come_back = (connection, text) => (async () => {
        const {url, protocol} = held.socket;
        for (let tries = 0; !await connection.opened; ++tries) {
            if (tries > 300) throw new Error('no server');
            await new Promise((go) => setTimeout(go, 20 + Math.random() * 30));
            connection = connect(url, [protocol, given_bearer]);
        }
        window.held = connection;
        connection.socket.send(text);
        return connection.read(1);
    })();
    await at.page.evaluate((one) => { window.given_bearer = one; }, bearer(token));
    const closed = () => at.page.evaluate(() => held.closed);
    const text = call(1, 'same', [5]);
    const [first] = await at.on_socket(hold, text);
    assert.equal(JSON.parse(first).result, 5);
    const stopped = server.stop();
    assert.deepEqual(await closed(), {code: 1001, reason: '', wasClean: true});
    await stopped;
    for (const lost of [false, true]) {
        if (lost) {
            server.signal('SIGKILL');
            assert.deepEqual(await closed(), {code: 1006, reason: '', wasClean: false});
            await server.stop();
        }
        const back = at.on_socket(come_back, text);
        await at.page.waitForTimeout(100);  // some attempts fail
        server = await start(new URL(url).host, ...options);
        assert.deepEqual(await back, [first]);
    }
});

await server.stop();

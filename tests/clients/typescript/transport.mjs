// The client with misbehaving servers.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { check, failure } from '../check.mjs';
import { CallboxExample, CallError, TransportError } from './out/example-bigint.js';

let answer;  // (request, response, body): the behaviour of the server
let seen = [];
const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    seen.push({ headers: request.headers, body });
    answer(request, response, body);
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}/`;
const api = new CallboxExample(url, { timeoutMs: 20_000 });

const respondWith = (text, status = 200, fields = {}) => {
    seen = [];
    answer = (request, response) => response.writeHead(status, fields).end(text);
};
async function reason(text, status, fields) {
    respondWith(text, status, fields);
    const error = await failure(api.math.add(1, 2));
    assert(error instanceof TransportError, `${error}`);
    return error.reason;
}
// Uses a new client, whose first call has the id 1.
async function result(text) {
    respondWith(`{"jsonrpc":"2.0","id":1,${text}}`);
    return new CallboxExample(url).math.add(1, 2);
}

await check('typescript, transport', {
    'a call as it is sent': async () => {
        respondWith('{"jsonrpc":"2.0","result":3,"id":1}');
        await new CallboxExample(url, { token: 'abc' }).math.add(1, -(2n ** 63n));
        assert.equal(seen[0].body, '{"jsonrpc":"2.0","method":"math.add",' +
            '"params":[1,-9223372036854775808],"id":1}');
        assert.equal(seen[0].headers.authorization, 'Bearer abc');
        assert.equal(seen[0].headers['content-type'], 'application/json');
        respondWith('', 204);
        await api.notify.math.mul({ a: -0, b: 1e21 });
        assert.equal(seen[0].body,
            '{"jsonrpc":"2.0","method":"math.mul","params":{"a":-0,"b":1e+21}}');
        assert.equal(seen[0].headers.authorization, undefined);
    },
    'results': async () => {
        assert.equal(await result('"result":3'), 3n);
        assert.equal(await result('"result":3,"error":null,"more":[]'), 3n);
        assert.equal(await result('"result" : -12345678901234567890 '), -12345678901234567890n);
        assert.equal(await result('"result":3.0'), 3n);
    },
    'results of another type': async () => {
        for (const wrong of ['"3"', '3.5', '1e300', 'null', '[3]', '{}', 'true',
            '12345678901234567.5', '0.12345678901234567'])
            assert.equal((await failure(result(`"result":${wrong}`))).reason, 'answer', wrong);
        const error = await failure(result('"result":"3"'));
        assert.equal(error.message, 'result of math.add: expected integer, got string');
    },
    'invalid responses': async () => {
        for (const text of ['', 'x', '[]', '{}', 'null', '1', '{"jsonrpc":"2.0","id":1}',
            '{"jsonrpc":"2.0","result":3,"id":"1"}', '{"jsonrpc":"2.0","result":3,"id":null}',
            '{"jsonrpc":"2.0","result":3,"id":77777}', '{"jsonrpc":"2.0","result":3}',
            '{"jsonrpc":"2.0","error":"e","id":null}', '{"jsonrpc":"2.0","error":{},"id":null}',
            Buffer.from('{"jsonrpc":"2.0","result":"\xff","id":null}', 'latin1')])
            assert.equal(await reason(text), 'answer', text);
    },
    'an error without an id': async () => {
        const error = await failure(result('"error":{"code":-32700,"message":"m"},"id":null'));
        assert(error instanceof CallError);
        assert.equal(error.code, -32700);
    },
    'an error with an error status': async () => {
        respondWith('{"jsonrpc":"2.0","error":{"code":1,"message":"m","data":2},"id":1}', 500);
        const error = await failure(new CallboxExample(url).math.add(1, 2));
        assert.deepEqual([error.code, error.message, error.data], [1, 'm', 2]);
    },
    'statuses': async () => {
        for (const status of [301, 400, 401, 403, 404, 413, 500, 502])
            assert.equal(await reason('<html>', status), 'status');
        respondWith('{"jsonrpc":"2.0","error":{"code":-32600,"message":"a token"},"id":null}', 401);
        const error = await failure(api.notify.ping());
        assert.deepEqual([error.status, error.message], [401, '401 Unauthorized: a token']);
    },
    'requests to a busy server are retried': async () => {
        let count = 0;
        answer = (request, response, body) => {
            if (++count < 3) return response.writeHead(503, { 'Retry-After': '0' }).end();
            response.end(`{"jsonrpc":"2.0","result":"pong","id":${JSON.parse(body).id}}`);
        };
        assert.equal(await api.ping(), 'pong');
        assert.equal(count, 3);
    },
    'but not forever, not after a long wait, and not without Retry-After': async () => {
        assert.equal(await reason('', 503, { 'Retry-After': '0' }), 'status');
        assert.equal(seen.length, 4);
        assert.equal(await reason('', 503, { 'Retry-After': '90' }), 'status');
        assert.equal(seen.length, 1);
        assert.equal(await reason('', 503, { 'Retry-After': 'soon' }), 'status');
        assert.equal(await reason('', 503), 'status');
        assert.equal(seen.length, 1);
        const date = new Date(Date.now() + 60_000).toUTCString();
        assert.equal(await reason('', 503, { 'Retry-After': date }), 'status');
        assert.equal(seen.length, 1);
        assert.equal(await reason('', 500, { 'Retry-After': '0' }), 'status');
        assert.equal(seen.length, 1);
    },
    'a call that a busy server has executed is not retried': async () => {
        respondWith('{"jsonrpc":"2.0","result":3,"id":1}', 503, { 'Retry-After': '0' });
        assert.equal(await new CallboxExample(url).math.add(1, 2), 3n);
        assert.equal(seen.length, 1);
    },
    'time': async () => {
        answer = () => {};
        const begin = Date.now();
        const error = await failure(api.with({ timeoutMs: 50 }).ping());
        assert.deepEqual([error.reason, error.message], ['timeout', 'no response within 50 ms']);
        assert(Date.now() - begin < 10_000);
        answer = (request, response) => response.write('{"jsonrpc"');
        assert.equal((await failure(api.with({ timeoutMs: 50 }).ping())).reason, 'timeout');
        respondWith('', 503, { 'Retry-After': '9' });
        assert.equal((await failure(api.with({ timeoutMs: 8000 }).ping())).reason, 'status');
    },
    'a signal while waiting': async () => {
        const begin = Date.now();
        for (const waits of [() => {}, (_, r) => r.writeHead(503, { 'Retry-After': '19' }).end()]) {
            answer = waits;
            const stop = new AbortController();
            setTimeout(() => stop.abort(), 50);
            const error = await failure(api.with({ signal: stop.signal }).ping());
            assert.equal(error.name, 'AbortError');
        }
        assert(Date.now() - begin < 10_000);
    },
    'a server that dies': async () => {
        answer = request => request.socket.destroy();
        assert.equal((await failure(api.ping())).reason, 'network');
        answer = (request, response) => {
            response.writeHead(200, { 'Content-Length': '100' });
            response.write('{', () => request.socket.destroy());
        };
        assert.equal((await failure(api.ping())).reason, 'network');
    },
    'a batch in any order, with some missing or wrong': async () => {
        answer = (request, response, body) => {
            const [a, b, c, d] = JSON.parse(body).map(each => each.id);
            response.end(JSON.stringify([
                { jsonrpc: '2.0', id: d, error: { code: 1, message: 'm' } }, 5, { id: 'else' },
                { jsonrpc: '2.0', id: c, result: 'three' }, { jsonrpc: '2.0', id: a, result: 1 }]));
        };
        const all = await api.batch(m => [m.math.add(0, 0), m.ping(), m.math.add(0, 0),
            m.math.add(0, 0)]);
        assert.equal(all[0], 1n);
        assert.equal(all[1].reason, 'answer');
        assert.equal(all[2].reason, 'answer');
        assert.equal(all[3].code, 1);
        for (const text of ['5', '{}', 'null', ''].slice(0, 2)) {
            respondWith(text);
            assert.equal((await failure(api.batch(m => [m.ping()]))).reason, 'answer');
        }
    },
    'another fetch': async () => {
        const mine = async (to, request) =>
            new Response(`{"jsonrpc":"2.0","result":"mine","id":${JSON.parse(request.body).id}}`);
        assert.equal(await api.with({ fetch: mine }).ping(), 'mine');
    },
});
server.closeAllConnections();
server.close();

// The client with misbehaving servers: transport.mjs ANSWERS, the path of answers.py.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { check, failure } from '../check.mjs';
import { CallboxExample, CallError, TransportError } from './out/example-bigint.js';
import { Everything } from './out/everything-bigint.js';

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
const reasons = { answer: 'not understood', network: 'lost', timeout: 'timed out' };
async function outcome({ url, timeout }) {
    const begin = Date.now();
    const got = await new CallboxExample(url, { timeoutMs: timeout * 1000 }).math.add(1, 2)
        .catch(error => error);
    assert(timeout > 1 || Date.now() - begin < 10_000);
    if (typeof got === 'bigint') return `result ${got}`;
    if (got instanceof CallError) {
        assert.deepEqual(got.faults, []);
        const data = got.data === undefined ? '' : ` ${JSON.stringify(got.data)}`;
        return `error ${got.code} ${got.message}${data}`;
    }
    assert(got instanceof TransportError, `${got}`);
    return reasons[got.reason] ?? `${got.reason} ${got.status}`;
}
// Uses a new client, whose first call has the id 1.
async function result(text) {
    respondWith(`{"jsonrpc":"2.0","id":1,${text}}`);
    return new CallboxExample(url).math.add(1, 2);
}

const peer = spawn('python3', ['-B', process.argv[2], 'typescript'],
    { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface(peer.stdout)[Symbol.asyncIterator]();
const rows = JSON.parse((await lines.next()).value);

await check('typescript, transport', {
    ...Object.fromEntries(rows.map(row => [row.claim,
        async () => assert.equal(await outcome(row), row.outcome)])),
    'each answer is requested as often as expected': async () => {
        peer.stdin.end();
        for await (const line of lines) assert.fail(line);
    },
    'a call as it is sent': async () => {
        respondWith('{"jsonrpc":"2.0","result":3,"id":1}');
        await new CallboxExample(url, { token: 'abc' }).math.add(1, -(2n ** 63n));
        assert.equal(seen[0].body, '{"jsonrpc":"2.0","method":"math.add",' +
            '"params":[1,-9223372036854775808],"id":1}');
        assert.equal(seen[0].headers.authorization, 'Bearer abc');
        assert.equal(seen[0].headers['content-type'], 'application/json');
        respondWith('', 204);
        await api.notify.math.mul({ a: 10n ** 21n, b: -1 });
        assert.equal(seen[0].body, '{"jsonrpc":"2.0","method":"math.mul",' +
            '"params":{"a":1000000000000000000000,"b":-1}}');
        assert.equal(seen[0].headers.authorization, undefined);
    },
    'results of another type': async () => {
        for (const wrong of ['"3"', '3.5', '1e300', 'null', '[3]', '{}', 'true',
            '12345678901234567.5', '0.12345678901234567'])
            assert.equal((await failure(result(`"result":${wrong}`))).reason, 'answer', wrong);
        const error = await failure(result('"result":"3"'));
        assert.equal(error.message, 'result of math.add: expected integer, got string');
    },
    'ids are compared as they are written': async () => {
        const answers = (...ids) => '[' + ids.map((id, i) =>
            `{ "id" : ${id} ,"jsonrpc":"2.0","result":${i}}`) + ']';
        const two = m => [m.math.add(1, 2), m.math.sub(1, 2)];
        respondWith(answers('1', '2'));
        assert.deepEqual(await new CallboxExample(url).batch(two), [0n, 1n]);
        respondWith(answers('1.0', '2e0'));
        for (const each of await new CallboxExample(url).batch(two))
            assert.equal(each.reason, 'answer');
        for (const wrong of ['1.0', '1e0', '10e-1', '0.1E1']) {
            respondWith(`{"jsonrpc":"2.0","result":{"id":1},"id":${wrong}}`);
            assert.equal((await failure(new CallboxExample(url).ping())).reason, 'answer');
        }
        respondWith('{"jsonrpc":"2.0","id":1,"result":{"id":1.0,"all":[{"id":2.5}]}}');
        assert.deepEqual(await new Everything(url).type.sameJson(0), { id: 1, all: [{ id: 2.5 }] });
        const text = '\\"id\\":1.0';
        respondWith(`{"jsonrpc":"2.0","id":1,"result":"${text}"}`);
        assert.equal(await new CallboxExample(url).ping(), '"id":1.0');
    },
    'messages of failures': async () => {
        respondWith('{"jsonrpc":"2.0","error":{"code":-32600,"message":"a token"},"id":null}', 401);
        let error = await failure(api.notify.ping());
        assert.deepEqual([error.status, error.message], [401, '401 Unauthorized: a token']);
        answer = () => {};
        error = await failure(api.with({ timeoutMs: 50 }).ping());
        assert.deepEqual([error.reason, error.message], ['timeout', 'no response within 50 ms']);
    },
    'a signal while waiting': async () => {
        const begin = Date.now();
        const refusal = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"full"},"id":null}';
        for (const waits of [() => {},
            (_, r) => r.writeHead(503, { 'Retry-After': '19' }).end(refusal)]) {
            answer = waits;
            const stop = new AbortController();
            setTimeout(() => stop.abort(), 50);
            const error = await failure(api.with({ signal: stop.signal }).ping());
            assert.equal(error.name, 'AbortError');
        }
        assert(Date.now() - begin < 10_000);
    },
    'headers, credentials and tokens': async () => {
        const requests = [];
        const mine = async (to, request) => {
            requests.push(request);
            const { id } = JSON.parse(request.body);
            return new Response(`{"jsonrpc":"2.0","result":"x","id":${id}}`);
        };
        const headers = { 'X-Trace': 'a', 'X-Tenant': 'b', 'Content-Type': 'text/plain' };
        const token = async () => `t${requests.length}`;
        const own = new CallboxExample(url,
            { fetch: mine, headers, credentials: 'include', token });
        await own.ping();
        await own.ping({ headers: new Headers({ 'x-trace': 'c', more: 'd' }) });
        await own.with({ token: () => 'now', credentials: 'omit' }).ping();
        assert.deepEqual(requests.map(each => each.credentials), ['include', 'include', 'omit']);
        const sent = requests.map(each => Object.fromEntries(each.headers));
        const common = { 'content-type': 'application/json', 'x-tenant': 'b' };
        assert.deepEqual(sent, [
            { ...common, 'x-trace': 'a', authorization: 'Bearer t0' },
            { ...common, 'x-trace': 'c', authorization: 'Bearer t1', more: 'd' },
            { ...common, 'x-trace': 'a', authorization: 'Bearer now' }]);
        const expired = new Error('no token');
        const error = await failure(own.with({ token: () => Promise.reject(expired) }).ping());
        assert.equal(error, expired);
        assert.equal(requests.length, 3);
        respondWith('{"jsonrpc":"2.0","result":"pong","id":1}');
        await new CallboxExample(url).ping({ headers: { 'X-Trace': 'e' } });
        assert.equal(seen[0].headers['x-trace'], 'e');
    },
    'a token for each attempt': async () => {
        const tokens = [];
        answer = (request, response) => {
            tokens.push(request.headers.authorization);
            if (tokens.length === 1)
                response.writeHead(503, { 'Retry-After': '0' }).end(
                    '{"jsonrpc":"2.0","error":{"code":-32000,"message":"m"},"id":null}');
            else response.end('{"jsonrpc":"2.0","result":"pong","id":1}');
        };
        let count = 0;
        await new CallboxExample(url, { token: () => `t${++count}` }).ping();
        assert.deepEqual(tokens, ['Bearer t1', 'Bearer t2']);
    },
    'options of one call': async () => {
        answer = () => {};
        const limit = { timeoutMs: 50 };
        const calls = [api.ping(limit), api.greeting.hello('x', limit),
            api.notify.math.add(1, 2, limit), api.math.mul({ a: 1, b: 2 }, limit),
            api.batch(m => [m.ping()], limit)];
        for (const error of await Promise.all(calls.map(failure)))
            assert.deepEqual([error.reason, error.message],
                ['timeout', 'no response within 50 ms']);
        for (const which of [0, 1]) {
            const stops = [new AbortController(), new AbortController()];
            setTimeout(() => stops[which].abort(which), 50);
            const own = api.with({ signal: stops[0].signal });
            assert.equal(await failure(own.ping({ signal: stops[1].signal })), which);
            assert.equal(await failure(own.ping({ signal: stops[1].signal })), which);
        }
    },
    'the time limit holds for a token and a fetch that ignore it': async () => {
        const never = () => new Promise(() => {});
        for (const options of [{ token: never }, { fetch: never }])
            assert.equal((await failure(api.with(options).ping({ timeoutMs: 50 }))).reason,
                'timeout');
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

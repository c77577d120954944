// The client of the example program: example.mjs URL
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { check, failure } from '../check.mjs';
import { CallboxExample, CallError, TransportError, isErrorOf, parse, stringify } from
    './out/example-bigint.js';

const api = new CallboxExample(process.argv[2], { timeoutMs: 5000 });
const most = 2n ** 63n - 1n;

await check('typescript, example', {
    'every method': async () => {
        assert.equal(await api.ping(), 'pong');
        assert.equal(await api.math.add(2, 3), 5n);
        assert.equal(await api.math.sub(2n, 3), -1n);
        assert.equal(await api.math.mul({ a: 6, b: 7n }), 42n);
        assert.equal(await api.greeting.hello('Ada'), 'Hello, Ada!');
    },
    'all 64 bits': async () => {
        assert.equal(await api.math.add(most - 1n, 1), most);
        assert.equal(await api.math.sub(-most, 1), -most - 1n);
        assert.equal(await api.math.add(9007199254740992n, 1), 9007199254740993n);
        assert.equal(await api.math.add(-0, 0), 0n);
    },
    'a number that may be rounded is no integer': async () => {
        for (const call of [api.math.add(0, 2 ** 60), api.math.mul({ a: 2 ** 60, b: 1 }),
            api.notify.math.mul({ a: 1, b: -1e21 })])
            assert((await failure(call)) instanceof RangeError);
        const error = await failure(api.math.mul({ a: 2 ** 60, b: 0 }));
        assert.equal(error.message, `params/a: ${2 ** 60} is beyond 2^53 and may be ` +
            'rounded: pass a bigint');
    },
    'every text': async () => {
        const all = [...Array(0x120).keys()].map(c => String.fromCharCode(c)).join('');
        for (const text of ['', '"\\/', all, '\u{1F986}\u2028\uFFFF', 'x'.repeat(65536),
            '\\"12345678901234567890\\"', '9'.repeat(400)])
            assert.equal(await api.greeting.hello(text), `Hello, ${text}!`);
    },
    'a declared error': async () => {
        const error = await failure(api.math.mul({ a: most, b: 2 }));
        assert(error instanceof CallError && error instanceof Error);
        assert.equal(error.code, 1);
        assert.equal(error.message, 'the product does not fit 64 bits');
        assert.equal(error.method, 'math.mul');
        assert.equal(error.data, undefined);
        assert(isErrorOf('math.mul', error));
        assert(!isErrorOf('math.add', error));
        assert.deepEqual(error.faults, []);
    },
    'an error that is not declared': async () => {
        const error = await failure(api.math.add('2', 3));
        assert.equal(error.code, -32602);
        assert(!isErrorOf('math.add', error));
        assert.equal(error.faults[0].got, 'string');
    },
    'values without a JSON form are not sent': async () => {
        for (const value of [NaN, Infinity, undefined, () => 1])
            assert((await failure(api.math.add(value, 1))) instanceof TypeError);
    },
    'a call by name': async () => {
        assert.equal(await api.call('ping'), 'pong');
        assert.equal(await api.call('math.add', [2, 3]), 5);
        assert.equal(await api.call('math.mul', { a: most, b: 1 }), most);
        assert.equal((await failure(api.call('math.mul', { a: 2 ** 60, b: 1 }))).code, -32602);
        const error = await failure(api.call('no.such'));
        assert.deepEqual([error.method, error.code], ['no.such', -32601]);
        const stop = new AbortController();
        stop.abort('enough');
        assert.equal(await failure(api.call('ping', [], { signal: stop.signal })), 'enough');
    },
    'a batch': async () => {
        const [sum, wrong, hello, pong] = await api.batch(m => [
            m.math.add(most, 0), m.math.mul({ a: most, b: 2 }), m.greeting.hello('you'), m.ping()]);
        assert.equal(sum, most);
        assert(isErrorOf('math.mul', wrong));
        assert.equal(hello, 'Hello, you!');
        assert.equal(pong, 'pong');
        assert.deepEqual(await api.batch(() => []), []);
    },
    'a batch that is too long fails as a whole': async () => {
        const error = await failure(api.batch(m => Array(1001).fill(m.ping())));
        assert(error instanceof CallError);
        assert.equal(error.code, -32600);
    },
    'notifications': async () => {
        assert.equal(await api.notify.math.add(1, 2), undefined);
        assert.equal(await api.notify.ping(), undefined);
    },
    'a signal': async () => {
        const stop = new AbortController();
        stop.abort('enough');
        assert.equal(await failure(api.with({ signal: stop.signal }).ping()), 'enough');
        assert.equal(await api.with({ signal: new AbortController().signal }).ping(), 'pong');
    },
    'no server': async () => {
        const server = createServer();
        await new Promise(done => server.listen(0, '127.0.0.1', done));
        const { port } = server.address();
        await new Promise(done => server.close(done));
        const error = await failure(new CallboxExample(`http://127.0.0.1:${port}/api`).ping());
        assert(error instanceof TransportError);
        assert.equal(error.reason, 'network');
        assert.match(error.message, /refused/i);
    },
    'an invalid URL': async () => {
        for (const url of ['', '/api', '127.0.0.1:8080', 'http://', 'htp://127.0.0.1:8080/api']) {
            const error = await failure(new CallboxExample(url).ping());
            assert(error instanceof TransportError);
            assert.deepEqual([error.reason, error.message], ['url', `invalid URL: ${url}`]);
        }
        const fetch = async (_, { body }) =>
            new Response(`{"jsonrpc":"2.0","result":"mine","id":${JSON.parse(body).id}}`);
        assert.equal(await new CallboxExample('/api', { fetch }).ping(), 'mine');
    },
    'JSON with bigints': async () => {
        const value = { a: [most, -1n, 0.5, '"'], at: new Date(0), none: undefined };
        const text = `{"a":[${most},-1,0.5,"\\""],"at":"1970-01-01T00:00:00.000Z"}`;
        assert.equal(stringify(value), text);
        assert.deepEqual(parse(text).a, [most, -1, 0.5, '"']);
        for (const wrong of [NaN, undefined, () => 1, [undefined]])
            assert.throws(() => stringify(wrong), TypeError);
        assert.throws(() => stringify(new Date(NaN)), RangeError);
    },
    'another path': async () => {
        const error = await failure(new CallboxExample(new URL('/no', process.argv[2])).ping());
        assert.deepEqual([error.reason, error.status], ['status', 404]);
    },
});

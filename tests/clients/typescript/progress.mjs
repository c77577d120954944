// Progress of calls, with a server that writes its streams piece by piece: progress.mjs
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { check, failure } from '../check.mjs';
import { CallboxExample, CallError, TransportError } from './out/example-bigint.js';

let answer;  // (response, id, request): the behaviour of the server
const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    await answer(response, JSON.parse(body).id, request);
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const api = new CallboxExample(`http://127.0.0.1:${server.address().port}/`,
    { timeoutMs: 20_000 });

const stream = { 'Content-Type': 'text/event-stream; charset=utf-8' };
const report = (id, now) => {
    const message = { jsonrpc: '2.0', method: 'rpc.progress', params: { id, ...now } };
    return `data: ${JSON.stringify(message)}\n\n`;
};
const result = id => `data: {"jsonrpc":"2.0","result":9007199254740993,"id":${id}}\n\n`;
const next_turn = () => new Promise(done => setImmediate(done));

// The reports and the outcome of a call.
async function watched(options = {}) {
    const reports = [];
    const onProgress = ({ id, ...others }) => void reports.push(others);
    const outcome = await api.math.add(1, 2, { onProgress, ...options }).catch(error => error);
    return [reports, outcome];
}

const half = { progress: 0.5, total: 1, message: 'ö\nö' };
const claims = {
    'reports precede the result': async () => {
        let accept;
        answer = (response, id, request) => {
            accept = request.headers.accept;
            response.writeHead(200, stream)
                .end(report(id, half) + ':\n\n' + report(id, { progress: 1 }) + result(id));
        };
        assert.deepEqual(await watched(), [[half, { progress: 1 }], 9007199254740993n]);
        assert.equal(accept, 'text/event-stream, */*;q=0.1');
    },
    'whatever the pieces and the line ends are': async () => {
        for (const end of ['\n', '\r\n']) {
            answer = async (response, id) => {
                response.writeHead(200, stream);
                const all = Buffer.from((':\n\n' + report(id, half) + result(id))
                    .replace(',"method"', '\ndata:,"method"').replaceAll('\n', end));
                for (const byte of all) {
                    response.write(Buffer.of(byte));
                    await next_turn();
                }
                response.end();
            };
            assert.deepEqual(await watched(), [[half], 9007199254740993n]);
        }
    },
    'an answer that is no stream has no reports': async () => {
        answer = (response, id) => response.end(`{"jsonrpc":"2.0","result":3,"id":${id}}`);
        assert.deepEqual(await watched(), [[], 3n]);
    },
    'without onProgress no stream is asked for': async () => {
        answer = (response, id, { headers }) => {
            assert.doesNotMatch(headers.accept, /event-stream/);
            response.end(`{"jsonrpc":"2.0","result":3,"id":${id}}`);
        };
        assert.equal(await api.math.add(1, 2), 3n);
    },
    'an error in a stream': async () => {
        answer = (response, id) => response.writeHead(200, stream).end(
            `data: {"jsonrpc":"2.0","error":{"code":-32003,"message":"late"},"id":${id}}\n\n`);
        const [, error] = await watched();
        assert(error instanceof CallError && error.code === -32003);
    },
    'a stream without a response': async () => {
        const reasons = [[half, 'network'], ['data: {\n\n', 'answer'],
            ['data: {"jsonrpc":"2.0","method":"x"}\n\n', 'answer']];
        for (const [what, reason] of reasons) {
            answer = (response, id) => response.writeHead(200, stream)
                .end(what === half ? report(id, half) : what);
            const [, error] = await watched();
            assert(error instanceof TransportError);
            assert.equal(error.reason, reason);
        }
    },
    'an aborted call closes its connection': async () => {
        for (const way of ['signal', 'error', 'time']) {
            let closed;
            answer = (response, id, request) => {
                closed = once(request.socket, 'close');
                response.writeHead(200, stream).write(report(id, half));
            };
            const stop = new AbortController();
            const onProgress = () => {
                if (way === 'signal') stop.abort('enough');
                if (way === 'error') throw new Error('mine');
            };
            const timeoutMs = way === 'time' ? 100 : 20_000;
            const error = await failure(
                api.math.add(1, 2, { signal: stop.signal, onProgress, timeoutMs }));
            if (way === 'signal') assert.equal(error, 'enough');
            if (way === 'error') assert.equal(error.message, 'mine');
            if (way === 'time') assert.equal(error.reason, 'timeout');
            await closed;
        }
    },
};
await check('typescript, progress', claims);
server.closeAllConnections();
server.close();

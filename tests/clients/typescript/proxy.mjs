// The client and a proxy that answers 503: proxy.mjs URL, a server of the document `everything`.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { check } from '../check.mjs';
import { Everything, TransportError } from './out/everything-bigint.js';

const upstream = process.argv[2];
const busy = { 'Retry-After': '0' };
let answer;  // (response, forward): the behaviour of the proxy
let requests = 0;
const proxy = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    ++requests;
    const headers = { 'Content-Type': 'application/json' };
    const forward = () => fetch(upstream, { method: 'POST', headers, body });
    await answer(response, forward);
});
await new Promise(done => proxy.listen(0, '127.0.0.1', done));
const direct = new Everything(upstream);
const api = new Everything(`http://127.0.0.1:${proxy.address().port}/`);

const refusal = JSON.stringify({ jsonrpc: '2.0', id: null,
    error: { code: -32000, message: 'connections_max is reached' } });

// Advances the counter through the proxy. Returns the outcome, how often the proxy was asked, and
// how often the method was executed.
async function advance(client, behaviour) {
    await direct.counter.reset();
    requests = 0;
    answer = behaviour;
    const outcome = await client.counter.advance(1).catch(error => error);
    return [outcome, requests, await direct.counter.advance(1) - 1n];
}
const forwarded = async (response, forward) => response.end(await (await forward()).text());
const refuses = count => (response, forward) => requests > count
    ? forwarded(response, forward) : response.writeHead(503, busy).end(refusal);

await check('typescript, proxy', {
    'a 503 before the call is not repeated': async () => {
        const [error, ...counts] = await advance(api,
            response => response.writeHead(503, busy).end('<html>'));
        assert(error instanceof TransportError);
        assert.deepEqual([error.reason, error.status, error.retryAfterMs],
            ['status', 503, undefined]);
        assert.deepEqual(counts, [1, 0n]);
    },
    'a 503 after the call is not repeated': async () => {
        const [error, ...counts] = await advance(api, async (response, forward) => {
            await (await forward()).text();
            response.writeHead(503, busy).end('{"error":{"code":503,"message":"timeout"}}');
        });
        assert.deepEqual([error.status, error.retryAfterMs], [503, undefined]);
        assert.deepEqual(counts, [1, 1n]);
    },
    'a refusal by callbox is repeated until it accepts the call': async () =>
        assert.deepEqual(await advance(api, refuses(3)), [1n, 4, 1n]),
    'retries': async () => {
        const patient = api.with({ retries: 5 });
        assert.deepEqual(await advance(patient, refuses(5)), [1n, 6, 1n]);
        const [error, ...counts] = await advance(api.with({ retries: 0 }), refuses(1));
        assert.deepEqual([error.status, error.retryAfterMs], [503, 0]);
        assert.equal(error.message, '503 Service Unavailable: connections_max is reached');
        assert.deepEqual(counts, [1, 0n]);
    },
});
proxy.closeAllConnections();
proxy.close();

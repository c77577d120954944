// The client and a proxy that answers 503: proxy.mjs URL, a server of the document `everything`.
import assert from 'node:assert/strict';
import { check } from '../check.mjs';
import { busyProxy } from './busy.mjs';
import { Everything, TransportError } from './out/everything-bigint.js';

const upstream = process.argv[2];
const proxy = await busyProxy(upstream);
const direct = new Everything(upstream);
const counter = new Everything(`${proxy.url}/requests`);

// Advances the counter through the proxy. Returns the outcome, how often the proxy was asked, and
// how often the method was executed.
async function advance(behaviour, options) {
    await direct.counter.reset();
    await counter.call('requests');
    const api = new Everything(`${proxy.url}/${behaviour}`, options);
    const outcome = await api.counter.advance(1).catch(error => error);
    return [outcome, await counter.call('requests'), await direct.counter.advance(1) - 1n];
}

await check('typescript, proxy', {
    'a 503 before the call is not repeated': async () => {
        const [error, ...counts] = await advance('before');
        assert(error instanceof TransportError);
        assert.deepEqual([error.reason, error.status, error.retryAfterMs],
            ['status', 503, undefined]);
        assert.deepEqual(counts, [1, 0n]);
    },
    'a 503 after the call is not repeated': async () => {
        const [error, ...counts] = await advance('after');
        assert.deepEqual([error.status, error.retryAfterMs], [503, undefined]);
        assert.deepEqual(counts, [1, 1n]);
    },
    'a refusal by callbox is repeated until it accepts the call': async () =>
        assert.deepEqual(await advance('refuse/3'), [1n, 4, 1n]),
    'retries': async () => {
        assert.deepEqual(await advance('refuse/5', { retries: 5 }), [1n, 6, 1n]);
        const [error, ...counts] = await advance('refuse/1', { retries: 0 });
        assert.deepEqual([error.status, error.retryAfterMs], [503, 0]);
        assert.equal(error.message, '503 Service Unavailable: connections_max is reached');
        assert.deepEqual(counts, [1, 0n]);
    },
});
proxy.close();

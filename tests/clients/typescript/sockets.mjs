// Events with servers that misbehave, and with timers of the test: no server and no waiting.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { check, failure } from '../check.mjs';
import { CallError, Inventory, SubscriptionEnded, TransportError } from
    './out/inventory-bigint.js';

let sockets, timers, random;
globalThis.setTimeout = (then, ms) => {
    const timer = { then, ms };
    timers.add(timer);
    return timer;
};
globalThis.clearTimeout = timer => timers.delete(timer);
Math.random = () => random;

const settled = async () => { for (let i = 0; i < 20; ++i) await null; };
// There is one timer at a time. Returns its time.
async function pass() {
    const [timer, ...others] = timers;
    assert.deepEqual(others, []);
    timers.delete(timer);
    timer.then();
    await settled();
    return timer.ms;
}

class Fake {
    #listeners = {};
    readyState = 0;
    sent = [];

    constructor(url, protocols) {
        Object.assign(this, { url, protocols });
        sockets.push(this);
    }
    addEventListener(type, listener) { this.#listeners[type] = listener; }
    send(text) {
        assert.equal(this.readyState, 1);
        this.sent.push(JSON.parse(text));
    }
    close() { this.readyState = 3; }

    async fire(type, event = {}) {
        if (type === 'open') this.readyState = 1;
        if (type === 'close' || type === 'error') this.readyState = 3;
        this.#listeners[type](event);
        await settled();
    }
    receive(value) {
        return this.fire('message',
            { data: typeof value === 'string' ? value : JSON.stringify(value) });
    }
    answer(what) {  // to the last request
        return this.receive({ jsonrpc: '2.0', id: this.sent.at(-1).id, ...what });
    }
    event(result, more = {}, subscription = 's1') {
        const params = { subscription, ...more, ...result && { result } };
        return this.receive({ jsonrpc: '2.0', method: 'stock.changed', params });
    }
}
const change = n => ({ at: '2026-01-01T00:00:00.000Z', sku: 'A-1', change: n, by: 'x' });
const last = () => sockets.at(-1);

// A subscription whose events and gaps are in `seen`.
async function start(own = {}, options = {}, params = {}) {
    sockets = [], timers = new Set(), random = 0.5;
    const seen = [];
    const note = name => what => { seen.push([name, what]); };
    const api = new Inventory('https://user.example/a/api?b=c#d', { WebSocket: Fake, ...options });
    const subscription = api.stock.changed(params,
        { onGap: ({ event, ...gap }) => seen.push(gap), onLost: note('lost'), ...own })
        .subscribe(each => { seen.push(Number(each.change)); });
    subscription.closed.catch(note('closed'));
    await settled();
    return { api, seen, subscription };
}
async function accepted(...given) {
    const made = await start(...given);
    await last().fire('open');
    await last().answer({ result: 's1' });
    return made;
}

await check('typescript, sockets', {
    'the URL and the token': async () => {
        await start();
        assert.equal(last().url, 'wss://user.example/a/api?b=c');
        assert.deepEqual(last().protocols, []);
        for (const token of ['all-methods~~~~~~>>>???', '\u00fc\u{1F986}']) {
            await start({}, { token });
            const [first, second] = last().protocols;
            assert.equal(first, 'callbox');
            assert.equal(second, `bearer.${Buffer.from(token).toString('base64url')}`);
        }
    },
    'a subscription as it is sent, and its end': async () => {
        const { api, subscription } = await accepted({}, {}, { sku: 'A-1' });
        assert.deepEqual(last().sent, [
            { jsonrpc: '2.0', method: 'stock.changed', params: { sku: 'A-1' }, id: 1 }]);
        const other = api.order.changed().subscribe(() => {});
        await last().answer({ result: 's2' });
        subscription.unsubscribe();
        assert.deepEqual(last().sent.slice(1), [
            { jsonrpc: '2.0', method: 'order.changed', params: {}, id: 2 },
            { jsonrpc: '2.0', method: 'rpc.unsubscribe', params: ['s1'], id: 3 }]);
        await last().event(change(1));
        assert.equal(last().readyState, 1);
        other.unsubscribe();
        assert.equal(last().readyState, 3);
        assert.equal(timers.size, 0);
        await Promise.all([subscription.closed, other.closed]);
        assert.equal(sockets.length, 1);
    },
    'it is left before the server accepts it': async () => {
        const { api, subscription } = await accepted();
        const other = api.stock.changed().subscribe(() => assert.fail());
        other.unsubscribe();
        await last().event(change(1), {}, 's2');
        await last().answer({ result: 's2' });
        assert.deepEqual(last().sent.at(-1).params, ['s2']);
        await last().event(change(2), {}, 's2');
        subscription.unsubscribe();
        const { subscription: early } = await start();
        early.unsubscribe();
        await early.closed;
        assert.equal(last().readyState, 3);
    },
    'events before the response': async () => {
        const { api, seen } = await accepted();
        const got = [];
        api.stock.changed().subscribe(each => { got.push(Number(each.change)); });
        for (const n of [1, 2]) await last().event(change(n), {}, 's2');
        await last().event(change(3), {}, 's3');
        await last().event(change(4));
        await last().answer({ result: 's2' });
        await last().event(change(5), {}, 's2');
        assert.deepEqual([got, seen], [[1, 2, 5], [4]]);
        api.stock.changed().subscribe(() => assert.fail());
        await last().answer({ result: 's3' });
    },
    'events that the server dropped': async () => {
        const { seen } = await accepted();
        await last().event(change(1));
        await last().event(change(9), { missed: 7 });
        assert.deepEqual(seen, [1, { reason: 'server', missed: 7 }, 9]);
    },
    'without onGap, a gap is printed': async () => {
        const { warn } = console;
        const printed = [];
        console.warn = text => printed.push(text);
        await accepted({ onGap: undefined });
        await last().event(change(9), { missed: 7 });
        console.warn = warn;
        assert.deepEqual(printed, ['stock.changed: 7 events may be missing (server); see onGap']);
    },
    'an error of onGap ends the subscription': async () => {
        const mine = new Error('mine');
        const { subscription } = await accepted({ onGap: () => { throw mine; } });
        await last().event(change(9), { missed: 7 });
        assert.equal(await failure(subscription.closed), mine);
        assert.equal(last().readyState, 3);
    },
    'the oldest events in a full queue become a gap': async () => {
        const { api } = await accepted();
        const gaps = [];
        const events = api.stock.changed({}, { queueMax: 2, onGap: gap => gaps.push(gap.missed) })
            [Symbol.asyncIterator]();
        await last().answer({ result: 's2' });
        for (const n of [1, 2, 3, 4]) await last().event(change(n), {}, 's2');
        await last().event(change(5), { missed: 10 }, 's2');
        const next = async () => Number((await events.next()).value.change);
        assert.deepEqual([await next(), gaps], [4, [3]]);
        assert.deepEqual([await next(), gaps], [5, [3, 10]]);
        for (const n of [6, 7]) await last().event(change(n), { missed: 5 }, 's2');
        await last().event(change(8), {}, 's2');
        assert.deepEqual([await next(), gaps], [7, [3, 10, 6, 5]]);
        assert.equal(await next(), 8);
        const waiting = [events.next(), events.next()];
        await events.return();
        for (const each of waiting) assert.equal((await each).done, true);
        const least = api.stock.changed({}, { queueMax: 0, onGap: gap => gaps.push(gap.missed) })
            [Symbol.asyncIterator]();
        await last().answer({ result: 's3' });
        for (const n of [1, 2]) await last().event(change(n), {}, 's3');
        assert.deepEqual([Number((await least.next()).value.change), gaps.at(-1)], [2, 1]);
    },
    'events that wait are not for a program that has left': async () => {
        const { api } = await accepted();
        const events = api.stock.changed()[Symbol.asyncIterator]();
        await last().answer({ result: 's2' });
        await last().event(change(1), {}, 's2');
        await events.return();
        assert.equal((await events.next()).done, true);
    },
    'an end by the server, after the events before it': async () => {
        const { api } = await accepted();
        const events = api.stock.changed()[Symbol.asyncIterator]();
        await last().answer({ result: 's2' });
        await last().event(change(1), {}, 's2');
        const error = { code: -32006, message: 'm', data: { reason: 'overflow', missed: 3 } };
        await last().event(null, { error }, 's2');
        await last().event(change(2), {}, 's2');
        assert.equal((await events.next()).value.change, 1n);
        const end = await failure(events.next());
        assert(end instanceof SubscriptionEnded);
        assert.deepEqual([end.reason, end.missed], ['overflow', 3]);
        assert.equal((await events.next()).done, true);
        assert.equal(last().sent.at(-1).method, 'stock.changed');  // there is nothing to end
    },
    'a payload of another type': async () => {
        const { subscription } = await accepted();
        await last().event({ ...change(1), change: '1' });
        const error = await failure(subscription.closed);
        assert(error instanceof TransportError);
        assert.deepEqual([error.reason, error.message],
            ['answer', 'payload of stock.changed/change: expected integer, got string']);
    },
    'a message that is no JSON ends the connection': async () => {
        for (const text of ['{', '[]', '5']) {
            const { seen } = await accepted();
            await last().receive(text);
            assert.deepEqual([seen[0][0], seen[0][1].reason], ['lost', 'answer']);
            await pass();
            assert.equal(sockets.length, 2);
        }
    },
    'a pause with jitter, longer after each failure': async () => {
        const { seen } = await accepted();
        await last().event(change(1), { seq: 41 });
        await last().fire('close', { code: 1001 });
        const pauses = [];
        for (let i = 0; i < 7; ++i) {
            pauses.push(await pass());
            await last().fire('error', { message: 'refused' });
            await last().fire('close', { code: 1006 });
        }
        assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 15000, 15000]);
        random = 0;
        assert.equal(await pass(), 15000);
        await last().fire('close', { code: 1006 });
        assert.equal(await pass(), 0);
        await last().fire('open');
        assert.deepEqual(last().sent[0].params, { since: 41 });
        await last().answer({ result: 's1' });
        random = 0.5;
        await last().fire('close', { code: 1001 });
        assert.equal(await pass(), 500);
        assert.deepEqual(seen.slice(0, 3).map(each => each[1]?.message ?? each),
            [1, 'WebSocket: closed with code 1001', 'WebSocket: refused']);
    },
    'it cannot resume': async () => {
        const refused = data =>
            ({ error: { code: -32007, message: 'Cannot resume', ...data && { data } } });
        for (const [data, missed] of [[{ missed: 3 }, 3], [{ missed: null }], [undefined]]) {
            const { seen } = await accepted({}, {}, { sku: 'A-1', since: 5 });
            assert.deepEqual(last().sent[0].params, { sku: 'A-1', since: 5 });
            await last().event(change(1), { seq: 41 });
            await last().fire('close', { code: 1001 });
            await pass();
            await last().fire('open');
            await last().answer(refused(data));
            assert.deepEqual(last().sent.at(-1).params, { sku: 'A-1' });
            assert.equal(seen.length, 2);
            // Nothing is known of what follows, until an event has arrived.
            await last().fire('close', { code: 1001 });
            await pass();
            await last().fire('open');
            assert.deepEqual(last().sent[0].params, { sku: 'A-1' });
            await last().answer({ result: 's1' });
            await last().event(change(2), { seq: 50 });
            assert.deepEqual(seen.slice(3), [{ reason: 'connection', missed }, 2]);
        }
        const { subscription } = await start();
        await last().fire('open');
        await last().answer(refused());
        assert.equal((await failure(subscription.closed)).code, -32007);
    },
    'no life within 30 s, or no response in time': async () => {
        const { api } = await accepted({}, { timeoutMs: 5000 });
        await last().event(change(1));
        assert.equal(await pass(), 30000);
        assert.deepEqual(last().sent[1],
            { jsonrpc: '2.0', method: 'rpc.unsubscribe', params: [''], id: 2 });
        await last().answer({ result: false });
        assert.equal(await pass(), 30000);
        assert.equal(await pass(), 5000);
        assert.deepEqual([sockets.length, last().readyState], [1, 3]);
        assert.equal(await pass(), 500);
        assert.equal(sockets.length, 2);
        api.stock.changed().subscribe(() => {});
        assert.equal(await pass(), 5000);  // it does not open
        assert.equal(await pass(), 1000);
        await last().fire('open');
        assert.equal(last().sent.length, 2);
    },
    'the first connection is not repeated': async () => {
        for (const fail of [() => last().fire('error'), () => pass(),
            async () => { await last().fire('open'); await last().fire('close', { code: 1013 }); },
            async () => { await last().fire('open'); await pass(); }]) {
            const { api, subscription, seen } = await start();
            const other = api.order.changed().subscribe(() => {});
            await Promise.all([subscription, other].map(async each =>
                assert((await failure(each.closed)) instanceof TransportError, fail)), fail());
            assert.deepEqual([seen.length, timers.size, last().readyState], [1, 0, 3]);
            api.stock.changed().subscribe(() => {});
            await settled();
            assert.equal(sockets.length, 2);
        }
    },
    'calls are not sent again': async () => {
        const { api } = await accepted();
        const error = await failure(api.with({ fetch: async () => { throw new Error('lost'); } })
            .stock.receive('A-1', 1));
        assert.equal(error.reason, 'network');
        await last().fire('close', { code: 1001 });
        await pass();
        await last().fire('open');
        assert.deepEqual(last().sent.map(each => each.method), ['stock.changed']);
    },
    'a signal while it reconnects': async () => {
        const stop = new AbortController();
        const { seen } = await accepted({ signal: stop.signal });
        await last().fire('close', { code: 1001 });
        stop.abort();
        await settled();
        assert.deepEqual([timers.size, sockets.length, seen.length], [0, 1, 1]);
        assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
    },
    'a refusal on a new connection': async () => {
        const { subscription } = await accepted();
        await last().fire('close', { code: 1001 });
        await pass();
        await last().fire('open');
        await last().answer({ error: { code: -32601, message: 'Method not found' } });
        assert((await failure(subscription.closed)) instanceof CallError);
        assert.equal(last().readyState, 3);
    },
});

// Events of a server of its own: events.mjs PROGRAM, an inventory. Node before 22 has no WebSocket.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { WebSocket as Undici } from 'undici';
import { check, failure } from '../check.mjs';
import { CallError, Inventory, SubscriptionEnded, TransportError, isErrorOf } from
    './out/inventory-bigint.js';
import { Inventory as Texts } from './out/inventory-string.js';
import { proxyTo, serve } from './served.mjs';

Math.random = () => 0.01;  // the first pause before a reconnection: 10 ms
const tokens = 'events-tokens';
const owner = 'owner-owner-owner-owner';
const scale = 'scale-scale-scale~~~~~~';  // its base64url has a -
const allow = (...lines) => writeFileSync(tokens, lines.join('\n') + '\n', { mode: 0o600 });
const all = [`owner ${owner} *`, `scale ${scale} stock.*`];

let server;
let api;  // directly to the server
async function start(address = '127.0.0.1:0') {
    server = await serve(process.argv[2], '--listen', address, '--token-file', tokens);
    api = new Inventory(server.url, { token: owner });
    for (const sku of ['A-1', 'B-2'])
        await api.product.create({ sku, name: 'x', price: 1, stock: 0 });
}

const WebSocket = globalThis.WebSocket ?? Undici;
const client = (options = {}) =>
    new Inventory(proxy.url, { token: owner, WebSocket, ...options });

// A subscription whose functions can be awaited.
function subscribed(event, params, own) {
    const seen = { gaps: [], got: [], lost: [], opened: 0 };
    const waiting = [];
    const changed = () => waiting.splice(0).forEach(wake => wake());
    seen.until = async holds => {
        while (!holds(seen)) await new Promise(wake => waiting.push(wake));
    };
    seen.subscription = event(params, {
        onGap: gap => { seen.gaps.push({ ...gap, after: seen.got.length }); changed(); },
        onOpen: () => { ++seen.opened; changed(); },
        onLost: why => { seen.lost.push(why); changed(); },
        ...own,
    }).subscribe(change => { seen.got.push(change); changed(); });
    return seen;
}
const receive = (count, sku = 'A-1', from = 0) =>
    api.batch(m => Array.from({ length: count }, (_, i) => m.stock.receive(sku, from + i + 1)));
const counts = count => Array.from({ length: count }, (_, i) => BigInt(i + 1));

rmSync(tokens, { force: true });
allow(...all);
await start();
const proxy = await proxyTo(() => server.url);

await check('typescript, events', {
    'an iteration, until it is left': async () => {
        const got = [];
        for await (const c of client().stock.changed({ sku: 'A-1' }, {
            onOpen: async () => { await receive(1, 'B-2'); await receive(3); } })) {
            assert.equal(c.sku, 'A-1');
            assert.equal(typeof c.at, 'string');
            if (got.push(c.change) === 3) break;
        }
        assert.deepEqual(got, [1n, 2n, 3n]);
        await server.logs(/websocket_close/);
    },
    'a callback, until it is unsubscribed': async () => {
        const seen = subscribed(client().stock.changed);
        await seen.until(s => s.opened);
        await receive(2, 'B-2');
        await seen.until(s => s.got.length === 2);
        assert.equal(typeof seen.subscription.seq, 'number');
        seen.subscription.unsubscribe();
        await seen.subscription.closed;
        await receive(1);
        assert.deepEqual(seen.got.map(each => each.change), [1n, 2n]);
        assert.deepEqual(seen.gaps, []);
    },
    '1,000 events in order, and two subscriptions on one socket': async () => {
        const shared = client();
        const before = proxy.connections;
        const stock = subscribed(shared.stock.changed, { sku: 'B-2' }, { queueMax: 2000 });
        const orders = subscribed(shared.order.changed);
        await Promise.all([stock, orders].map(each => each.until(s => s.opened)));
        assert.equal(proxy.connections, before + 1);
        for (let from = 0; from < 1000; from += 100) await receive(100, 'B-2', from);
        const order = await api.order.place([{ sku: 'A-1', count: 1 }]);
        await stock.until(s => s.got.length === 1000);
        assert.deepEqual(stock.got.map(each => each.change), counts(1000));
        await orders.until(s => s.got.length === 1);
        assert.deepEqual(orders.got[0], order);
        orders.subscription.unsubscribe();
        await receive(1, 'B-2');
        await stock.until(s => s.got.length === 1001);
        assert.deepEqual([stock.opened, stock.gaps], [1, []]);
        stock.subscription.unsubscribe();
        assert.equal(proxy.connections, before + 1);
        await Promise.all([stock, orders].map(each => each.subscription.closed));
    },
    'a lost connection: what is kept follows, else there is a gap': async () => {
        const shared = client();
        const stock = subscribed(shared.stock.changed, { sku: 'A-1' });
        const orders = subscribed(shared.order.changed);
        await receive(1);
        await Promise.all([stock, orders].map(each => each.until(s => s.opened)));
        await receive(1);
        await stock.until(s => s.got.length === 1);
        proxy.accepts = false;
        proxy.lose();
        await stock.until(s => s.lost.length > 2);  // attempts are refused
        assert(stock.lost.every(each => each instanceof TransportError));
        await receive(100);
        await api.order.place([{ sku: 'A-1', count: 1 }]);
        proxy.accepts = true;
        await stock.until(s => s.got.length === 101);
        await orders.until(s => s.gaps.length === 1);
        assert.deepEqual(stock.got.map(each => each.change), [1n, ...counts(100)]);
        assert.deepEqual([stock.opened, stock.gaps], [2, []]);
        assert.deepEqual([orders.opened, orders.got, orders.gaps], [2, [],
            [{ event: 'order.changed', reason: 'connection', missed: undefined, after: 0 }]]);
        stock.subscription.unsubscribe();
        orders.subscription.unsubscribe();
    },
    'more events than the server keeps: a gap with their number': async () => {
        const seen = subscribed(client().stock.changed);
        await seen.until(s => s.opened);
        await receive(2);
        await seen.until(s => s.got.length === 2);
        proxy.accepts = false;
        proxy.lose();
        await seen.until(s => s.lost.length > 1);
        await receive(300);
        proxy.accepts = true;
        await seen.until(s => s.opened === 2);
        await receive(1, 'B-2');
        await seen.until(s => s.got.length === 3);
        assert.deepEqual(seen.gaps,
            [{ event: 'stock.changed', reason: 'connection', missed: 44, after: 2 }]);
        assert.equal(seen.got[2].sku, 'B-2');
        seen.subscription.unsubscribe();
    },
    'a restart of the server: a gap, as it keeps events in memory': async () => {
        const own = new Inventory(server.url, { token: owner, WebSocket });
        const stock = subscribed(own.stock.changed, { sku: 'A-1' });
        const orders = subscribed(own.order.changed);
        await Promise.all([stock, orders].map(each => each.until(s => s.opened)));
        await receive(1);
        await stock.until(s => s.got.length === 1);
        const { host } = new URL(server.url);
        await server.stop();
        await stock.until(s => s.lost.length > 0);
        assert.equal(stock.lost[0].message, 'WebSocket: closed with code 1001');
        await start(host);
        await Promise.all([stock, orders].map(each => each.until(s => s.opened === 2)));
        await receive(1);
        await stock.until(s => s.got.length === 2);
        for (const [each, after] of [[stock, 1], [orders, 0]]) {
            const [{ reason, missed, ...gap }] = each.gaps;
            assert.deepEqual([reason, missed, gap.after], ['connection', undefined, after]);
            each.subscription.unsubscribe();
        }
    },
    'it continues after a number of the program': async () => {
        for (const service of [client(), new Texts(server.url, { token: owner, WebSocket })]) {
            const first = subscribed(service.stock.changed);
            await first.until(s => s.opened);
            await receive(1);
            await first.until(s => s.got.length === 1);
            const { seq } = first.subscription;
            first.subscription.unsubscribe();
            await receive(3);
            const since = service instanceof Texts ? `${seq}` : seq;
            const second = subscribed(service.stock.changed, { since, sku: 'A-1' });
            await second.until(s => s.got.length === 3);
            assert.deepEqual([second.gaps, second.got.map(each => `${each.change}`)],
                [[], ['1', '2', '3']]);
            second.subscription.unsubscribe();
            const third = subscribed(service.stock.changed, { since: 5 });
            await third.until(s => s.opened && s.gaps.length);
            assert.equal(third.gaps[0].missed, undefined);
            third.subscription.unsubscribe();
        }
    },
    'tokens, and an end by the server': async () => {
        const stock = subscribed(client({ token: async () => scale }).stock.changed);
        const ended = failure(stock.subscription.closed);
        await stock.until(s => s.opened);
        const error = await failure(subscribed(client({ token: scale }).order.changed)
            .subscription.closed);
        assert(error instanceof CallError);
        assert.deepEqual([error.code, error.method], [-32601, 'order.changed']);
        const none = await failure(subscribed(client({ token: undefined }).stock.changed)
            .subscription.closed);
        assert(none instanceof TransportError);
        assert.equal(none.reason, 'network');
        await receive(1);
        await stock.until(s => s.got.length === 1);
        allow(all[0], all[1].replace('stock.*', 'stock.receive'));
        server.hangUp();
        const end = await ended;
        assert(end instanceof SubscriptionEnded && end instanceof Error);
        assert.deepEqual([end.event, end.reason, end.missed], ['stock.changed', 'scope', 0]);
        assert.match(end.message, /ended the subscription to stock.changed: scope/);
        allow(...all);
        server.hangUp();
        await server.logs(/token/);
    },
    'an end because the client reads too slowly, after what was sent': async () => {
        const seen = subscribed(client().stock.changed);
        const ended = failure(seen.subscription.closed);
        await seen.until(s => s.opened);
        await receive(1000);
        const end = await ended;
        assert.equal(end.reason, 'overflow');
        assert.deepEqual(seen.got.map(each => each.change), counts(1000 - end.missed));
        assert(seen.got.length > 100 && end.missed > 0);
    },
    'a refused call ends the iteration': async () => {
        const wrong = await failure(client().stock.changed({ sku: 5 })[Symbol.asyncIterator]()
            .next());
        assert.deepEqual([wrong.code, wrong.faults[0].param], [-32602, 'sku']);
        assert(!isErrorOf('stock.changed', wrong));
        const rounded = client().order.changed({ number: 2 ** 60 })[Symbol.asyncIterator]();
        assert((await failure(rounded.next())) instanceof RangeError);
        assert.deepEqual(await rounded.next(), { value: undefined, done: true });
    },
    'a signal of the subscription or of the client': async () => {
        for (const isOwn of [true, false]) {
            const stop = new AbortController();
            const { signal } = stop;
            const one = client(isOwn ? {} : { signal });
            const own = isOwn ? { signal } : {};
            const iteration = one.stock.changed({}, { ...own, onOpen: () => stop.abort('enough') });
            assert.equal(await failure(iteration[Symbol.asyncIterator]().next()), 'enough');
            assert.equal(await failure(iteration[Symbol.asyncIterator]().next()), 'enough');
            const { subscription } = subscribed(one.stock.changed, {}, own);
            await subscription.closed;
        }
    },
    'an error of a function ends the subscription': async () => {
        const mine = new Error('mine');
        const fails = () => { throw mine; };
        const seen = subscribed(client().stock.changed, {}, { onOpen: fails });
        assert.equal(await failure(seen.subscription.closed), mine);
        const { closed } = client().stock.changed({}, { onOpen: () => receive(1) })
            .subscribe(fails);
        assert.equal(await failure(closed), mine);
    },
    'neither in a batch nor as a notification': async () => {
        assert.throws(() => api.notify.stock.changed(), TypeError);
        await assert.rejects(async () => api.batch(m => [m.stock.changed()]), TypeError);
    },
    'no server, no WebSocket, an invalid URL': async () => {
        const next = one => failure(one.order.changed()[Symbol.asyncIterator]().next());
        const ports = createServer();
        await new Promise(done => ports.listen(0, '127.0.0.1', done));
        const { port } = ports.address();
        await new Promise(done => ports.close(done));
        const refused = await next(new Inventory(`http://127.0.0.1:${port}/`, { WebSocket }));
        assert(refused instanceof TransportError);
        assert.equal(refused.reason, 'network');
        const invalid = await next(new Inventory('htp:/', { WebSocket }));
        assert.deepEqual([invalid.reason, invalid.message], ['url', 'invalid URL: htp:/']);
        const given = globalThis.WebSocket;
        delete globalThis.WebSocket;
        const missing = await next(new Inventory(server.url));
        globalThis.WebSocket = given;
        assert.match(missing.message, /pass the option WebSocket/);
        const expired = new Error('no token');
        const token = () => Promise.reject(expired);
        assert.equal(await next(client({ token })), expired);
    },
});
await server.stop();
proxy.close();

// Checks a third-party client, wrapped in functions, against the URL in argv: claims.json and
// more. Prints one line; exit status 0 if every claim about its results holds.
//     call(method, params)    the result, or an error thrown with code, message and data
//     notify(method, params)  if it has notifications
//     batch(calls)            if it has batches: [{method, params}] to [{result} or {error}]
//     lost()                  of WebSockets: waits for the end of the connection and returns its
//                             code, if the client reports one
//     back()                  waits for the next connection
//     subscribe(event, params, got)  the id; got(payload) for each event
//     unsubscribe(event, id)
//     subscribesAgain         whether it does after a lost connection
//     close()
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { check as checkAll, failure } from './check.mjs';

const read = file => JSON.parse(readFileSync(file, 'utf8'));

async function called(client, { method, params, result, error }) {
    if (!error) return assert.equal(await client.call(method, params), result);
    const { code, message, data } = await failure(client.call(method, params));
    assert.equal(code, error.code);
    assert(message.startsWith(error.message), message);
    if (error.first) assert.deepEqual(data.errors[0], error.first);
    assert.equal(data?.did_you_mean, error.did_you_mean);
}

const versionOf = name => read(`node_modules/${name}/package.json`).version;

async function restarted(client) {
    const lost = client.lost();
    writeFileSync('restart', '');  // run.sh restarts it
    assert.equal(await lost ?? 1001, 1001);
    await client.back();
}

// By the function that they need.
const others = {
    notify: {
        // The server logs that the second one failed, which run.sh checks.
        'notifications': async c => {
            await c.notify('math.add', [2, 3]);
            await c.notify('no.such.method');
        },
        'a call after a notification': async c => assert.equal(await c.call('ping'), 'pong'),
    },
    batch: {
        'a batch': async c => {
            const [sum, wrong, hello] = await c.batch([
                { method: 'math.add', params: [2, 3] },
                { method: 'math.add', params: [2] },
                { method: 'greeting.hello', params: { name: 'you' } },
            ]);
            assert.equal(sum.result, 5);
            assert.equal(wrong.error.code, -32602);
            assert.equal(hello.result, 'Hello, you!');
        },
    },
    lost: {
        'a call after a restart of the server': async c => {
            await restarted(c);
            assert.equal(await c.call('math.add', [2, 3]), 5);
        },
    },
};

export async function checkEvents(name, connect) {
    const client = await connect(process.argv[2]);
    const got = [];
    let wake;
    const put = ({ change }) => { got.push(change); wake?.(); };
    const reached = async count => {
        while (got.length < count) await new Promise(done => { wake = done; });
    };
    const receive = (count, sku = 'A-1') => client.call('stock.receive', [sku, count]);
    const subscribe = () => client.subscribe('stock.changed', { sku: 'A-1' }, put);
    let id;
    await checkAll(`${name} ${versionOf(name)}, events`, {
        'events with these parameters': async () => {
            for (const sku of ['A-1', 'B-2'])
                await client.call('product.create', [{ sku, name: 'x', price: 1 }]);
            id = await subscribe();
            for (const n of [1, 2]) await receive(n);
            await receive(3, 'B-2');
            await receive(4);
            await reached(3);
            assert.deepEqual(got, [1, 2, 4]);
        },
        'none after the end of the subscription': async () => {
            assert.equal(await client.unsubscribe('stock.changed', id), true);
            await receive(5);
            id = await subscribe();
            await receive(6);
            await reached(4);
            assert.deepEqual(got.slice(3), [6]);
        },
        'events after a restart of the server': async () => {
            await restarted(client);
            if (!client.subscribesAgain) await subscribe();
            while (got.length === 4) await receive(7);
            assert.equal(got[4], 7);
        },
    });
    await client.close?.();
}

export async function check(name, connect) {
    const client = await connect(process.argv[2]);
    const rows = read('claims.json').filter(row => row.bits !== 64);
    const more = Object.keys(others).filter(needed => client[needed])
        .flatMap(needed => Object.entries(others[needed]));
    const all = [...rows.map(row => [row.claim, () => called(client, row)]),
        ...more.map(([claim, holds]) => [claim, () => holds(client)])];
    await checkAll(`${name} ${versionOf(name)}`, Object.fromEntries(all));
    await client.close?.();
}

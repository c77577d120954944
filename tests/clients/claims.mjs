// Checks a third-party client, wrapped in functions, against the URL in argv: claims.json and
// more. Prints one line; exit status 0 if every claim about its results holds.
//     call(method, params)    the result, or an error thrown with code, message and data
//     notify(method, params)  if it has notifications
//     batch(calls)            if it has batches: [{method, params}] to [{result} or {error}]
//     lost()                  of WebSockets: waits for the end of the connection and returns its
//                             code, if the client reports one
//     back()                  waits for the next connection
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
            const lost = c.lost();
            writeFileSync('restart', '');  // run.sh restarts it
            assert.equal(await lost ?? 1001, 1001);
            await c.back();
            assert.equal(await c.call('math.add', [2, 3]), 5);
        },
    },
};

export async function check(name, connect) {
    const { version } = read(`node_modules/${name}/package.json`);
    const client = await connect(process.argv[2]);
    const rows = read('claims.json').filter(row => row.bits !== 64);
    const more = Object.keys(others).filter(needed => client[needed])
        .flatMap(needed => Object.entries(others[needed]));
    const all = [...rows.map(row => [row.claim, () => called(client, row)]),
        ...more.map(([claim, holds]) => [claim, () => holds(client)])];
    await checkAll(`${name} ${version}`, Object.fromEntries(all));
    await client.close?.();
}

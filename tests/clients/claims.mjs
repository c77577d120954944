// Checks a third-party client, wrapped in four functions, against the URL in argv. Prints one line;
// exit status 0 if every claim about its results holds.
//     call(method, params)    the result, or an error thrown with code, message and data
//     notify(method, params)
//     batch(calls)            [{method, params}] to [{result} or {error}], in order
//     close()
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const url = process.argv[2];
const widest = Number.MAX_SAFE_INTEGER;

const claims = {
    'no parameters': async c => assert.equal(await c.call('ping'), 'pong'),
    'by position': async c => assert.equal(await c.call('math.add', [2, 3]), 5),
    'below zero': async c => assert.equal(await c.call('math.sub', [2, 3]), -1),
    'by name': async c => assert.equal(await c.call('math.mul', { a: 6, b: 7 }), 42),
    'text beyond ASCII': async c =>
        assert.equal(await c.call('greeting.hello', ['Zoë "\u{1F986}"\n']),
            'Hello, Zoë "\u{1F986}"\n!'),
    'the widest integer of JavaScript': async c =>
        assert.equal(await c.call('math.add', { a: widest - 1, b: 1 }), widest),
    'a wrong type is -32602': async c => {
        const error = await failure(c, 'math.add', ['two', 3]);
        assert.equal(error.code, -32602);
        assert.match(error.message, /^Invalid params: parameter "a": expected integer, got string/);
        assert.deepEqual(error.data.errors[0],
            { param: 'a', path: '/0', expected: 'integer', got: 'string' });
    },
    'an unknown method is -32601': async c => {
        const error = await failure(c, 'math.ad', [2, 3]);
        assert.equal(error.code, -32601);
        assert.equal(error.data.did_you_mean, 'math.add');
    },
    'an error of the method has its own code': async c => {
        const error = await failure(c, 'math.mul', { a: widest, b: widest });
        assert.equal(error.code, 1);
        assert.match(error.message, /the product does not fit 64 bits/);
    },
    // The server logs that the second one failed, which run.sh checks.
    'notifications': async c => {
        await c.notify('math.add', [2, 3]);
        await c.notify('no.such.method');
    },
    'a call after a notification': async c => assert.equal(await c.call('ping'), 'pong'),
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
};

export async function check(name, connect) {
    const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
    const client = await connect(url);
    let failed = 0;
    for (const [claim, holds] of Object.entries(claims)) {
        try {
            await holds(client);
        } catch (error) {
            ++failed;
            console.log(`    ${name}: ${claim}: ${error.message}`);
        }
    }
    await client.close?.();
    const count = Object.keys(claims).length;
    console.log(`${name} ${version}, node ${process.versions.node}: ${count - failed} of ${count}`);
    process.exitCode = failed ? 1 : 0;
}

async function failure(client, method, params) {
    try {
        await client.call(method, params);
    } catch (error) {
        return error;
    }
    throw new Error('the call did not fail');
}

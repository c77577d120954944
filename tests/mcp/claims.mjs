// Claims about a third-party client. For each of its modes there is a function
// connect({url, headers} or {command, args}), which returns
//     revision           of the protocol, if the client reports it
//     tools()            the listed tools
//     call(tool, args)   a result; throws an error
//     close()
// Arguments: `ways URL PROGRAM`, a server and a program for standard input, or `tokens URL`, a
// server that requires a token. Prints a line for each mode and transport. `left_out` are claims
// that are not worth the time of a slow client.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import { say } from './say.mjs';

export const timeout = 10_000;
const stop_ms_max = 1500;
const end_ms_max = 5000;
const revisions = { legacy: '2025-11-25', auto: '2026-07-28', pinned: '2026-07-28' };
const example_tools = ['greeting_hello', 'math_add', 'math_mul', 'math_sub', 'ping'];
const widest = Number.MAX_SAFE_INTEGER;

const claims = {
    'it lists the tools': async c => {
        const tools = await c.tools();
        assert.deepEqual(names_of(tools), example_tools);
        const { title, description, inputSchema } = tool_of(tools, 'math_add');
        assert.equal(title, 'math.add');
        assert.match(description, /^The sum of two integers\./);
        assert.deepEqual(inputSchema.required, ['a', 'b']);
    },
    'a call': async c => assert.equal(text_of(await c.call('math_add', { a: 2, b: 3 })), '5'),
    'no arguments': async c => assert.equal(text_of(await c.call('ping', {})), 'pong'),
    'text beyond ASCII': async c =>
        assert.equal(text_of(await c.call('greeting_hello', { name: 'Zoë "\u{1F986}"\n' })),
            'Hello, Zoë "\u{1F986}"\n!'),
    'structured content agrees with the outputSchema': async c => {
        const { outputSchema } = tool_of(await c.tools(), 'math_sub');
        const { structuredContent } = await c.call('math_sub', { a: 2, b: 3 });
        assert.deepEqual(structuredContent, { result: -1 });
        assert.ok(new Ajv().validate(outputSchema, structuredContent));
    },
    'every digit of 64 bits is in the text': async c =>
        assert.equal(text_of(await c.call('math_mul', { a: 3037000499, b: 3037000499 })),
            '9223372030926249001'),
    // The inspector sends null in place of text that is not a number.
    'invalid arguments': async c =>
        failed(await c.call('math_add', { a: 'two', b: 3 }),
            /^Invalid params: parameter "a": expected integer, got (string|null)$/),
    'an error of the method': async c =>
        failed(await c.call('math_mul', { a: widest, b: widest }),
            /^the product does not fit 64 bits$/),
    'an unknown tool': async c =>
        assert.rejects(c.call('math_ad', { a: 2, b: 3 }), /Unknown tool: math_ad|not found/),
};

const claims_of_tokens = {
    'no token: 401': async connect => assert.rejects(listed(connect, {}), is_401),
    'an invalid one: 401': async connect =>
        assert.rejects(listed(connect, bearer('wrong')), is_401),
    'one for all': async connect =>
        assert.deepEqual(names_of(await listed(connect, bearer('all'))), example_tools),
    'one for some': async connect =>
        assert.deepEqual(names_of(await listed(connect, bearer('some'))), ['math_add', 'ping']),
    'a tool outside its scopes is unknown': async connect => {
        const client = await connect(bearer('some'));
        assert.equal(text_of(await client.call('math_add', { a: 2, b: 3 })), '5');
        await assert.rejects(client.call('math_sub', { a: 2, b: 3 }), /Unknown tool|not found/);
        await client.close();
    },
};

export async function check(name, modes, left_out = []) {
    const [what, url, program] = process.argv.slice(2);
    for (const claim of left_out) delete claims[claim];
    const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
    for (const [mode, connect] of Object.entries(modes)) {
        const client = `${name} ${version}, ${mode}`;
        if (what === 'tokens') {
            await say(client, 'with tokens', () => errors_of(claims_of_tokens,
                headers => connect({ url, headers })));
            continue;
        }
        await say(client, 'HTTP', () => served(mode, () => connect({ url })));
        const status = `${name.replace('/', '-')}.${mode}.status`;
        rmSync(status, { force: true });
        const args = ['stdio.sh', program, status];
        await say(client, 'stdio', async () => {
            const found = await served(mode, () => connect({ command: 'sh', args }));
            return [...found, ...await not_clean(status)];
        });
    }
}

async function served(mode, connect) {
    const client = await connect();
    const found = await errors_of(claims, client);
    if (client.revision !== undefined && client.revision !== revisions[mode])
        found.push(`the revision is ${client.revision}`);
    const begin = Date.now();
    await client.close();
    const stopped_ms = Date.now() - begin;
    if (stopped_ms > stop_ms_max) found.push(`closing takes ${stopped_ms} ms`);
    return found;
}

async function errors_of(claims, subject) {
    const found = [];
    for (const [claim, holds] of Object.entries(claims)) {
        try {
            await holds(subject);
        } catch (error) {
            found.push(`${claim}: ${error.message.replaceAll('\n', ' ')}`);
        }
    }
    return found;
}

// A client may start the program more than once, and may not wait for its exit.
async function not_clean(file) {
    for (const begin = Date.now(); ; await new Promise(later => setTimeout(later, 20))) {
        const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
        const started = lines.filter(line => line.startsWith('callbox: ready:'));
        const ended = lines.filter(line => line.startsWith('status '));
        const is_late = Date.now() - begin > end_ms_max;
        if (ended.length < started.length && !is_late) continue;
        const wrong = lines.filter(line => !/^callbox: (ready|sandbox):|^status 0$/.test(line));
        if (started.length === 0) wrong.push('the program did not start');
        return is_late ? [...wrong, 'the program did not end'] : wrong;
    }
}

async function listed(connect, headers) {
    const client = await connect(headers);
    const tools = await client.tools();
    await client.close();
    return tools;
}

function bearer(name) {
    const file = readFileSync('tokens', 'utf8').split('\n').find(line => line.startsWith(name));
    return { Authorization: `Bearer ${file?.split(/ +/)[1] ?? 'no-such-token-at-all'}` };
}

function names_of(tools) { return tools.map(tool => tool.name); }
function tool_of(tools, name) { return tools.find(tool => tool.name === name); }

function text_of({ content, isError }) {
    assert.notEqual(isError, true, content[0].text);
    return content[0].text;
}

function failed({ content, isError, structuredContent }, text) {
    assert.equal(isError, true);
    assert.equal(structuredContent, undefined);
    assert.match(content[0].text, text);
}

// The inspector would start OAuth.
function is_401({ message, code, status }) {
    return code === 401 || status === 401 || /401|auth_required/.test(message);
}

// transports.mjs URL PROGRAM: thousands of corrupted messages get the same answers, byte for byte,
// over HTTP and on standard input.
import { spawn } from 'node:child_process';
import { dice, each, post } from './http.mjs';
import { say } from './say.mjs';

const [url, program] = process.argv.slice(2);
const messages_count = 3000;
const random = dice(1);

const call = (name, args, rest = '') =>
    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"${name}",` +
    `"arguments":${args}${rest}}}`;
const good = [
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",' +
        '"capabilities":{},"clientInfo":{"name":"c","version":"1"}}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":"p","method":"ping"}',
    '{"jsonrpc":"2.0","id":-1,"method":"tools/list","params":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}',
    '{"jsonrpc":"2.0","id":2,"method":"resources/list"}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
    '{"jsonrpc":"2.0","id":3,"result":{}}',
    '[{"jsonrpc":"2.0","id":4,"method":"ping"}]',
    call('math_add', '{"a":2,"b":3}'),
    call('math.mul', '{"a":9223372036854775807,"b":-1}'),
    call('math_mul', '{"a":9223372036854775807,"b":2}'),
    call('greeting_hello', '{"name":"Zo\u00eb \\u00e9 \u{1F986}"}', ',"_meta":{"progressToken":1}'),
    call('ping', '{}', ',"_meta":{"traceparent":' +
        '"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}'),
    call('no_such_tool', '{"a":null}'),
];
const bits = ['"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', '1e9', '.5', 'null', 'true', ' ',
    '\t', '"id":9,', '"a":1,', '\u00eb', '\\ud800', '\\u0000', '2.0', 'params', 'tools/'];

await say('3,000 corrupted messages', 'the same answers over HTTP and stdio', async () => {
    const all = [...good.map(text => Buffer.from(text)), ...spoiled(messages_count)];
    const over_http = await each(all, async message => {
        const { status, body } = await post(url, message);
        return `${body}` || (status === 202 ? '' : `status ${status}`);
    });
    const over_stdio = await answers_on_stdio(all);
    return all.flatMap((message, at) => (over_http[at] === over_stdio[at] ? [] :
        [`${message}: ${over_http[at]} by HTTP, ${over_stdio[at]} by stdio`]));
});

// Empty lines are ignored on standard input.
function* spoiled(count) {
    for (let made = 0; made < count;) {
        let message = Buffer.from(pick(good));
        for (let left = 1 + pick([0, 0, 1, 2]); left > 0; --left) message = change(message);
        if (message.includes('\n') || message.toString().trim() === '') continue;
        ++made;
        yield message;
    }
}

function change(message) {
    const at = Math.floor(random() * message.length);
    const end = Math.min(message.length, at + pick([0, 0, 1, 1, 2, 8, 30]));
    const inserted = pick([
        Buffer.alloc(0),
        Buffer.from(pick(bits)),
        Buffer.from(pick(bits)),
        Buffer.from([Math.floor(random() * 256)]),
        message.subarray(at, at + 20),
    ]);
    return Buffer.concat([message.subarray(0, at), inserted, message.subarray(end)]);
}

// Sends a ping after each message; its answer follows that to the message, if any.
function answers_on_stdio(all) {
    const child = spawn(program, ['mcp'], { stdio: ['pipe', 'pipe', 'ignore'], timeout: 20_000 });
    let out = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', part => { out += part; });
    child.stdin.on('error', () => {});
    for (const [at, message] of all.entries()) {
        child.stdin.write(message);
        child.stdin.write(`\n{"jsonrpc":"2.0","id":"after ${at}","method":"ping"}\n`);
    }
    child.stdin.end();
    return new Promise((done, failed) => child.on('close', status => {
        if (status !== 0) failed(new Error(`the program exited with ${status}`));
        const parts = out.split(/\{"jsonrpc":"2\.0","result":\{\},"id":"after \d+"\}\n/);
        if (parts.length !== all.length + 1) failed(new Error(`${parts.length - 1} answers`));
        done(parts.map(part => part.replace(/\n$/, '')));
    }));
}

function pick(all) { return all[Math.floor(random() * all.length)]; }

// checks.mjs PROGRAM...: sends each server invalid and unusual requests, over a connection each.
// Prints a Markdown table of the responses. A server that has ended is started again.
import { isUtf8 } from 'node:buffer';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { call, exchange, requestOf } from './exchange.mjs';

const add = params => call('add', params, 1);
const withId = id => call('add', '[2,3]', id);
const withMember = text => `{"jsonrpc":"2.0","method":"add","params":[2,3],"id":1,${text}}`;
const notification = (method, params) =>
    `{"jsonrpc":"2.0","method":"${method}","params":${params}}`;
const bytes = (...parts) => Buffer.concat(parts.map(part => Buffer.from(part)));
const nested = depth => '['.repeat(depth) + ']'.repeat(depth);

const rows = [
    ['`"params":[2,"3"]`', add('[2,"3"]')],
    ['`"params":[2,null]`', add('[2,null]')],
    ['`"params":[2,0.5]`', add('[2,0.5]')],
    ['`"params":[2]`', add('[2]')],
    ['`"params":[2,3,4]`', add('[2,3,4]')],
    ['by name, `"params":{"a":2,"b":3,"c":4}`', call('add_named', '{"a":2,"b":3,"c":4}', 1)],
    ['by name, `"params":{"a":2}`', call('add_named', '{"a":2}', 1)],
    ['`"params":"23"`', add('"23"')],
    ['no `params`', '{"jsonrpc":"2.0","method":"add","id":1}'],
    ['`"params":[2147483648,1]`', add('[2147483648,1]')],
    ['`"params":[9007199254740993,0]`', add('[9007199254740993,0]')],
    ['an unknown method', call('missing', '[2,3]', 1)],
    ['an unknown member of the request', withMember('"extra":true')],
    ['`params` twice, `[2,3]` and `[4,5]`', withMember('"params":[4,5]')],
    ['no `jsonrpc`', '{"method":"add","params":[2,3],"id":1}'],
    ['`"jsonrpc":"1.0"`', add('[2,3]').replace('2.0', '1.0')],
    ['invalid UTF-8 in a string: the byte FF',
        bytes('{"jsonrpc":"2.0","method":"echo","params":["', [0xff], '"],"id":1}')],
    ['an overlong slash in a string: C0 AF',
        bytes('{"jsonrpc":"2.0","method":"echo","params":["', [0xc0, 0xaf], '"],"id":1}')],
    ['a lone surrogate: `"\\ud800"`', call('echo', '["\\ud800"]', 1)],
    ['a control character in a string: 01', call('echo', '["\x01"]', 1)],
    ['`/* a comment */` after the request', `${add('[2,3]')}/* a comment */`],
    ['text after the request', `${add('[2,3]')} and more`],
    ['`"params":[2,03]`', add('[2,03]')],
    ['`"id":null`', withId('null')],
    ['`"id":1.5`', withId('1.5')],
    ['`"id":true`', withId('true')],
    ['`"id":{}`', withId('{}')],
    ['`"id":9007199254740993`', withId('9007199254740993')],
    ['a notification', notification('add', '[2,3]')],
    ['a notification with invalid params', notification('add', '[2]')],
    ['a notification of an unknown method', notification('missing', '[2,3]')],
    ['a batch of two notifications', `[${Array(2).fill(notification('add', '[2,3]'))}]`],
    ['an empty batch', '[]'],
    ['a batch that contains a batch', `[[${withId(1)}],${withId(2)}]`],
    ['a batch of 10,000 calls', `[${Array.from({ length: 10_000 }, (_, i) => withId(i))}]`],
    ['arrays nested 1,100 deep in `params`', call('echo', nested(1100), 1)],
    ['arrays nested 100,000 deep in `params`', call('echo', nested(100_000), 1)],
    ['a string of 16 MiB', call('echo', `["${'a'.repeat(16 << 20)}"]`, 1)],
    ['`Content-Type: text/plain`', add('[2,3]'), 'text/plain'],
];

class Server {
    constructor(program) {
        this.program = program;
    }
    async start() {
        const options = { stdio: ['ignore', 'ignore', 'pipe'] };
        this.process = spawn(this.program, ['serve', '--listen', '127.0.0.1:0'], options);
        this.ended = new Promise(resolve =>
            this.process.on('exit', (code, signal) => resolve(signal ?? `status ${code}`)));
        for await (const line of createInterface({ input: this.process.stderr })) {
            this.port = /: ready: http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
            if (this.port) break;
        }
        this.process.stderr.resume();
    }
    async answer([, body, type]) {
        const response = await exchange(this.port, requestOf(body, type));
        const second = new Promise(resolve => setTimeout(resolve, response ? 20 : 1000));
        const end = await Promise.race([this.ended, second]);
        if (!end) return response ? summary(response) : 'no response';
        await this.start();
        return `the server ends: ${end}`;
    }
    stop() {
        this.process.kill();
        return this.ended;
    }
}

// The response in a few words.
function summary({ status, body }) {
    if (body.length === 0) return `${status}, no content`;
    const http = status === 200 ? '' : `${status}, `;
    try {
        const message = JSON.parse(body);
        if (!isUtf8(body)) return `${http}result with the invalid UTF-8`;
        if (!Array.isArray(message)) return http + describe(message, body);
        const kinds = new Set(message.map(one => describe(one)));
        if (kinds.size === 1) return `${http}${message.length} × ${[...kinds][0]}`;
        return `${http}[${[...kinds].join('; ')}]`;
    } catch {
        return `${http}no JSON: \`${body.toString().slice(0, 40)}\``;
    }
}

function describe(message, body = '') {
    if (message.error) return `error ${message.error.code}`;
    if (!('result' in message)) return 'neither result nor error';
    const text = JSON.stringify(message.result).replaceAll('\ufffd', '\\ufffd');
    const result = text.length > 40 ? `of ${text.length} characters` : `\`${text}\``;
    // The id as it was written: to a parser 9007199254740993 is another number.
    const id = /"id":([^,}]*)/.exec(body)?.[1] ?? '1';
    return `result ${result}${['1', '2'].includes(id) ? '' : `, id \`${id}\``}`;
}

process.on('exit', () => servers.forEach(server => server.process?.kill()));
process.on('SIGTERM', () => process.exit(1));
const servers = process.argv.slice(2).map(program => new Server(program));
for (const server of servers) await server.start();
for (const row of rows) {
    const answers = [];
    for (const server of servers) answers.push(await server.answer(row));
    console.log(`| ${row[0]} | ${answers.join(' | ')} |`);
}
for (const server of servers) await server.stop();

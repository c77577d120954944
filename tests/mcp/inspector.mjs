// https://github.com/modelcontextprotocol/inspector, its command line: a process for each call
import { execFile } from 'node:child_process';
import { check, timeout } from './claims.mjs';

const inspector = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

await check('@modelcontextprotocol/inspector', {
    legacy: async ({ url, headers = {}, command, args }) => {
        const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
        const target = url ? [url, '--transport', 'http'] : [command, ...args];
        const named = fields.length ? ['--header', ...fields] : [];
        const ask = (...words) => run(['--cli', ...target, '--protocol-era', 'legacy',
            ...named, '--method', ...words]);
        let tools;
        return {
            tools: async () => (tools ??= (await ask('tools/list', '--strict')).tools),
            call: (name, args) => ask('tools/call', '--tool-name', name,
                '--tool-args-json', JSON.stringify(args)),
            close() {},
        };
    },
}, ['no arguments', 'text beyond ASCII', 'an error of the method']);

// Exit status 5 also means a result with isError, which is printed.
function run(words) {
    const all = ['--import', './older_node.mjs', inspector, ...words];
    const env = { ...process.env, HOME: process.cwd() };
    return new Promise((done, failed) => execFile(process.execPath, all, { timeout, env },
        (error, out, said) => {
            if (error && (error.code !== 5 || !out)) failed(new Error(said || error.message));
            else done(JSON.parse(out));
        }));
}

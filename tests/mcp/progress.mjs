// Progress and cancellation with the official SDK, both generations, over both transports:
// progress.mjs URL PROGRAM
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http1 } from
    '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from
    '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { say } from './say.mjs';

const [url, program] = process.argv.slice(2);
const about = { name: 'check-mcp', version: '1' };
const generations = {
    '@modelcontextprotocol/sdk': { make: () => new Client1(about), Http: Http1, Stdio: Stdio1,
        call: (client, call, how) => client.callTool(call, undefined, how) },
    '@modelcontextprotocol/client, legacy': { make: () => new Client2(about), Http: Http2,
        Stdio: Stdio2, call: (client, call, how) => client.callTool(call, how) },
    '@modelcontextprotocol/client, modern': {
        make: () => new Client2(about, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
        Http: Http2, Stdio: Stdio2, call: (client, call, how) => client.callTool(call, how),
        is_modern: true },
};
const status = 'progress.status';

for (const [name, one] of Object.entries(generations))
    for (const way of ['HTTP', 'stdio'])
        for (const tool of ['long_steps', 'long_later'])
            await say(name, `${way}, ${tool}`, () => faults(one, way, tool));

async function faults({ make, Http, Stdio, call, is_modern }, way, tool) {
    rmSync(status, { force: true });
    const client = make();
    await client.connect(way === 'HTTP' ? new Http(new URL(url))
        : new Stdio({ command: 'sh', args: ['stdio.sh', program, status] }));
    const found = [];
    const holds = async (claim, act) => {
        try {
            await act();
        } catch (error) {
            found.push(`${claim}: ${error.message}`);
        }
    };
    const steps = (count, how) =>
        call(client, { name: tool, arguments: { count } }, { timeout: 10_000, ...how });
    const left = async () => Number(
        (await call(client, { name: 'long_left', arguments: {} }, {})).content[0].text);

    await holds('progress', async () => {
        const reports = [];
        const result = await steps(3, { onprogress: now => reports.push(now) });
        assert.equal(result.content[0].text, '3');
        assert(reports.length > 0);
        const all = [1, 2, 3].map(i => ({ progress: i, total: 3, message: `step ${i}` }));
        for (const { progress, total, message } of reports) {  // a busy machine may drop some
            const i = all.findIndex(one => one.progress === progress);
            assert.deepEqual({ progress, total, message }, all[i]);
            all.splice(0, i + 1);
        }
    });
    await holds('no progress', async () =>
        assert.equal((await steps(1)).content[0].text, '1'));
    // A legacy client cancels by a message of its own. Over HTTP, where nothing tells whose call it
    // means, the method does not see it.
    const is_seen = way === 'stdio' || is_modern;
    await holds('cancellation', async () => {
        const before = await left();
        const stop = new AbortController();
        const how = { signal: stop.signal, onprogress: () => stop.abort('enough') };
        await assert.rejects(steps(40, how), error => /enough|abort/i.test(`${error}`));
        for (const end = Date.now() + 10_000; is_seen && await left() === before;) {
            assert(Date.now() < end, 'the method does not see it');
            await new Promise(done => setTimeout(done, 20));
        }
    });
    await client.close();
    return found;
}

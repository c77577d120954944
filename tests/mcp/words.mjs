// words.mjs URL: the attributes of methods in program.cpp, as seen by a client.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import { say } from './say.mjs';

const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]));
const client = new Client({ name: 'check-mcp', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } });
const timeout = 10_000;
await client.connect(transport, { timeout });
const { tools } = await client.listTools({}, { timeout });
const named = name => tools.find(tool => tool.name === name);
const call = name => client.callTool({ name, arguments: {} }, { timeout });
const none = holds => async () => { await holds(); return []; };

await say('attributes', 'reads_only, self_contained, adds_only, idempotent and title', none(() => {
    assert.deepEqual(named('bound_count').annotations,
        { readOnlyHint: true, openWorldHint: false });
    assert.deepEqual(named('bound_half').annotations,
        { destructiveHint: false, idempotentHint: true });
    assert.equal(named('bound_half').title, 'One half');
    assert.equal(named('widest').annotations, undefined);
}));
await say('attributes', 'tool_name, and the method\'s own name', none(async () => {
    assert.equal(named('bound_widest'), undefined);
    assert.equal(named('widest').title, 'bound.widest');
    for (const name of ['widest', 'bound.widest'])
        assert.equal((await call(name)).content[0].text, '18446744073709551615');
}));
await say('attributes', 'no_tool and deprecated', none(async () => {
    assert.equal(named('bound_nothing'), undefined);
    await assert.rejects(call('bound_nothing'), { message: /Unknown tool: bound_nothing/ });
    await assert.rejects(call('bound.nothing'), { message: /Unknown tool: bound\.nothing/ });
    assert.equal(named('old_one'), undefined);
    assert.equal((await call('old_one')).content[0].text, '1');
}));
await client.close();

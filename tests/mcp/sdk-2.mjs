// https://github.com/modelcontextprotocol/typescript-sdk, the generation that supports both eras
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { check, timeout } from './claims.mjs';

const as = mode => async ({ url, headers, command, args }) => {
    const transport = url
        ? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
        : new StdioClientTransport({ command, args });
    const client = new Client({ name: 'check-mcp', version: '1' },
        { versionNegotiation: { mode } });
    await client.connect(transport, { timeout });
    return {
        revision: client.getNegotiatedProtocolVersion(),
        tools: async () => (await client.listTools({}, { timeout })).tools,
        call: (name, args) => client.callTool({ name, arguments: args }, { timeout }),
        close: () => client.close(),
    };
};

await check('@modelcontextprotocol/client',
    { legacy: as('legacy'), auto: as('auto'), pinned: as({ pin: '2026-07-28' }) });

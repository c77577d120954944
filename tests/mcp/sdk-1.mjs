// https://github.com/modelcontextprotocol/typescript-sdk, the generation used by most clients
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { check, timeout } from './claims.mjs';

await check('@modelcontextprotocol/sdk', {
    legacy: async ({ url, headers, command, args }) => {
        const transport = url
            ? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
            : new StdioClientTransport({ command, args });
        let revision;
        const { setProtocolVersion } = transport;
        transport.setProtocolVersion = version => {
            revision = version;
            setProtocolVersion?.call(transport, version);
        };
        const client = new Client({ name: 'check-mcp', version: '1' });
        await client.connect(transport, { timeout });
        return {
            revision,
            tools: async () => (await client.listTools({}, { timeout })).tools,
            call: (name, args) =>
                client.callTool({ name, arguments: args }, undefined, { timeout }),
            close: () => client.close(),
        };
    },
});

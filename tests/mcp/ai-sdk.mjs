// https://github.com/vercel/ai
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { check, timeout } from './claims.mjs';

const as = is_probing => async ({ url, headers, command, args }) => {
    const client = await createMCPClient({
        transport: url ? { type: 'http', url, headers } : new StdioTransport({ command, args }),
        protocolVersionDiscovery: is_probing,
        initializationOptions: { timeout },
    });
    return {
        revision: client.initializeResult.protocolVersion,
        tools: async () => (await client.listTools({ options: { timeout } })).tools,
        // As a model calls it, if the name is known.
        async call(name, args) {
            const options = { timeout };
            const tool = (await client.tools())[name];
            if (!tool) return client.callTool({ name, arguments: args, options });
            return tool.execute(args, { toolCallId: '1', messages: [] });
        },
        close: () => client.close(),
    };
};

await check('@ai-sdk/mcp', { legacy: as(false), auto: as(true) });

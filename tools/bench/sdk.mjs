// The same tool with the official SDK for Node, for run.sh. Like the SDK's own examples without
// sessions, it creates a server for each request. Run it in the folder of node_modules.
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

const integer = z.number().int();
const sum = {
    title: 'math.add',
    description: 'The sum of two integers.',
    inputSchema: { a: integer, b: integer },
    outputSchema: { result: integer },
};

function add({ a, b }) {
    const structuredContent = { result: a + b };
    return { content: [{ type: 'text', text: `${a + b}` }], structuredContent };
}

const listener = createServer(async (request, response) => {
    const server = new McpServer({ name: 'sdk', version: '1.0.0' });
    server.registerTool('math_add', sum, add);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response);
});
listener.listen(0, '127.0.0.1', () =>
    console.error(`sdk: ready: http://127.0.0.1:${listener.address().port}/api`));

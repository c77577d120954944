// A proxy that is busy. At /before it answers 503 instead of forwarding a request, at /after after
// it has forwarded it. At /refuse/3 it answers three requests like a busy callbox and forwards the
// others, at /silent it does not answer. /requests returns the number of requests since the last
// one to it. As a program, busy.mjs SERVER prints its URL and ends with its input.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const busy = { 'Retry-After': '0' };
const refusal = JSON.stringify({ jsonrpc: '2.0', id: null,
    error: { code: -32000, message: 'connections_max is reached' } });

export async function busyProxy(server) {
    let requests = 0;
    const headers = { 'Content-Type': 'application/json' };
    const forward = async body => (await fetch(server, { method: 'POST', headers, body })).text();
    const proxy = createServer(async (request, response) => {
        let body = '';
        for await (const part of request) body += part;
        const [, behaviour, count] = request.url.split('/');
        if (behaviour === 'requests') {
            response.end(JSON.stringify(
                { jsonrpc: '2.0', result: requests, id: JSON.parse(body).id }));
            requests = 0;
            return;
        }
        ++requests;
        if (behaviour === 'refuse' && requests <= Number(count))
            return response.writeHead(503, busy).end(refusal);
        if (behaviour === 'silent') return;
        if (behaviour === 'before') return response.writeHead(503, busy).end('<html>');
        const text = await forward(body);
        if (behaviour === 'after')
            response.writeHead(503, busy).end('{"error":{"code":503,"message":"timeout"}}');
        else response.end(text);
    });
    await new Promise(done => proxy.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${proxy.address().port}`;
    const close = () => {
        proxy.closeAllConnections();
        proxy.close();
    };
    return { url, close };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { url, close } = await busyProxy(process.argv[2]);
    console.log(url);
    process.stdin.on('end', close).resume();
}

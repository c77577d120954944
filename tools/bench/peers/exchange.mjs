// HTTP requests as bytes, for workloads.mjs and checks.mjs.
import { connect } from 'node:net';

export const call = (method, params, id) =>
    `{"jsonrpc":"2.0","method":"${method}","params":${params},"id":${id}}`;

// The complete request with this body.
export function requestOf(body, type = 'application/json') {
    const bytes = Buffer.from(body);
    const head = `POST /api HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\n` +
        `Content-Length: ${bytes.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), bytes]);
}

// Sends a request over a connection of its own. Returns the response, { status, body, size }, or
// null if the connection ends before it is complete, or if there is none after ten seconds.
export function exchange(port, request) {
    return new Promise(resolve => {
        const socket = connect(port, '127.0.0.1');
        let received = Buffer.alloc(0);
        const finish = response => {
            socket.destroy();
            resolve(response);
        };
        socket.setTimeout(10_000, () => finish(null));
        socket.on('error', () => {});
        socket.on('close', () => resolve(null));
        socket.on('data', bytes => {
            received = Buffer.concat([received, bytes]);
            const response = complete(received);
            if (response) finish(response);
        });
        socket.write(request);
    });
}

function complete(bytes) {
    const end = bytes.indexOf('\r\n\r\n');
    if (end === -1) return null;
    const head = bytes.toString('latin1', 0, end);
    const status = Number(head.slice(9, 12));
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    const size = end + 4 + length;
    return bytes.length < size ? null : { status, body: bytes.subarray(end + 4, size), size };
}

// Sends messages to an MCP endpoint, concurrently over persistent connections.
import { Agent, request } from 'node:http';

const at_once = 16;
const agent = new Agent({ keepAlive: true, maxSockets: at_once });

// Status and body of the answer. `message` is text or bytes.
export function post(url, message) {
    return new Promise((done, failed) => {
        const headers = { 'content-type': 'application/json' };
        const asked = request(url, { method: 'POST', agent, headers, timeout: 10_000 }, answer => {
            const parts = [];
            answer.on('data', part => parts.push(part));
            answer.on('end', () => done({ status: answer.statusCode, body: Buffer.concat(parts) }));
        });
        asked.on('timeout', () => asked.destroy(new Error('no answer in 10 s')));
        asked.on('error', failed);
        asked.end(message);
    });
}

// Sends a legacy request and returns its result, or throws its error.
export async function ask(url, method, params) {
    const { body } = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { result, error } = JSON.parse(body);
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
}

// The results of work() for each of `all`, in order.
export async function each(all, work) {
    const results = new Array(all.length);
    let next = 0;
    await Promise.all(Array.from({ length: at_once }, async () => {
        while (next < all.length) {
            const at = next++;
            results[at] = await work(all[at]);
        }
    }));
    return results;
}

// Pseudorandom numbers in [0, 1), the same in each run.
export function dice(seed) {
    return () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
}

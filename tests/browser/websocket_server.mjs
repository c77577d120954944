// A server of its own that accepts WebSockets and requires a token, for several files of claims.
import {spawn} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {createInterface} from 'node:readline';

export const token = 'all-methods-all-methods~~~~~~';  // its base64url has a -
export const other_token = 'all-methods-of-another';
export const set_tokens = (...tokens) => writeFileSync('socket-tokens',
    tokens.map((one, i) => `user-${i} ${one} *\n`).join(''), {mode: 0o600});

export async function start(address, ...options) {
    const made = spawn(process.argv[3], ['serve', '--listen', address,
        '--enable-web-browsable-api', '--token-file', 'socket-tokens', ...options],
    {stdio: ['ignore', 'ignore', 'pipe']});
    const ended = new Promise((done) => { made.once('exit', done); });
    const signal = (name) => made.kill(name);
    const stop = () => { signal('SIGTERM'); return ended; };
    for await (const line of createInterface(made.stderr)) {
        const url = / ready: (.*)/.exec(line)?.[1];
        if (url) return {url, signal, stop};
    }
    throw new Error(`the server at ${address} is not ready`);
}

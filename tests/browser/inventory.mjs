// The server of the inventory, with some data, for claims about an API as people write one.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {rmSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {check} from './page.mjs';

rmSync('inventory.db', {force: true});
const server = spawn(process.argv[4], ['--enable-web-browsable-api', '--mcp', '--db',
    'inventory.db', '--listen', '127.0.0.1:0'], {stdio: ['ignore', 'ignore', 'pipe']});
let url;
for await (const line of createInterface(server.stderr))
    if ((url = / ready: (.*)/.exec(line)?.[1])) break;
process.on('exit', () => server.kill());

export const check_inventory = (claim, test, settings) => check(claim, async (at) => {
    Object.assign(at, {url, origin: new URL(url).origin});
    await test(at);
}, settings);
const product = {name: 'Hammer with a long name', kind: 'tool', price: 123456, stock: 1234567};
const responses = [];
for (const [method, params] of [
    ...['A-1', 'B-2', 'article-number-of-20'].map((sku, i) => ['product.create',
        [{...product, sku, ...i && {sold_until: '2027-01-31'}}]]),
    ['stock.receive', ['A-1', 3]], ['order.place', {lines: [{sku: 'A-1', count: 2}]}],
    ['order.place', {lines: [{sku: 'B-2', count: 7}]}],
    ['order.pay', [1, {kind: 'transfer', iban: 'DE02120300000000202051'}]]]) {
    const made = await fetch(url, {method: 'POST',
        headers: {'Content-Type': 'application/json'},
        body: JSON.stringify({jsonrpc: '2.0', id: 1, method, params})});
    responses.push(await made.json());
}
assert.ok(responses.every((one) => 'result' in one), JSON.stringify(responses));

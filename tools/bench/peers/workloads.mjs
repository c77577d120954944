// workloads.mjs FOLDER: writes FOLDER/NAME.request, the requests of each workload for send.lua, and
// FOLDER/first.request, a single one. Ids and arguments differ, lengths do not.
// workloads.mjs FOLDER URL: sends them one by one. Fails unless the status is 200 and the response
// is the expected JSON; prints NAME and the size of its responses.
import { isDeepStrictEqual } from 'node:util';
import { writeFileSync } from 'node:fs';
import { call, exchange, requestOf } from './exchange.mjs';

const [folder, url] = process.argv.slice(2);
const response = (result, id) => ({ jsonrpc: '2.0', result, id });
const digits = [...Array(10).keys()];
const text = i => `${i} `.repeat(342).slice(0, 1024);

const workloads = {
    add: i => [call('add', `[${i},5]`, i), response(i + 5, i)],
    echo: i => [call('echo', `["${text(i)}"]`, i), response(text(i), i)],
    batch: i => [
        `[${digits.map(n => call('add', `[${i},${n}]`, i * 10 + n))}]`,
        digits.map(n => response(i + n, i * 10 + n)),
    ],
};

for (const [name, workload] of Object.entries(workloads)) {
    const rows = Array.from({ length: 80 }, (_, i) => workload(i + 10));
    if (url) console.log(name, await check(name, rows));
    else writeFileSync(`${folder}/${name}.request`, Buffer.concat(rows.map(([b]) => requestOf(b))));
}
if (!url) writeFileSync(`${folder}/first.request`, requestOf(workloads.add(10)[0]));

async function check(name, rows) {
    const sizes = new Set();
    for (const [body, wanted] of rows) {
        const got = await exchange(new URL(url).port, requestOf(body));
        if (got?.status !== 200 || !isDeepStrictEqual(JSON.parse(got.body), wanted))
            fail(`${name}: ${body}: ${got?.status} ${got?.body}`);
        sizes.add(got.size);
    }
    if (sizes.size > 1) fail(`${name}: responses of ${[...sizes]} bytes`);
    return [...sizes][0];
}

function fail(message) {
    console.error(`bench-peers: wrong response: ${message}`);
    process.exit(1);
}

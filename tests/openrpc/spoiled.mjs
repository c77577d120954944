// Breaks a valid document in each way that is known to break a tool, and requires an error for
// each: tests the checks themselves. spoiled.mjs DOCUMENT events breaks those of the inventory.
import { against } from './document.mjs';
import { copy } from './tools.mjs';
import { readFileSync } from 'node:fs';

const add = document => document.methods.find(method => method.name === 'math.add');
const number = { type: 'number' };
const pair = { name: 'one', params: [{ name: 'a', value: 1 }, { name: 'b', value: 2 }],
    result: { name: 'sum', value: 3 } };

const ways = {
    'a version from the future': d => { d.openrpc = '1.3.2'; },
    'no info': d => { delete d.info; },
    'no result': d => { delete add(d).result; },
    'servers not an array': d => { d.servers = { url: 'http://127.0.0.1/api' }; },
    'a relative server': d => { d.servers = [{ name: 's', url: '/api' }]; },
    'localhost without a scheme': d => { d.servers = [{ name: 's', url: 'localhost' }]; },
    'a tag that is a string': d => { add(d).tags = ['math']; },
    'a tag with a summary': d => { add(d).tags = [{ name: 'math', summary: 'Sums.' }]; },
    'an unknown member at the root': d => { d.version = '1'; },
    'an unknown member of a method': d => { add(d).notification = true; },
    'a default outside the schema': d => { add(d).params[0].default = 1; },
    'an extension in an error': d => { add(d).errors = [{ code: 1, message: 'm', 'x-y': 1 }]; },
    'two errors with one code': d => {
        add(d).errors = [{ code: 7, message: 'm' }, { code: 7, message: 'n' }];
    },
    'null for nothing': d => { add(d).summary = null; },
    'an example without a result': d => { add(d).examples = [{ ...pair, result: undefined }]; },
    'an example without a name': d => { add(d).examples = [{ ...pair, name: undefined }]; },
    'a value without a name': d => { add(d).examples = [{ ...pair, params: [{ value: 1 }] }]; },
    'an example in another order': d => {
        add(d).examples = [{ ...pair, params: [...pair.params].reverse() }];
    },
    'an example of a wrong type': d => {
        add(d).examples = [{ ...pair, params: [{ name: 'a', value: 'x' }, pair.params[1]] }];
    },
    'a reference for a method': d => { d.methods.push({ $ref: '#/components/methods/add' }); },
    'rpc.discover listed': d => { d.methods.push({ ...add(d), name: 'rpc.discover' }); },
    'a method twice': d => { d.methods.push(copy(add(d))); },
    'a method without a name': d => { d.methods.push({ ...add(d), name: '' }); },
    'an unknown format': d => { add(d).params[0].schema.format = 'int64'; },
    'an unknown format of a result': d => { add(d).result.schema.format = 'int64'; },
    'prefixItems': d => { add(d).params[0].schema = { type: 'array', prefixItems: [number] }; },
    '$defs': d => { add(d).params[0].schema = { type: 'object', $defs: { number } }; },
    'a title on a primitive': d => { add(d).params[0].schema.title = 'a'; },
    'one title, two schemas': d => {
        add(d).params[0].schema = { title: 't', type: 'object', properties: { a: number } };
        add(d).params[1].schema = { title: 't', type: 'object', properties: { b: number } };
    },
    'required after optional': d => { delete add(d).params[0].required; },
    'a parameter twice': d => { add(d).params[1].name = 'a'; },
    'a component that refers to itself': d => {
        const tree = { type: 'array', items: { $ref: '#/components/schemas/tree' } };
        d.components = { schemas: { tree } };
        add(d).params[0].schema = { $ref: '#/components/schemas/tree' };
    },
    'a component that is not there': d => {
        add(d).params[0].schema = { $ref: '#/components/schemas/x' };
    },
    'examplePairings': d => { d.components = { examplePairings: {} }; },
};

const changed = document => document.methods.find(method => method.name === 'stock.changed');
const event = document => changed(document)['x-event'];
const ways_of_events = {
    'no payload': d => { delete event(d).payload; },
    'a payload that is not there': d => {
        event(d).payload = { $ref: '#/components/schemas/x' };
    },
    'keeps that is a string': d => { event(d).keeps = '256'; },
    'keeps of 0': d => { event(d).keeps = 0; },
    'no when_full': d => { delete event(d).when_full; },
    'an unknown when_full': d => { event(d).when_full = 'wait'; },
    'an unknown member of x-event': d => { event(d).size = 1; },
    'an event whose result is its payload': d => {
        changed(d).result.schema = event(d).payload;
    },
};

const good = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const chosen = process.argv[3] === 'events' ? ways_of_events : ways;
let missed = 0;
for (const [way, spoil] of Object.entries(chosen)) {
    const document = copy(good);
    spoil(document);
    const found = await against(copy(document));
    if (process.env.V === '1')
        console.log(`    ${way}: ${found.map(error => error.split('\n')[0]).join(' | ')}`);
    if (found.length > 0) continue;
    ++missed;
    console.log(`    not detected: ${way}`);
}
const count = Object.keys(chosen).length;
const verdict = missed ? 'FAILED' : 'ok';
console.log(`${verdict}: spoiled documents: ${count - missed} of ${count} detected`);

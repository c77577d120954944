// Calls copied for Python: mypy accepts them for the generated client, and they send the same call.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {check, with_document} from './page.mjs';

const program = process.argv[3];
const text = (more) => ({type: 'string', ...more});
const methodWith = (name, params, result = {type: 'null'}) => ({
    name, summary: 'Is called.', result: {name: 'r', schema: result},
    params: params.map(([called, schema]) => ({name: called, required: true, schema})),
});

// Checks the calls, {script, method, params}, of a client of this document.
function accept(calls, document) {
    const folder = 'snippets';
    rmSync(folder, {recursive: true, force: true});
    mkdirSync(folder);
    writeFileSync(`${folder}/openrpc.json`, JSON.stringify(document));
    writeFileSync(`${folder}/client.py`, execFileSync(process.env.CALLBOX_OPENRPC,
        ['client', 'python', `${folder}/openrpc.json`], {stdio: ['ignore', 'pipe', 'ignore']}));
    calls.forEach(({script}, i) => writeFileSync(`${folder}/call_${i}.py`, script));
    writeFileSync(`${folder}/calls.json`, JSON.stringify(calls.map((one) => {
        const {params} = document.methods.find(({name}) => name === one.method);
        return [one.method, params.map(({name}) => name), one.params];
    })));
    const all = [];
    for (const [command, ...words] of [
        ['mypy', '--strict', '--no-error-summary', ...calls.map((_, i) => `call_${i}.py`)],
        ['python3', '-B', `${process.cwd()}/snippets.py`]]) {
        try {
            execFileSync(command, words, {cwd: folder, encoding: 'utf8', stdio: 'pipe'});
        } catch (error) {
            all.push(error.stdout + error.stderr);
        }
    }
    assert.equal(all.join('\n'), '');
}

// The call as the page spells it, without opening the form of each method. Strings have escapes.
const escaped = (text) => text.replaceAll('/', '\\/').replace(/[^ -~]/g,
    (one) => `\\u${one.charCodeAt().toString(16).padStart(4, '0')}`);
const spelled = (at, method, params, id = {text: '1'}) => at.page.evaluate(
    ([name, given, number]) => spellings.Python('', name, given, number),
    [method, params && escaped(JSON.stringify(params)), id]);
async function spell(at, calls) {
    const made = [];
    for (const [method, params, id] of calls)
        made.push({method, params, script: await spelled(at, method, params, id)});
    return made;
}

await check('each example is copied as Python that mypy accepts', async (at) => {
    await at.open('');
    const document = JSON.parse(execFileSync(program, ['openrpc'], {encoding: 'utf8'}));
    const examples = document.methods.flatMap(({name, examples: all = []}) =>
        all.map(({params}) => [name, params.map(({value}) => value)]));
    const keep = {day: '2024-02-29', at: '2024-02-29T12:00:00.5Z',
        id: 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6'};
    const more = [
        ['text.keep', [{...keep, end: '2024-02-29t12:00:00.123456789z'}]],
        ['text.keep', [{...keep, end: null}]],
        ['text.next_day', {day: '0001-01-01'}], ['text.reversed', ['/+8=']],
        ['geo.convert', [[4, 'ft']]], ['type.greatest', [null]], ['type.greatest', {label: 'x'}],
        ['type.same', [[1, 2]]], ['type.same', ['\u2028\u{1f600}\u0001"\\/']],
        ['type.same_json', [{a: [null, true, 1.5, {b: {}}], 'c"': 'date('}]],
        ['union.swipe', [{number: '1', code: null}]], ['union.swipe', [{number: '1'}]],
        ['union.pay_all', [[], {}, null]], ['math.div', {divisor: 2, dividend: 1}],
        ['event.kept', {least: 7}], ['event.kept', {since: 1}],
        ['counter.reset', undefined], ['counter.advance', [3], null], ['counter.reset', [], null],
    ];
    assert.ok(examples.length > 20);
    accept(await spell(at, [...examples, ...more]), document);
});

await check('a call is copied with values of the types of the client', async (at) => {
    await at.open('');
    const says = async (...call) => (await spelled(at, ...call)).split('\n');
    assert.deepEqual(await says('text.next_day', ['2024-02-28']), [
        'from datetime import date', 'from client import *', '',
        `api = Callbox(${JSON.stringify(at.url)})`,
        'print(api.text.next_day(date.fromisoformat("2024-02-28")))']);
    assert.deepEqual((await says('text.reversed', ['AQID'])).filter((one) => /b64/.test(one)), [
        'from base64 import b64decode', 'print(api.text.reversed(b64decode("AQID")))']);
    assert.equal((await says('counter.reset', [])).at(-1), 'api.counter.reset()');
    assert.equal((await says('old.one', [], null)).at(-1), 'api.notify(api.old.one)');
});

await check('names reserved in a Python client are avoided in copied calls', async (at) => {
    await at.open('');
    const [words, types] = await at.page.evaluate(() => {
        const {reserved, top, types: classes} = clients.Python;
        return [[...(reserved + top).split('|'), '2nd', 'plainWord'], classes.split('|')];
    });
    const titled = (title, members) => ({title, type: 'object', required: ['class'],
        properties: Object.fromEntries(members.map((one) => [one, text()]))});
    const schemas = {'3d shape': titled('3d shape', words)};
    for (const one of types) schemas[one] = titled(one, ['class']);
    const valueOf = ({properties}) => Object.fromEntries(
        Object.keys(properties).map((one) => [one, `${one}!`]));
    const methods = [
        ...words.map((one) => methodWith(one, [[one, text()]])),
        ...words.map((one) => methodWith(`x.${one}`, [])),
        methodWith('x.all', words.map((each) => [each, text()])),
        ...Object.keys(schemas).map((one) => methodWith(`t.${one}`, [
            ['value', {$ref: `#/components/schemas/${one}`}]])),
    ];
    const groups = words.map((one) => methodWith(`${one}.${one}`, [['a', text()]]));
    for (const [title, all] of [['Call', methods], ['2nd List', methods], ['List', groups]]) {
        let document;
        await at.page.unroute('**/browse');
        await with_document(at, (made) => {
            document = {...made, info: {...made.info, title}, methods: all, components: {schemas}};
            return document;
        });
        await at.open('');
        const given = ({schema: {$ref: to}}) => to ? valueOf(schemas[to.split('/').at(-1)]) : 'x';
        const calls = all.map(({name, params}) => [name, params.map(given)]);
        accept(await spell(at, calls), document);
    }
});

// Compares a document with its server: whether both agree about many calls, and whether the server
// returns the document to the tools.
import { request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import Ajv from 'ajv';
import { forms } from './document.mjs';
import { circles } from './rules.mjs';
import { copy, generations, understood } from './tools.mjs';
import { is_exact, sample, variants } from './values.mjs';

const batch_length = 500;
const calls_max = 20_000;
// A codec of the program may accept less than its schema; no tool checks Base64.
const stricter = new Set(['type.mix', 'text.reversed']);

// For each method: its examples, plain calls, and calls with one value changed or omitted. The call
// validator and the server must refuse the same calls, and results must match their schemas.
export async function disagreements(url, document) {
    if (circles(document).length > 0) throw new Error('it is recursive');
    const { resolved, errors } = await understood(generations['schema-utils-js 2.1.2'], document);
    const all = resolved.methods.flatMap(method =>
        [...calls_of(method)].map(params => ({ method, params })));
    if (all.length > calls_max) throw new Error(`${all.length} calls are too many`);
    const found = [];
    for (let at = 0; at < all.length; at += batch_length) {
        const some = all.slice(at, at + batch_length);
        const answers = await rpc(url, some.map(({ method, params }, id) =>
            ({ jsonrpc: '2.0', id, method: method.name, params })));
        some.forEach(({ method, params }, index) => {
            const said = disagreement(method, params, errors(method.name, params), answers[index]);
            if (said) found.push(`${method.name} ${JSON.stringify(params)}: ${said}`);
        });
    }
    return { found, count: all.length };
}

function* calls_of(method) {
    const plain = method.params.map(param => sample(param.schema));
    yield* forms(method, plain);
    for (const { params } of method.examples ?? [])
        if (is_exact(params)) yield* forms(method, params.map(({ value }) => value));
    for (const [at, { name, schema }] of method.params.entries()) {
        const { [name]: left_out, ...rest } = forms(method, plain).at(-1);
        // The validator accepts a missing value for any type.
        if (schema.type || schema.anyOf || schema.oneOf || schema.allOf || schema.enum) yield rest;
        for (const value of variants(plain[at]))
            yield* forms(method, plain.map((same, index) => (index === at ? value : same)));
    }
}

function disagreement(method, params, errors, { result, error }) {
    const refused = error?.code === -32602;
    if (refused && errors.length === 0 && !stricter.has(method.name))
        return `the document allows it: ${error.message}`;
    if (!refused && errors.length > 0) return `the server accepts it: ${errors[0].split('\n')[0]}`;
    if (error?.code === -32601) return error.message;
    if (error && error.code > 0 && method.errors && !method.errors.some(e => e.code === error.code))
        return `the error ${error.code} is not listed`;
    if (result === undefined) return undefined;
    const ajv = new Ajv();
    if (!ajv.validate(method.result.schema, result))
        return `the result ${JSON.stringify(result)}: ${ajv.errorsText()}`;
    return undefined;
}

// rpc.discover, in every form sent by the tools, and GET return the same document.
export async function not_discovered(url, document) {
    const found = [];
    const same = (way, got) => {
        if (!isDeepStrictEqual(without_servers(got), without_servers(document)))
            found.push(`${way}: another document, ${JSON.stringify(got)?.slice(0, 200)}`);
        for (const server of got?.servers ?? [])
            if (server.url !== url) found.push(`${way}: the server's URL is ${server.url}`);
    };
    const ways = [{ params: [] }, { params: {} }, { params: null }, {}];
    for (const [at, way] of ways.entries())
        for (const id of [999999, String(at)]) {
            const answer = await rpc(url, { jsonrpc: '2.0', id, method: 'rpc.discover', ...way });
            same(`rpc.discover ${JSON.stringify(way)}`, answer.result);
            if (answer.id !== id) found.push(`the id ${JSON.stringify(id)} came back changed`);
        }
    const file = await http('GET', `${url}/openrpc.json`);
    same('GET', JSON.parse(file.body));
    if (!/^application\/json\b/.test(file.headers['content-type']))
        found.push(`GET: the content type is ${file.headers['content-type']}`);
    const again = await http('GET', `${url}/openrpc.json`,
        { 'if-none-match': `${file.headers.etag}` });
    if (again.status !== 304) found.push(`GET with its ETag: ${again.status}, not 304`);
    return found;
}

// The inspector and the playground have another origin: the server allows `origin`.
export async function not_shared(url, origin) {
    const found = [];
    const shared = (way, { status, headers }) => {
        if (![origin, '*'].includes(headers['access-control-allow-origin']))
            found.push(`${way}: ${status} without Access-Control-Allow-Origin`);
    };
    const wanted = 'content-type, authorization, x-anything';
    const preflight = await http('OPTIONS', url, { origin, 'access-control-request-method': 'POST',
        'access-control-request-headers': wanted });
    shared('preflight', preflight);
    const allowed = (preflight.headers['access-control-allow-headers'] ?? '').toLowerCase();
    for (const name of wanted.split(', '))
        if (!allowed.includes(name)) found.push(`preflight: ${name} is not allowed`);
    const json = { origin, 'content-type': 'application/json' };
    const discover = '{"jsonrpc":"2.0","method":"rpc.discover","params":[],"id":999999}';
    shared('rpc.discover', await http('POST', url, json, discover));
    shared('GET', await http('GET', `${url}/openrpc.json`, { origin }));
    shared('a notification', await http('POST', url, json, '{"jsonrpc":"2.0","method":"x"}'));
    shared('not JSON', await http('POST', url, json, '{'));
    shared('a wrong type', await http('POST', url, { origin, 'content-type': 'text/plain' }, 'x'));
    shared('a wrong method', await http('DELETE', url, { origin }));
    return found;
}

function without_servers(document) {
    const { servers, ...rest } = document ?? {};
    return copy(rest);
}

async function rpc(url, message) {
    const { status, body } = await http('POST', url, { 'content-type': 'application/json' },
        JSON.stringify(message));
    if (status !== 200) throw new Error(`status ${status}: ${body}`);
    return JSON.parse(body);
}

// fetch() does not let us set Origin.
function http(method, url, headers = {}, text = '') {
    return new Promise((done, failed) => {
        const asked = request(url, { method, headers, timeout: 10_000 }, answer => {
            let body = '';
            answer.setEncoding('utf8');
            answer.on('data', part => { body += part; });
            answer.on('end', () =>
                done({ status: answer.statusCode, headers: answer.headers, body }));
        });
        asked.on('timeout', () => asked.destroy(new Error('no answer in 10 s')));
        asked.on('error', failed);
        asked.end(text);
    });
}

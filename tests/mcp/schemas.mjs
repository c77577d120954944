// schemas.mjs NAME URL: checks the tools of a server: names, schemas, and whether the server
// accepts, refuses and returns values as the schemas say.
import { isDeepStrictEqual } from 'node:util';
import Ajv7 from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { generator } from './generate.mjs';
import { ask, dice, each } from './http.mjs';
import { say } from './say.mjs';
import { is_exact, variants } from './values.mjs';

const [name, url] = process.argv.slice(2);
const calls_each = 200;
const variants_each = 200;
const drafts = { '2020-12': Ajv2020, 'draft 7': Ajv7 };
const refusal = 'Invalid params: ';
const too_fine = 'too many decimals in the seconds';
// A codec of the program may accept less than its schema; validators do not check Base64.
const stricter = new Set(['type_mix', 'text_reversed']);

const { tools } = await ask(url, 'tools/list');
const again = await ask(url, 'tools/list');
const compiled = { '2020-12': new Map(), 'draft 7': new Map() };
const wrong_results = [];
let count = 0;
let results = 0;

await say(name, 'the list is the same each time', () =>
    JSON.stringify(again.tools) === JSON.stringify(tools) ? [] : ['it is not']);
await say(name, 'any client accepts the names', () => tools
    .map(tool => tool.name)
    .filter((each, at, all) => !/^[a-zA-Z0-9_-]{1,64}$/.test(each) || all.indexOf(each) !== at));
await say(name, 'any API accepts the schemas', () => tools.flatMap(not_portable));
for (const draft of Object.keys(drafts))
    await say(name, `ajv compiles them, strict, as ${draft}`, () => not_compiled(draft));
await say(name, 'values that they allow are accepted', () => disagreements(generated),
    counted('calls'));
await say(name, 'the server agrees with them', () => disagreements(near), counted('calls'));
await say(name, 'results match them, in both drafts',
    () => (results >= tools.length ? wrong_results : ['too few results']),
    () => `, ${results} results`);

function counted(what) { return () => `, ${count} ${what}`; }

function not_portable(tool) {
    const found = [];
    const error = text => found.push(`${tool.name}: ${text}`);
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
        if (schema.type !== 'object') error('the root is not an object');
        for (const key of ['$schema', 'anyOf', 'oneOf', 'allOf', '$ref'])
            if (key in schema) error(`${key} at the root`);
    }
    if (!tool.inputSchema.properties) error('no properties');
    if (tool.inputSchema.additionalProperties !== false) error('additional properties');
    for (const part of parts_of([tool.inputSchema, tool.outputSchema]))
        if (Array.isArray(part.type)) error('an array of types');
    return found;
}

function* parts_of(part) {
    if (typeof part !== 'object' || part === null) return;
    if (!Array.isArray(part)) yield part;
    for (const inner of Object.values(part)) yield* parts_of(inner);
}

// Draft 7 does not have prefixItems, which is used together with keywords of draft 7.
function not_compiled(draft) {
    const found = [];
    for (const tool of tools) {
        const ajv = new drafts[draft]({ strict: true, allErrors: true });
        formats(ajv);
        if (draft === 'draft 7') ajv.addKeyword('prefixItems');
        try {
            compiled[draft].set(tool.name, {
                input: ajv.compile(tool.inputSchema),
                lenient: ajv.compile(lenient(tool.inputSchema)),
                output: ajv.compile(tool.outputSchema),
            });
        } catch (error) {
            found.push(`${tool.name}: ${error.message}`);
        }
    }
    return found;
}

function* generated(tool) {
    const made = new generator(tool.inputSchema, dice(tool.name.length));
    for (let at = 0; at < calls_each; ++at) yield made.value();
}

// Arguments with one value, at any depth, changed, omitted or added.
function* near(tool) {
    const random = dice(tool.name.length);
    const made = new generator(tool.inputSchema, random);
    const all = [];
    for (let at = 0; at < 4; ++at) all.push(...variants(made.value()));
    const objects = all.filter(value => value?.constructor === Object);
    for (let at = 0; at < variants_each && objects.length > 0; ++at)
        yield objects.splice(Math.floor(random() * objects.length), 1)[0];
}

async function disagreements(arguments_of) {
    const calls = tools.flatMap(tool =>
        [...arguments_of(tool)].map(args => ({ tool, args })));
    count = calls.length;
    const said = await each(calls, async ({ tool, args }) => {
        const result = await ask(url, 'tools/call', { name: tool.name, arguments: args });
        const error = disagreement(tool, args, result);
        return error && `${tool.name} ${JSON.stringify(args)}: ${error}`;
    });
    return said.filter(Boolean);
}

// The schema is not stricter than the server, except for null in place of optional values, and not
// more lenient, except for integers beyond JavaScript's and for fractions of a second.
function disagreement(tool, args, { isError, content: [{ text }], structuredContent }) {
    const is_refused = isError === true && text.startsWith(refusal);
    const { input, lenient: judge } = compiled['2020-12'].get(tool.name);
    if (input(args) && !compiled['draft 7'].get(tool.name).input(args))
        return 'only draft 2020-12 allows it';
    const is_allowed = judge(args);
    if (!is_allowed && !is_refused) return `the server accepts it: ${text_of(judge.errors)}`;
    const is_beyond = !is_exact(args) || stricter.has(tool.name) || text.endsWith(too_fine);
    if (is_allowed && is_refused && !is_beyond) return text;
    if (!isError) look_at(tool, text, structuredContent);
    return undefined;
}

function look_at(tool, text, result) {
    ++results;
    const error = why => wrong_results.push(`${tool.name}: ${why}: ${text}`);
    for (const draft of Object.keys(drafts)) {
        const { output } = compiled[draft].get(tool.name);
        if (!output(result)) error(`${draft}: ${text_of(output.errors)}`);
    }
    const is_wrapped = Object.keys(tool.outputSchema.properties ?? {}).join() === 'result';
    const unwrapped = is_wrapped ? result.result : result;
    if (unwrapped !== text && !isDeepStrictEqual(unwrapped, JSON.parse(text)))
        error('the text has a different result');
}

// Accepts null in place of optional values.
function lenient(schema) {
    if (Array.isArray(schema)) return schema.map(lenient);
    if (typeof schema !== 'object' || schema === null) return schema;
    const made = Object.fromEntries(
        Object.entries(schema).map(([key, inner]) => [key, lenient(inner)]));
    if (schema.type !== 'object') return made;
    for (const [key, inner] of Object.entries(made.properties ?? {}))
        if (!schema.required?.includes(key) && !('default' in inner))
            made.properties[key] = { anyOf: [inner, { type: 'null' }] };
    return made;
}

function text_of(errors) {
    return errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ');
}

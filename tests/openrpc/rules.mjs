// Documents that break a tool or a client although some meta-schema allows them. Returns a list of
// errors in a document.
const draft_7 = new Set(('$id $schema $ref $comment title description default readOnly examples '
    + 'multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern '
    + 'additionalItems items maxItems minItems uniqueItems contains maxProperties minProperties '
    + 'required additionalProperties definitions properties patternProperties dependencies '
    + 'propertyNames const enum type format contentMediaType contentEncoding if then else allOf '
    + 'anyOf oneOf not').split(' '));
const in_a_list = ['allOf', 'anyOf', 'oneOf', 'items'];
const under_names = ['definitions', 'properties', 'patternProperties', 'dependencies'];
const alone = ['items', 'additionalItems', 'contains', 'additionalProperties', 'propertyNames',
    'if', 'then', 'else', 'not'];

export function broken_rules(document) {
    const found = [];
    const say = (where, what) => found.push(`${where}: ${what}`);

    if (document.openrpc !== '1.2.6')
        say('openrpc', 'not 1.2.6, the newest version that the inspector supports');
    servers(document, say);
    no_null(document, '', say);
    for (const key of Object.keys(document.components ?? {}))
        if (key !== 'schemas')
            say(`components.${key}`, 'the specification and its schema disagree about these');
    if (repeated(document.methods.map(method => method.name)))
        say('methods', 'two methods have one name');
    for (const method of document.methods) method_rules(method, say);

    for (const name of circles(document)) say(`components.${name}`, 'leads back to itself');
    const titled = new Map();
    for (const [where, schema] of schemas(document))
        schema_rules(document, where, schema, titled, say);
    return found;
}

function servers(document, say) {
    if (document.servers === undefined) return;
    if (!Array.isArray(document.servers)) return say('servers', 'not an array');
    for (const { url } of document.servers)
        if (!/^https?:\/\/[^/]+\//.test(url)) say('servers', `${url} is not absolute`);
}

// Absent members are omitted. Only values of the program may be null.
function no_null(value, where, say) {
    if (value === null) return say(where, 'null in place of an absent member');
    if (typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value))
        if (!['default', 'const', 'enum', 'value', 'examples', 'data'].includes(key))
            no_null(inner, `${where}/${key}`, say);
        else if (Array.isArray(inner) && key === 'examples')
            inner.forEach(example => no_null(example?.params ?? [], `${where}/examples`, say));
}

function method_rules(method, say) {
    const at = method.name ?? '(a method without a name)';
    if (method.$ref) return say('methods', 'a reference, which older tools refuse');
    if (!method.name) say(at, 'no name');
    if (/^rpc\./.test(at))
        say(at, 'the playground fetches it from another host, generated code does not compile');
    if (!method.result) say(at, 'no result, which 1.2 requires');

    const names = method.params.map(param => param.name);
    if (repeated(names)) say(at, 'two parameters have one name');
    for (const part of [...method.params, method.result ?? {}])
        if ('default' in part) say(`${at} ${part.name}`, 'a default outside the schema');
    if (method.paramStructure !== 'by-name') {
        const optional = method.params.findIndex(param => !param.required);
        if (optional !== -1 && method.params.slice(optional).some(param => param.required))
            say(at, 'a required parameter follows an optional one');
    }
    for (const tag of method.tags ?? [])
        if (typeof tag !== 'object' || 'summary' in tag) say(at, 'a tag is {name, description}');
    error_rules(method, at, say);
    if ('x-event' in method) event_rules(method, at, say);
    for (const pair of method.examples ?? []) {
        if (!pair.name || !pair.result) say(at, 'an example without a name or a result');
        for (const [index, example] of (pair.params ?? []).entries())
            if (example.name !== names[index] && method.paramStructure !== 'by-name')
                say(at, `example ${pair.name}: parameter ${index} is not ${example.name}`);
    }
}

function error_rules(method, at, say) {
    const codes = (method.errors ?? []).map(error => error.code);
    if (repeated(codes)) say(at, 'two errors have one code');
    for (const error of method.errors ?? []) {
        if (!Number.isInteger(error.code) || typeof error.message !== 'string')
            say(at, 'an error is a code and a message');
        for (const key of Object.keys(error))
            if (!['code', 'message', 'data'].includes(key)) say(at, `${key} in an error`);
    }
}

// Tools that do not know x-event see a method whose result is a string.
function event_rules({ result, 'x-event': event }, at, say) {
    const { payload, keeps, when_full, ...rest } = event ?? {};
    if (result?.schema?.type !== 'string') say(at, 'the result of an event is not a string');
    if (typeof payload !== 'object' || payload === null) say(at, 'an event without a payload');
    if (keeps !== undefined && !(Number.isInteger(keeps) && keeps > 0))
        say(at, `an event keeps ${keeps}`);
    if (!['end', 'drop_oldest', 'latest'].includes(when_full)) say(at, `when_full is ${when_full}`);
    for (const key of Object.keys(rest)) say(at, `${key} in x-event`);
}

function schema_rules(document, where, schema, titled, say) {
    for (const key of Object.keys(schema))
        if (!draft_7.has(key) && !key.startsWith('x-') && key !== 'discriminator')
            say(where, `${key} is not of draft 7`);
    if (schema.discriminator) discriminator_rules(document, where, schema, say);
    if (typeof schema.title === 'string') {
        const primitive = ['string', 'number', 'integer', 'boolean'].includes(schema.type);
        if (primitive && !schema.enum && !/^components\.[^/]+$/.test(where))
            say(where, `the title ${schema.title} on a primitive becomes a type's name`);
        const text = JSON.stringify(schema);
        if ((titled.get(schema.title) ?? text) !== text)
            say(where, `different schemas have the title ${schema.title}`);
        titled.set(schema.title, text);
    }
    if (schema.$ref) {
        const name = /^#\/components\/schemas\/([^/]+)$/.exec(schema.$ref)?.[1];
        if (!document.components?.schemas?.[name]) say(where, `${schema.$ref} does not exist`);
    }
}

// OpenAPI's discriminator, which generators support: each alternative is a reference, listed in the
// mapping under the value that the alternative requires for the member.
function discriminator_rules(document, where, { oneOf, discriminator }, say) {
    const { propertyName, mapping } = discriminator;
    const references = (oneOf ?? []).map(one => one.$ref);
    if (repeated(references) || String(references) !== String(Object.values(mapping)))
        say(where, 'the mapping and oneOf have different alternatives');
    for (const [tag, reference] of Object.entries(mapping)) {
        const one = document.components.schemas[reference.split('/').at(-1)];
        if (one?.properties?.[propertyName]?.const !== tag || !one.required.includes(propertyName))
            say(where, `${reference} does not require ${propertyName} to be ${tag}`);
    }
}

// Recursive components. Tools of every generation inline references until memory runs out, without
// an error message (recursive.mjs).
export function circles(document) {
    const all = document.components?.schemas ?? {};
    const next = name => [...within('', all[name])].flatMap(([, schema]) =>
        (schema.$ref ? [schema.$ref.split('/').at(-1)] : []));
    const leads_back = name => {
        const seen = new Set();
        const open = next(name);
        while (open.length > 0) {
            const other = open.pop();
            if (other === name) return true;
            if (!seen.has(other)) open.push(...next(other));
            seen.add(other);
        }
        return false;
    };
    return Object.keys(all).filter(leads_back);
}

// Every schema of the document with its place, including nested ones.
export function* schemas(document) {
    for (const method of document.methods) {
        for (const param of method.params ?? [])
            yield* within(`${method.name} ${param.name}`, param.schema);
        if (method.result) yield* within(`${method.name} result`, method.result.schema);
        const { payload } = method['x-event'] ?? {};
        if (payload) yield* within(`${method.name} payload`, payload);
    }
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
        yield* within(`components.${name}`, schema);
}

function* within(where, schema) {
    if (typeof schema !== 'object' || schema === null) return;
    yield [where, schema];
    for (const key of in_a_list)
        if (Array.isArray(schema[key]))
            for (const inner of schema[key]) yield* within(`${where}/${key}`, inner);
    for (const key of under_names)
        for (const [name, inner] of Object.entries(schema[key] ?? {}))
            yield* within(`${where}/${name}`, inner);
    for (const key of alone)
        if (!Array.isArray(schema[key])) yield* within(`${where}/${key}`, schema[key]);
}

function repeated(values) { return new Set(values).size !== values.length; }

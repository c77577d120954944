// Values for a schema: a valid one, and many similar ones that are mostly invalid.

// A valid value for the schema, which has no $ref.
export function sample(schema) {
    if (schema === true || Object.keys(schema).length === 0) return 'anything';
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.examples) return schema.examples[0];
    for (const key of ['anyOf', 'oneOf', 'allOf'])
        if (schema[key]) return sample(schema[key].find(one => !is_cut(one)));
    switch ([schema.type].flat()[0]) {
        case 'integer': return integer(schema);
        case 'number': return Math.max(schema.minimum ?? 0.5, Math.min(schema.maximum ?? 0.5, 0.5));
        case 'string': return 'text'.padEnd(schema.minLength ?? 0, '.').slice(0, schema.maxLength);
        case 'boolean': return true;
        case 'null': return null;
        case 'array': return array(schema);
        case 'object': return object(schema);
        default: return 'anything';
    }
}

function integer({ minimum, maximum }) {
    return Math.max(minimum ?? 3, Math.min(maximum ?? 3, 3));
}

function array({ items, minItems = 0, maxItems = 1 }) {
    if (Array.isArray(items)) return items.map(sample);
    const length = is_cut(items) ? minItems : Math.max(minItems, Math.min(1, maxItems));
    return Array.from({ length }, () => sample(items ?? true));
}

function object({ properties = {}, additionalProperties }) {
    const made = {};
    for (const [name, schema] of Object.entries(properties))
        if (!is_cut(schema)) made[name] = sample(schema);
    if (typeof additionalProperties === 'object' && !is_cut(additionalProperties))
        made.key = sample(additionalProperties);
    return made;
}

// The document omits the contents of a type that would contain itself.
function is_cut(schema) { return typeof schema === 'object' && 'x-recursive' in schema; }

// Whether JavaScript represents the numbers in the value exactly.
export function is_exact(value) {
    if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
    if (typeof value !== 'object' || value === null) return true;
    return Object.values(value).every(is_exact);
}

// Not 2^63 or 2^64: JavaScript cannot distinguish them from the integers before them.
const strange = [null, true, false, 0, 1, -1, 1.5, 127, 128, -129, 255, 256, 65536, 2 ** 31,
    2 ** 32, 2 ** 53 - 1, 1 - 2 ** 53, 2 ** 66, -(2 ** 66), 1e300, '', 'x', '0', 'Zo\u00eb', [],
    [1], ['x'], [null], {}, { x: 1 }, { key: null }];

// Values similar to `value`, mostly invalid; `depth` limits the nesting of the changes.
export function* variants(value, depth = 3) {
    yield* strange;
    if (depth === 0 || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
        yield value.slice(1);
        yield [...value, ...value.slice(0, 1)];
        for (const [at, inner] of value.entries())
            for (const other of variants(inner, depth - 1))
                yield value.map((same, index) => (index === at ? other : same));
        return;
    }
    yield { ...value, surplus: 1 };
    for (const [name, inner] of Object.entries(value)) {
        const { [name]: left_out, ...rest } = value;
        yield rest;
        for (const other of variants(inner, depth - 1)) yield { ...value, [name]: other };
    }
}

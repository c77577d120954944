// Valid values for the schema of a tool: random ones, and those at its bounds.

const depth_max = 5;
const matches = { '^[A-Z]{2}-[0-9]{1,4}$': ['AB-1', 'ZZ-0042', 'QQ-99'] };
const words = ['A-1', 'x', '', 'Zo\u00eb', '\u{1F986}', 'a "b"\n', 'DE02', '0'];

export class generator {
    constructor(root, random) {
        this.root = root;
        this.random = random;
    }

    value(schema = this.root, depth = 0) {
        if (schema.$ref) return this.value(this.root.$defs[schema.$ref.split('/').pop()], depth);
        if (schema.enum) return this.one_of(schema.enum);
        if (schema.anyOf) {
            // At great depth, the alternative that ends the recursion.
            const [first] = schema.anyOf.filter(one => !this.is_nested(one));
            const is_end = depth > depth_max && first;
            return this.value(is_end ? first : this.one_of(schema.anyOf), depth);
        }
        switch (schema.type) {
            case 'integer': return this.integer(schema);
            case 'number': return this.number(schema);
            case 'string': return this.string(schema);
            case 'boolean': return this.random() < 0.5;
            case 'null': return null;
            case 'array': return this.array(schema, depth);
            case 'object': return this.object(schema, depth);
            default: return this.one_of([null, true, -1.5, 'x', [1, ['y']], { z: {} }]);
        }
    }

    integer({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }) {
        const between = Math.floor(minimum + this.random() * (maximum - minimum));
        const near = [minimum, maximum, between, 0, 1, 3].filter(n => n >= minimum && n <= maximum);
        return this.one_of(near);
    }

    number({ minimum = -1e300, maximum = 1e300, exclusiveMinimum, exclusiveMaximum }) {
        const fits = n => n >= minimum && n <= maximum && !(n <= exclusiveMinimum) &&
            !(n >= exclusiveMaximum);
        const between = (this.random() - 0.5) * 2000;
        return this.one_of([minimum, maximum, between, 0, 0.5, -1e-300, 3].filter(fits));
    }

    string({ minLength = 0, maxLength = 40, format, contentEncoding, pattern }) {
        const day = `${this.two(1900, 2100)}-${this.two(1, 12)}-${this.two(1, 28)}`;
        if (format === 'date') return day;
        if (format === 'date-time')
            return `${day}T${this.two(0, 23)}:${this.two(0, 59)}:${this.two(0, 59)}` +
                this.one_of(['Z', '.5Z', '+02:00', '.123456-11:30']);
        if (format === 'uuid')
            return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x',
                () => Math.floor(this.random() * 16).toString(16));
        if (contentEncoding === 'base64') return this.one_of(['', 'AQID', '/+8=', 'AA==']);
        if (format || (pattern && !matches[pattern]))
            throw new Error(`${format ?? pattern} is new to this test`);
        if (pattern) return this.one_of(matches[pattern]);
        const text = [...this.one_of(words)];
        while (text.length < minLength) text.push('.');
        return text.slice(0, maxLength).join('');
    }

    array({ items, prefixItems, minItems = 0, maxItems = minItems + 4, uniqueItems }, depth) {
        if (prefixItems) return prefixItems.map(schema => this.value(schema, depth + 1));
        const most = depth > depth_max ? minItems : Math.min(maxItems, minItems + 4);
        const length = minItems + Math.floor(this.random() * (most - minItems + 1));
        const made = Array.from({ length }, () => this.value(items, depth + 1));
        if (!uniqueItems) return made;
        return [...new Map(made.map(value => [JSON.stringify(value), value])).values()];
    }

    object({ properties = {}, required = [], additionalProperties, ...bounds }, depth) {
        const made = {};
        for (const [name, schema] of Object.entries(properties))
            if (required.includes(name) || this.random() < 0.5)
                made[name] = this.value(schema, depth + 1);
        if (typeof additionalProperties !== 'object' || depth > depth_max) return made;
        const least = bounds.minProperties ?? 0;
        const count = Math.min(bounds.maxProperties ?? 3, least + Math.floor(this.random() * 3));
        for (let at = 0; at < count; ++at)
            made[`key${at}`] = this.value(additionalProperties, depth + 1);
        return made;
    }

    is_nested(schema) { return ['array', 'object'].includes(schema.type) || '$ref' in schema; }
    one_of(all) { return all[Math.floor(this.random() * all.length)]; }
    two(least, most) {
        const number = least + Math.floor(this.random() * (most - least + 1));
        return String(number).padStart(2, '0');
    }
}

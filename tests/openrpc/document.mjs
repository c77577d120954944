// Returns all errors that the tools and the rules find in a document.
import { isDeepStrictEqual } from 'node:util';
import { broken_rules, circles } from './rules.mjs';
import {
    copy, generations, not_compiled, refused, refused_by_meta_schemas, understood,
} from './tools.mjs';
import { sample } from './values.mjs';

export async function against(document) {
    const found = broken_rules(document);
    const metas = refused_by_meta_schemas(document);
    if (metas) found.push(`the meta-schema: ${metas}`);
    for (const [name, tools] of Object.entries(generations)) {
        try {
            const verdict = refused(tools, document);
            if (verdict) found.push(`${name} refuses it: ${verdict}`);
            else if (circles(document).length === 0)
                found.push(...await judged(name, tools, document));
        } catch (error) {
            found.push(`${name} fails: ${error.message ?? error}`);
        }
    }
    return found;
}

// The tools must accept the document's own examples and the simplest call of each method.
async function judged(name, tools, document) {
    const { resolved, errors } = await understood(tools, document);
    const found = not_compiled(resolved);
    for (const method of resolved.methods) {
        const calls = [method.params.map(param => sample(param.schema))];
        for (const { params } of method.examples ?? [])
            calls.push(params.map(({ value }) => value));
        for (const values of calls)
            for (const params of forms(method, values))
                for (const error of errors(method.name, params))
                    found.push(`${name}: ${method.name} ${JSON.stringify(params)}: ${error}`);
    }
    if (errors('no.such.method', []).length !== 1) found.push(`${name}: takes unknown methods`);
    return found;
}

// What tools read without x-event must be a document, and the same one but for x-event.
export async function without_events(document) {
    const found = [];
    const ordinary = without_x_event(document);
    for (const [name, tools] of Object.entries(generations)) {
        const [with_it, without] = [await understood(tools, document),
            await understood(tools, ordinary)];
        if (!isDeepStrictEqual(without_x_event(with_it.resolved), copy(without.resolved)))
            found.push(`${name} reads other methods`);
    }
    return found.concat(await against(ordinary));
}

function without_x_event(document) {
    const methods = document.methods.map(({ 'x-event': event, ...rest }) => rest);
    return copy({ ...document, methods });
}

// The params with these values: by position and by name, as the method permits.
export function forms(method, values) {
    const by_name = {};
    values.forEach((value, at) => { by_name[method.params[at].name] = value; });
    if (method.paramStructure === 'by-name') return [by_name];
    if (method.paramStructure === 'by-position') return [values];
    return [values, by_name];
}

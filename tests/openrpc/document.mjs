// A document in; out come all sentences that the tools and the rules have against it.
import { broken_rules, circles } from './rules.mjs';
import {
    generations, not_compiled, refused, refused_by_meta_schemas, understood,
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

// Its own examples, and the plainest call of each method, are calls that the tools accept.
async function judged(name, tools, document) {
    const { resolved, faults } = await understood(tools, document);
    const found = not_compiled(resolved);
    for (const method of resolved.methods) {
        const calls = [method.params.map(param => sample(param.schema))];
        for (const { params } of method.examples ?? [])
            calls.push(params.map(({ value }) => value));
        for (const values of calls)
            for (const params of forms(method, values))
                for (const fault of faults(method.name, params))
                    found.push(`${name}: ${method.name} ${JSON.stringify(params)}: ${fault}`);
    }
    if (faults('no.such.method', []).length !== 1) found.push(`${name}: takes unknown methods`);
    return found;
}

// The ways to send these values: by position and by name, as far as the method has them.
export function forms(method, values) {
    const by_name = {};
    values.forEach((value, at) => { by_name[method.params[at].name] = value; });
    if (method.paramStructure === 'by-name') return [by_name];
    if (method.paramStructure === 'by-position') return [values];
    return [values, by_name];
}

// The two generations of the OpenRPC project's tools that people meet: what its inspector and
// playground carry inside (2020, knows versions up to 1.2.6), and the newest that Node 18 runs.
import * as schema_utils_2020 from '@open-rpc/schema-utils-js';
import * as schema_utils_now from 'schema-utils-js-now';
import { spec } from '@open-rpc/spec-types';
import meta_2020 from '@open-rpc/meta-schema';
import meta_now from 'meta-schema-now';
import json_schema from 'json-schema-now';
import Ajv from 'ajv';

export const generations = {
    'schema-utils-js 1.14.3': plain(schema_utils_2020),
    'schema-utils-js 2.1.2': plain(schema_utils_now),
};

// Undefined, or what validateOpenRPCDocument() holds against the document.
export function refused(tools, document) {
    const verdict = tools.validateOpenRPCDocument(copy(document));
    return verdict === true ? undefined : verdict.message;
}

// The same by the schemas alone, without the tools around them.
export function refused_by_meta_schemas(document) {
    return refused_by(meta_2020, document) ?? refused_by(meta_now, document);
}

// Later versions of the specification must take the document too, but for its version.
export function refused_by_later_versions(document) {
    return refused_by(spec.OpenRPCSpecificationSchema1_3, { ...document, openrpc: '1.3.2' })
        ?? refused_by(spec.OpenRPCSpecificationSchema1_4, { ...document, openrpc: '1.4.1' });
}

function refused_by(meta, document) {
    const schema = copy(plain(meta).openrpcDocument ?? plain(meta));
    for (const part of [schema, schema.definitions.JSONSchema]) {
        delete part.$id;
        delete part.$schema;
    }
    const ajv = new Ajv();
    ajv.addSchema(plain(json_schema), 'https://meta.json-schema.tools');
    return ajv.validate(schema, document) ? undefined : ajv.errorsText();
}

// The document without $ref, and with it a judge of calls: (method, params) to what is wrong.
export async function understood(tools, document) {
    const resolved = await tools.parseOpenRPCDocument(JSON.stringify(document));
    const validator = new tools.MethodCallValidator(resolved);
    const faults = (method, params) => {
        const verdict = validator.validate(method, params);
        return Array.isArray(verdict) ? verdict.map(fault => fault.message) : [verdict.message];
    };
    return { resolved, faults };
}

// What Ajv 6, which all tools use, cannot compile: unknown formats and bad patterns above all.
export function not_compiled(resolved) {
    const faults = (method, part) => {
        try {
            new Ajv().compile(part.schema);
            return [];
        } catch (error) {
            return [`${method.name} ${part.name}: ${error.message}`];
        }
    };
    return resolved.methods.flatMap(method =>
        [...method.params, method.result].flatMap(part => faults(method, part)));
}

export function copy(value) { return JSON.parse(JSON.stringify(value)); }

function plain(module) { return module.default ?? module; }

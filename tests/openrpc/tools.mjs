// The two generations of OpenRPC tools in use: those inside the inspector and the playground (2020,
// support for versions up to 1.2.6), and the newest that run with Node 18.
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

// The error that validateOpenRPCDocument() finds in the document; undefined if there is none.
export function refused(tools, document) {
    const verdict = tools.validateOpenRPCDocument(copy(document));
    return verdict === true ? undefined : verdict.message;
}

// The same with the meta-schemas alone, without the tools.
export function refused_by_meta_schemas(document) {
    return refused_by(meta_2020, document) ?? refused_by(meta_now, document);
}

// Later versions of the specification must accept the document too, except for its version.
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

// The document without $ref, and a function from (method, params) to the errors in a call.
export async function understood(tools, document) {
    const resolved = await tools.parseOpenRPCDocument(JSON.stringify(document));
    const validator = new tools.MethodCallValidator(resolved);
    const errors = (method, params) => {
        const verdict = validator.validate(method, params);
        return Array.isArray(verdict) ? verdict.map(error => error.message) : [verdict.message];
    };
    return { resolved, errors };
}

// Schemas that Ajv 6, used by all tools, cannot compile: mainly unknown formats and bad patterns.
export function not_compiled(resolved) {
    const errors = (method, part) => {
        try {
            new Ajv().compile(part.schema);
            return [];
        } catch (error) {
            return [`${method.name} ${part.name}: ${error.message}`];
        }
    };
    return resolved.methods.flatMap(method =>
        [...method.params, method.result].flatMap(part => errors(method, part)));
}

export function copy(value) { return JSON.parse(JSON.stringify(value)); }

function plain(module) { return module.default ?? module; }

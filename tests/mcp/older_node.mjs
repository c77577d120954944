// Polyfills for packages that require Node 22, to be imported before them: features that they use
// and that Node 18 and 20 lack.
import { File } from 'node:buffer';
import { webcrypto } from 'node:crypto';
import { register } from 'node:module';

globalThis.File ??= File;
globalThis.crypto ??= webcrypto;
globalThis.CustomEvent ??= class CustomEvent extends Event {
    constructor(type, { detail = null, ...rest } = {}) {
        super(type, rest);
        this.detail = detail;
    }
};

const code = text => `data:text/javascript,${encodeURIComponent(text)}`;
// The conformance suite searches its own source tree with globSync().
const fs = code(`
    export * from 'node:fs';
    export { default } from 'node:fs';
    export const globSync = () => [];`);
register(code(`
    export const resolve = (name, context, next) =>
        name === 'fs' && context.parentURL?.includes('/conformance/')
            ? { url: ${JSON.stringify(fs)}, shortCircuit: true }
            : next(name, context);`));

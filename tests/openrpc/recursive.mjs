// Requires that the tools run out of memory for a type with a "$ref" to itself, and that they read
// the same type with "x-recursive" instead. A failure means that a tool reads recursive types; once
// all of them do, the document can use "$ref" (components::leads_back() in src/openrpc).
// recursive.mjs NUMBER DOCUMENT is such a tool: the generation with this number reads the document.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { say } from './say.mjs';
import { generations, refused } from './tools.mjs';

const heap = '--max-old-space-size=32';
const seconds_max = 20;

function tree(inner) {
    return {
        openrpc: '1.2.6', info: { title: 't', version: '1' },
        methods: [{ name: 'm', params: [], result: { name: 'result',
            schema: { $ref: '#/components/schemas/tree' } } }],
        components: { schemas: { tree: { title: 'tree', type: 'object',
            properties: { all: { type: 'array', items: inner } } } } },
    };
}

// Whether the tool reads the document; false if it runs out of memory or of time.
function ends(number, document) {
    const { status, signal } = spawnSync(process.execPath,
        [heap, fileURLToPath(import.meta.url), String(number), JSON.stringify(document)],
        { timeout: seconds_max * 1000, stdio: ['ignore', 'inherit', 'ignore'] });
    if (signal === null && status !== 0) throw new Error(`exit status ${status}`);
    return signal === null;
}

const [number, text] = process.argv.slice(2);
if (text) {
    await Object.values(generations)[number].parseOpenRPCDocument(text);
    process.exit(0);
}
for (const [at, [name, tools]] of Object.entries(generations).entries())
    await say(name, 'a recursive $ref takes all memory, x-recursive does not', () => {
        const recursive = tree({ $ref: '#/components/schemas/tree' });
        const found = [];
        if (refused(tools, recursive)) found.push('it refuses a recursive $ref');
        if (ends(at, recursive)) found.push('it reads a recursive $ref');
        if (!ends(at, tree({ type: 'object', 'x-recursive': 'tree' })))
            found.push('it does not read x-recursive');
        return found;
    });

// conformance.mjs URL: https://github.com/modelcontextprotocol/conformance. Each of its server
// scenarios must either pass or be excluded for a reason; a scenario in neither list is an error.
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { say } from './say.mjs';

const [url] = process.argv.slice(2);
const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const revisions = ['2025-06-18', '2025-11-25', '2026-07-28'];

// Scenarios, each with the checks that depend on a feature excluded below.
const held = {
    'server-initialize': [],
    'ping': [],
    'tools-list': [],
    'tools-call-simple-text': [],
    'tools-call-error': [],
    'tools-call-with-progress': [],
    'dns-rebinding-protection': [],
    'server-sse-multiple-streams': ['server-sse-multiple-streams-session'],
    'http-header-validation': [],
    'server-stateless': [
        'sep-2575-server-rejects-undeclared-capability',
        'sep-2575-missing-capability-http-400',
        'sep-2575-http-server-no-independent-requests-on-stream',
        'sep-2575-server-no-log-without-loglevel',
    ],
    'caching': [
        'sep-2549-prompts-list-caching-hints',
        'sep-2549-resources-list-caching-hints',
        'sep-2549-resources-templates-list-caching-hints',
    ],
    'input-required-result-unsupported-methods': [],
    'input-required-result-validate-input': [],
    // Without a tool that asks its caller, the request of these two is an error.
    'input-required-result-missing-input-response': ['sep-2322-missing-response-rerequests'],
    'input-required-result-ignore-extra-params': ['sep-2322-ignore-unexpected-params'],
};

const left_out = {
    'resources are not offered': ['resources-list', 'resources-read-text', 'resources-read-binary',
        'resources-templates-read', 'resources-subscribe', 'resources-unsubscribe',
        'sep-2164-resource-not-found', 'sep-2640-skills-directory', 'sep-2640-skills-enumeration',
        'sep-2640-skills-manifest'],
    'prompts are not offered': ['prompts-list', 'prompts-get-simple', 'prompts-get-with-args',
        'prompts-get-embedded-resource', 'prompts-get-with-image'],
    'completion is not offered': ['completion-complete'],
    'logging is not offered': ['logging-set-level', 'tools-call-with-logging'],
    'results are texts and structures, no media': ['tools-call-image', 'tools-call-audio',
        'tools-call-embedded-resource', 'tools-call-mixed-content'],
    'nothing is sent unasked': ['tools-call-sampling',
        'tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums',
        'input-required-result-basic-elicitation', 'input-required-result-basic-sampling',
        'input-required-result-basic-list-roots', 'input-required-result-request-state',
        'input-required-result-multiple-input-requests', 'input-required-result-multi-round',
        'input-required-result-non-tool-request', 'input-required-result-result-type',
        'input-required-result-tampered-state', 'input-required-result-capability-check'],
    'there are no sessions and no streams': ['server-session-lifecycle', 'server-sse-polling'],
    'schemas come from C++ types, which make no $anchor and no if': ['json-schema-2020-12'],
    'no schema says x-mcp-header': ['http-custom-header-server-validation'],
    'tasks are an extension': ['tasks-lifecycle', 'tasks-capability-negotiation',
        'tasks-wire-fields', 'tasks-request-state-removal', 'tasks-mrtr-input',
        'tasks-request-headers', 'tasks-dispatch-and-envelope', 'tasks-status-notifications',
        'tasks-required-task-error', 'tasks-mrtr-composition'],
};

const checks = {};
for (const revision of revisions) {
    const results = `conformance.${revision}`;
    rmSync(results, { recursive: true, force: true });
    await run('server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', results);
    for (const folder of readdirSync(results)) {
        const name = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*/, '');
        const found = JSON.parse(readFileSync(`${results}/${folder}/checks.json`, 'utf8'));
        (checks[name] ??= []).push(...found.map(one => ({ ...one, revision })));
    }
}

for (const [name, left] of Object.entries(held)) {
    const good = (checks[name] ?? []).filter(one => one.status === 'SUCCESS');
    await say('conformance', name, () => [
        ...bad(checks[name] ?? []).filter(one => !left.includes(one.id)).map(shown),
        ...left.filter(id => !bad(checks[name] ?? []).some(one => one.id === id))
            .map(id => `${id} passes now`),
        ...good.length > 0 ? [] : ['nothing was checked'],
    ], () => `, ${good.length} checks`);
}
await say('conformance', 'all messages are valid by the specification\'s schema', () =>
    Object.values(checks).flat()
        .filter(one => one.id === 'wire-schema-valid' && one.status !== 'SUCCESS').map(shown));
await say('conformance', 'every other scenario is excluded for a reason', async () => {
    const listed = (await run('list')).split(/^(?=\S)/m).find(part => part.startsWith('Server'));
    const names = [...listed.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name);
    const known = [...Object.keys(held), ...Object.values(left_out).flat()];
    return [
        ...names.filter(name => !known.includes(name)).map(name => `${name} is new`),
        ...known.filter(name => !names.includes(name)).map(name => `${name} no longer exists`),
    ];
});

function bad(all) { return all.filter(({ status }) => ['FAILURE', 'WARNING'].includes(status)); }
function shown({ revision, id, errorMessage }) { return `${revision} ${id}: ${errorMessage}`; }

// Ignores the exit status: it is an error if any scenario fails.
function run(...words) {
    const all = ['--import', './older_node.mjs', suite, ...words];
    const env = { ...process.env, NO_COLOR: '1' };
    const limits = { timeout: 30_000, maxBuffer: 1 << 26, env };
    return new Promise(done =>
        execFile(process.execPath, all, limits, (error, out) => done(out)));
}

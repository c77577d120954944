// check.mjs NAME DOCUMENT [URL ORIGIN]: checks the document as OpenRPC tools do, and compares it
// with the server at URL. Prints a line for each check, which begins with `ok` or `FAILED`.
import { readFileSync } from 'node:fs';
import { against, without_events } from './document.mjs';
import { disagreements, not_discovered, not_shared } from './server.mjs';
import { say } from './say.mjs';
import { refused_by_later_versions } from './tools.mjs';

const [name, file, url, origin] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, 'utf8'));

await say(name, 'the tools accept it', () => against(document));
await say(name, 'later versions of OpenRPC accept it',
    () => [refused_by_later_versions(document) ?? []].flat());
if (document.methods.some(method => 'x-event' in method))
    await say(name, 'tools that do not know x-event see methods', () => without_events(document));
if (url) {
    let count = 0;
    await say(name, 'rpc.discover and GET return it', () => not_discovered(url, document));
    await say(name, 'pages of another origin get it', () => not_shared(url, origin));
    await say(name, 'the server agrees with it', async () => {
        const result = await disagreements(url, document);
        count = result.count;
        return result.found;
    }, () => `, ${count} calls`);
}

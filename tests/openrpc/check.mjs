// check.mjs NAME DOCUMENT [URL ORIGIN]: looks at the document as people's tools do, and at the
// server which answers at URL. A line for each thing that was looked at, `ok` or `FAILED` in front.
import { readFileSync } from 'node:fs';
import { against } from './document.mjs';
import { disagreements, not_discovered, not_shared } from './server.mjs';
import { say } from './say.mjs';
import { refused_by_later_versions } from './tools.mjs';

const [name, file, url, origin] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, 'utf8'));

await say(name, 'the tools take it', () => against(document));
await say(name, 'later versions of OpenRPC take it',
    () => [refused_by_later_versions(document) ?? []].flat());
if (url) {
    let count = 0;
    await say(name, 'rpc.discover and GET hand it out', () => not_discovered(url, document));
    await say(name, 'pages of another origin get it', () => not_shared(url, origin));
    await say(name, 'the server agrees with it', async () => {
        const result = await disagreements(url, document);
        count = result.count;
        return result.found;
    }, () => `, ${count} calls`);
}

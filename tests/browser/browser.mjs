// browser.mjs URL PROGRAM: Chromium opens the explorer of the server at URL. PROGRAM is that
// server, and a client too.
import {begin, end, report} from './page.mjs';

await begin();
const files = ['form', 'optional', 'examples', 'calls', 'answers', 'batch', 'history', 'focus',
    'kept', 'odd', 'access', 'frame', 'palette', 'looks'];
for (const claims of files) await import(`./${claims}.mjs`);
await end();
process.exit(report() ? 0 : 1);

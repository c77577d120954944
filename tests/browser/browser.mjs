// browser.mjs URL PROGRAM INVENTORY: Chromium opens the explorer of the server at URL, and calls
// over its own WebSocket. PROGRAM is that server, and a client too; INVENTORY is the example's.
import {begin, end, report} from './page.mjs';

await begin();
const files = ['described', 'form', 'nested', 'optional', 'examples', 'calls', 'snippets',
    'responses', 'batch', 'history', 'focus', 'kept', 'odd', 'state', 'access', 'frame',
    'palette', 'looks', 'layout', 'panes', 'socket', 'progress', 'websocket', 'status',
    'status_errors', 'status_looks', 'events', 'events_looks'];
for (const claims of files) await import(`./${claims}.mjs`);
await end();
process.exit(report() ? 0 : 1);

// The endpoint, the token, downloads and the session.

// The endpoint is one level up, under whatever prefix a proxy put before it.
const endpoint = new URL(location.pathname.endsWith('/') ? '..' : '.', location.href).href.replace(/\/$/, '');
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
let token = '';
const secret = (text) => token ? text : '';
const bearer = (sent = token) => sent && {Authorization: `Bearer ${sent}`};
const locked = () => dataset.token === 'needed' && !token;

function curl(text, url = quoted(endpoint), isEvent) {
  return `curl ${isEvent ? '-N ' : ''}${url} \\\n  -H 'Content-Type: application/json' \\\n${isEvent ? "  -H 'Accept: text/event-stream' \\\n" : ''}` +
    `${secret('  -H "Authorization: Bearer $TOKEN" \\\n')}  -d ${quoted(text)}`;
}

function linkOf(text) {
  const call = parsed(text), params = get(call, 'params');
  return `#${get(call, 'method')?.value ?? ''}${params ? `?params=${encodeURIComponent(compact(params))}` : ''}`;
}

// The document, and the typed clients of a server that writes them.
const downloads = () => ['openrpc.json', ...dataset.clients ? ['client.ts', 'client.py', 'client.hpp'] : []]
  .map((file) => button(file, (from) => download(file, from)));
async function download(file, from) {
  try {
    const got = await fetch(`${endpoint}/${file}`, {headers: bearer() || {}});
    if (got.ok) return offer(await got.blob(), file);
    responded(got);
    done(from, `Error: ${got.status}`);
  } catch { done(from, unreachable); }
}
function offer(part, download) {
  const href = URL.createObjectURL(new Blob([part]));
  h('a', {href, download}).click();
  setTimeout(() => URL.revokeObjectURL(href), 1e4);
}

// Kept over a reload: the batch, the last id, and the form contents of each method.
const sessionKey = `callbox session ${new URL(endpoint).pathname}`;
let session;
try { session = JSON.parse(sessionStorage.getItem(sessionKey)); } catch { /* none */ }
let {tray, lastCall, forms} = {tray: [], lastCall: 0, ...session, forms: Object.assign(Object.create(null), session?.forms)};
function keepSession() {
  for (const [name, {save}] of pages) {
    const saved = save();
    if (json(saved).length < 1e6) forms[name] = saved;
    else delete forms[name];  // leaves the others their room
  }
  try { sessionStorage.setItem(sessionKey, json({tray, lastCall, forms})); } catch { /* full or forbidden */ }
}

// Uses the token from now on; returns a message if it is rejected. Another token may show other methods, so all pages are
// rebuilt. Removing the token also clears forms and batch if the public document differs.
const openrpc = (method, given) => fetch(`${endpoint}/openrpc.json`, {method, headers: bearer(given) || {}, cache: 'no-store'});
async function takeToken(given) {
  let text = baked;
  if (/[^\x20-\xff]/.test(given)) return unknownToken;
  if (given) try {
    const got = await openrpc('GET', given);
    if (got.status === 401) return unknownToken;
    if (!got.ok) return `The server responded with ${got.status} ${got.statusText}.`;
    parse(text = await got.text());
  } catch { return `${unreachable}.`; }
  if (given === token && text === shown) return;
  keepSession();
  pages.clear();
  batch = undefined;
  tray = tray.map(String);
  if (!given && text !== shown) {
    [tray, forms] = [[], Object.create(null)];
    keepSession();
  }
  token = given;
  for (const one of [...live]) one.abort();
  retire();
  learn(text);
  $('changed').hidden = true;
  showTools();
  showList();
  navigate();
}

// Called after each response. Status 401 opens the token dialog. Every 10 s at most, checks whether the contract has changed.
// A proxy may have made the ETag weak.
let asked = 0, requiresToken = false;
function responded({status} = {}) {
  if (status === 401) showTools(requiresToken = true);
  if (status === 401 && !openDialog()) askToken(token ? unknownToken : 'The server requires a token.');
  else if (Date.now() - asked > 10000 && !locked() && !document.hidden) noticeChange(asked = Date.now()).catch(() => {});
}
async function noticeChange() {
  const before = api, got = await openrpc('HEAD');
  await got.arrayBuffer();  // else the developer tools show it as aborted
  const contract = got.ok && /[\da-f]{32}/.exec(got.headers.get('ETag'))?.[0];
  if (contract && contract !== before.info['x-contract'] && api === before) $('changed').hidden = false;
}

const unknownToken = 'Invalid token.', unreachable = 'The server cannot be reached';
function tokenForm(close, problem = '') {
  const id = `v${++lastId}`, error = h('p.error', {id, role: 'alert'});
  const input = h('input', {type: 'password', autocomplete: 'off', ariaLabel: 'Token', value: token, required: locked(), autofocus: true});
  input.setAttribute('aria-describedby', id);
  const shows = checkbox({onchange: () => { input.type = shows.checked ? 'text' : 'password'; }});
  const mark = (message = '') => {
    error.textContent = message;
    input.setAttribute('aria-invalid', message !== '');
  };
  const onsubmit = async (event) => {
    event.preventDefault();
    const message = await takeToken(input.value.trim());
    mark(message);
    if (!message) return close?.();
    input.focus();
  };
  mark(problem);
  return h('form.gap', {onsubmit, oninput: () => mark()},
    h('p', 'Sent with each request as ', h('code', 'Authorization: Bearer …'), '. Kept in memory only.'),
    h('div', h('div.row', h('div.control', input), h('label', shows, 'Show')), error), h('div.row', h('button.main', 'Use token'), close && button('Cancel', close, 'button')));
}
function askToken(problem) {
  $('token').replaceChildren(h('div.gap', h('h2', 'Token'), tokenForm(() => $('token').close(), problem)));
  $('token').showModal();
}

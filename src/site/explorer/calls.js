// What calls need, and what of them is kept.

// The endpoint is one level up, under whatever prefix a proxy put before it.
const endpoint = new URL(location.pathname.endsWith('/') ? '..' : '.', location.href).href.replace(/\/$/, '');
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
let token = '';
const secret = (text) => token ? text : '';
const bearer = (sent = token) => sent && {Authorization: `Bearer ${sent}`};
const program = document.body.dataset.program;
const locked = () => document.body.dataset.token === 'needed' && !token;

function curl(text, url = quoted(endpoint)) {
  return `curl ${url} \\\n  -H 'Content-Type: application/json' \\\n` +
    `${secret('  -H "Authorization: Bearer $TOKEN" \\\n')}  -d ${quoted(text)}`;
}

function linkOf(text) {
  const call = parsed(text), params = get(call, 'params');
  return `#${get(call, 'method')?.value ?? ''}${params ? `?params=${encodeURIComponent(compact(params))}` : ''}`;
}

const clientButtons = () => document.body.dataset.clients ? ['ts', 'py', 'hpp'].map((one) => button(`client.${one}`, () => download(one))) : [];
async function download(file) {
  const got = await fetch(`${endpoint}/client.${file}`, {headers: bearer() || {}});
  if (!got.ok) return answered(got);
  offer(await got.blob(), `client.${file}`);
}
const offer = (part, download) => h('a', {href: URL.createObjectURL(new Blob([part])), download}).click();

// What a reload keeps: the texts of calls to be sent as one batch, the last id, and by method what stands in its form.
const sessionKey = `callbox session ${new URL(endpoint).pathname}`;
let {tray, lastCall, forms} = recallSession();
function recallSession() {
  const none = {tray: [], lastCall: 0, forms: {}};
  try { return {...none, ...JSON.parse(sessionStorage.getItem(sessionKey))}; } catch { return none; }
}
function keepSession() {
  for (const [name, {save}] of pages) forms[name] = save();
  try { sessionStorage.setItem(sessionKey, json({tray, lastCall, forms})); } catch { /* full or forbidden */ }
}

// Takes the token for all that comes; else says what is wrong with it. Another token may show other methods, none shows
// what everybody sees: what one token has shown goes with it.
const openrpc = (method, given) => fetch(`${endpoint}/openrpc.json`, {method, headers: bearer(given) || {}, cache: 'no-store'});
async function takeToken(given) {
  let text = baked;
  if (given) try {
    const got = await openrpc('GET', given);
    if (got.status === 401) return unknownToken;
    if (!got.ok) return `The server refuses: ${got.status} ${got.statusText}.`;
    parse(text = await got.text());
  } catch { return 'The server cannot be reached.'; }
  if (given === token && text === shown) return;
  keepSession();
  pages.clear();
  tray = tray.map(String);
  if (!given && text !== shown) {
    [tray, forms] = [[], {}];
    keepSession();
  }
  token = given;
  learn(text);
  $('changed').hidden = true;
  showTools();
  showList();
  navigate();
}

// After each answer: a token that the server does not take leads to its field. Whether the server has another contract than
// what is shown is asked now and then; a proxy may have made the tag weak.
let asked = 0;
function answered({status} = {}) {
  if (status === 401 && !document.querySelector('dialog[open]')) askToken(token ? unknownToken : 'The server wants a token.');
  else if (Date.now() - asked > 10000 && !locked() && !document.hidden) noticeChange(asked = Date.now()).catch(() => {});
}
async function noticeChange() {
  const before = api, got = await openrpc('HEAD');
  const contract = got.ok && /[\da-f]{32}/.exec(got.headers.get('ETag'))?.[0];
  if (!contract || contract === before.info['x-contract'] || api !== before) return;
  $('changed').hidden = false;
}

const unknownToken = 'The server does not know this token.';
function tokenForm(close = () => {}, told = '') {
  const id = `v${++lastId}`, fault = h('p.fault', {id, role: 'alert'});
  const input = h('input', {type: 'password', autocomplete: 'off', ariaLabel: 'Token', value: token, required: locked(), autofocus: true});
  input.setAttribute('aria-describedby', id);
  const mark = (message = '') => {
    fault.textContent = message;
    input.setAttribute('aria-invalid', message !== '');
  };
  const onsubmit = async (event) => {
    event.preventDefault();
    const message = await takeToken(input.value.trim());
    mark(message);
    if (!message) return close();
    input.focus();
  };
  mark(told);
  return h('form.gap', {onsubmit, oninput: () => mark()},
    h('p', 'It goes with each call, as ', h('code', 'Authorization: Bearer …'), ', and is kept in memory only.'),
    h('div', h('div.control', input), fault), h('button.main', 'Done'));
}
function askToken(told) {
  $('token').replaceChildren(h('div.gap', h('h2', 'Token'), tokenForm(() => $('token').close(), told)));
  $('token').showModal();
}

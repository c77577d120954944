// Calls over a WebSocket, where the server accepts them: one connection, opened by the first call.

let socket;  // its `calls` wait for a response, the oldest first; while it opens, the first one is the handshake
const overSocket = checkbox({checked: recall('websocket') === 'yes', onchange() {
  keep('websocket', overSocket.checked ? 'yes' : '');
  retireUnused();
}});
const socketState = h('span', {role: 'status'});
const transport = h('div.row.quiet.transport', {oninput: (event) => event.stopPropagation()}, h('label', overSocket, 'over WebSocket'), socketState);

// The ids of a message, without those of members without a response. The server answers neither notifications nor responses.
const idsIn = (node, isSilent) => (node?.kind === 'array' && node.value[0] ? node.value : [node]).filter((one) => !isSilent(one)).map((one) => idOf(one) ?? 'nullnull');
const awaited = (text) => idsIn(parsed(text), (one) => isNotification(one) || (!get(one, 'method') && (get(one, 'result') || get(one, 'error'))));
function isNotification(node) {
  if (get(node, 'jsonrpc')?.value !== '2.0') return false;
  const kinds = ['jsonrpc', 'id', 'method', 'params'].map((name) => node.value.filter((one) => one.name === name).map((one) => one.node.kind).join('+'));
  return /^string,,string,(array|object|null)?$/.test(kinds);
}

// Closes the socket and ignores its further events; calls without a response fail.
function retire(state = '', reason = 'The WebSocket was closed') {
  const made = socket;
  socket = undefined;
  socketState.textContent = state;
  if (!made) return;
  made.onopen = made.onmessage = made.onclose = null;
  made.close();
  for (const one of made.calls) one.reject(reason);
}
// If it is switched off, or only cancelled calls wait for a response.
function retireUnused() {
  const calls = socket?.calls ?? [];
  if (calls.every((one) => one.cancelled) && (calls[0] || !overSocket.checked)) retire();
}

// Browsers can send a token only as a subprotocol, in base64url, and hide the response to a refused handshake.
function openSocket() {
  retire('connecting');
  const made = socket = new WebSocket(endpoint.replace(/^http/, 'ws'), ['callbox',
    ...token ? [`bearer.${btoa(token).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`] : []]);
  const opening = {ids: [], ...Promise.withResolvers()}, calls = [opening];
  let read = Promise.resolve();  // until all messages are handled
  Object.assign(made, {calls, opened: opening.promise});
  made.onopen = () => {
    socketState.textContent = 'open';
    opening.resolve(calls.shift());
  };
  made.onclose = async ({code, reason}) => {
    await read;
    const why = `${code} ${reason || (code === 1006 ? 'connection lost' : '')}`.trim();
    const end = calls[0] === opening ? await refusal() : [`closed: ${why}`, `The WebSocket was closed: ${why}`];
    if (made === socket) retire(...end);
  };
  // Responses to blocking methods come after those to later calls. A response without an id goes to the latest call.
  const receive = async (data) => {
    const now = progressIn(data);
    if (now) return calls.find((one) => one.ids.includes(idOf(now)) && !one.cancelled)?.report(now);
    const node = data.length < 1e5 ? parsed(data) : await parseSlowly(data, {}).catch(() => {});
    const ids = idsIn(node, (one) => get(one, 'method')), at = calls.findIndex((one) => one.ids.some((id) => ids.includes(id)));
    if (at >= 0 || ids.includes('nullnull')) calls.splice(at, 1)[0]?.resolve(data);
  };
  made.onmessage = ({data}) => { read = read.then(() => receive(data)); };
}
const refusals = {401: 'invalid or missing token', 403: 'host not allowed', 405: 'disabled, too many connections, or a proxy that does not forward upgrades',
  503: 'too many connections or too little memory'};
async function refusal() {
  try {
    let got = await openrpc('HEAD');
    if (got.ok) got = await fetch(endpoint, {method: 'HEAD', cache: 'no-store'});
    if (got.status === 401) responded(got);
    const {status, statusText} = got;
    return [`refused: ${status}`, `The server refused the WebSocket: ${refusals[status] ?? statusText} (${status})`];
  } catch { return ['unreachable', unreachable]; }
}

// The response to a text; empty if it has none. A call waits for another call of its id, as their responses look alike.
async function exchange(text, signal, report) {
  const ids = awaited(text), one = {ids, report, ...Promise.withResolvers()};
  const aborted = new Promise((_, fail) => { signal.onabort = fail; }), unlessAborted = (what) => Promise.race([what, aborted]);
  let made, before;
  do {
    if (!(socket?.readyState < 2 || socket?.calls[0])) openSocket();
    made = socket;
    await unlessAborted(made.opened);
    before = made.calls.find((other) => made.readyState > 1 || other.ids.some((id) => ids.includes(id)));
    if (before) await unlessAborted(before.promise.catch(() => {}));
  } while (before || made !== socket || made.readyState > 1);
  made.send(text);
  if (!ids[0]) return '';
  made.calls.push(one);
  return unlessAborted(one.promise).finally(() => {
    one.cancelled = signal.aborted;
    const call = parsed(text), id = get(call, 'id')?.text;
    if (signal.aborted && id && made.readyState === 1) made.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${id}}}`);
    if (made === socket) retireUnused();
  });
}

// Calls over a WebSocket, where the server accepts them: one connection, opened by the first call.

let socket;
const overSocket = checkbox({checked: recall('websocket') === 'yes', onchange: () => keep('websocket', overSocket.checked ? 'yes' : '')});
const socketState = h('span', {role: 'status'}), socketSwitch = h('label.quiet', overSocket, 'over WebSocket', socketState);
const usesSocket = () => dataset.websocket && overSocket.checked;

// The ids of the responses to a request or a batch, or of a response.
const idsIn = (node) => node?.kind === 'array' ? node.value.flatMap(idsIn) : get(node, 'method') && !get(node, 'id') ? [] : [idOf(node) ?? 'nullnull'];

// Browsers can send a token only as a subprotocol, in base64url.
function openSocket() {
  socket?.close();
  const made = new WebSocket(endpoint.replace(/^http/, 'ws'), ['callbox',
    ...token ? [`bearer.${btoa(token).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`] : []]);
  const calls = [];  // without a response yet, the oldest first
  const show = (state) => { if (made === socket) socketState.textContent = ` · ${state}`; };
  socket = Object.assign(made, {token, calls, opened: new Promise((done, fail) => {
    made.onopen = () => done(show('open'));
    made.onclose = ({code, reason}) => {
      show(`closed: ${code} ${reason}`);
      for (const one of [{fail}, ...calls]) one.fail(`The WebSocket was closed: ${code} ${reason}`);
    };
  })});
  show('connecting');
  // Responses to blocking methods come after those to later calls.
  made.onmessage = ({data}) => {
    const ids = calls[1] ? idsIn(parsed(data)) : calls[0]?.ids;
    const at = calls.findIndex((one) => one.ids.some((id) => ids.includes(id)));
    if (at >= 0) calls.splice(at, 1)[0].done(data);
  };
}

// The response to a text; empty if it has none.
async function exchange(text, signal) {
  if (!(socket?.readyState < 2) || socket.token !== token) openSocket();
  const {calls, opened} = socket, made = socket, ids = idsIn(parsed(text));
  const aborted = new Promise((_, fail) => { signal.onabort = fail; });
  await Promise.race([opened, aborted]);
  made.send(text);
  return ids[0] ? Promise.race([aborted, new Promise((done, fail) => { calls.push({ids, done, fail}); })]) : '';
}

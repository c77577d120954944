// Requests and their responses.

const size = (count) => count < 1000 ? `${count} B` : count < 999950 ? `${(count / 1e3).toFixed(1)} KB` : `${(count / 1e6).toFixed(1)} MB`;

// Sends requests and shows responses, results by their schema. run() returns the response as a node, undefined if it is not JSON,
// null if there is none. During a call, `sender` is a Cancel button. Before the first call, a sample is shown. For an event, `event`
// has what watch() needs.
function responsePanel(sender, schema, event) {
  const sample = schema && sampleOf(schema);
  room = 1e4;
  const panel = h('section.response', {tabIndex: -1, ariaLabel: 'Response', hidden: !schema}, sample
    ? h('div.gap', h('p.quiet', `Sample ${event ? 'event' : 'response'}. Nothing has been sent.`), scrolled('div.tree.sample', 'Sample', tree(parse(sample), schema)))
    : h('p.quiet', 'The response appears here.'));
  const note = h('p.earlier', `${event ? 'Events of' : 'Response to'} an earlier request`);
  let running, changed;
  const cancel = (event) => { event?.preventDefault(); running?.abort(); };
  // Marks the response as outdated.
  function stale() {
    changed = true;
    if (panel.querySelector('.status')) panel.prepend(note);
  }
  function fill(content) {
    const focused = hasFocus(panel);
    panel.replaceChildren(content);
    if (focused) panel.focus({preventScroll: true});
  }
  async function run(text, from = sender) {
    if (running) return new Promise(() => {});
    running = new AbortController();
    panel.hidden = false;
    const {signal} = running, {textContent, type, ariaLabel, onclick} = from, begin = performance.now();
    const clock = h('span', {ariaHidden: 'true'});
    const tick = () => { clock.textContent = `, ${((performance.now() - begin) / 1000).toFixed(1)} s`; };
    Object.assign(from, {type: 'button', ariaLabel: null, onclick: cancel}).replaceChildren('Cancel', clock);
    tick();
    const ticks = setInterval(tick, 100);
    stale();
    changed = false;
    const bar = h('progress', {ariaLabel: 'Waiting'}), told = h('p.quiet');
    panel.append(bar);
    say('Waiting');
    const report = (params) => {
      const {progress, total, message = ''} = plain(params);
      if (total > 0) Object.assign(bar, {max: total, value: progress, className: 'known', ariaLabel: 'Progress'});
      told.textContent = [`${progress}${total === undefined ? '' : ` of ${total}`}`, ...message ? [message] : []].join(' · ');
      if (!told.isConnected) fill(h('div.gap', told, bar));
    };
    let shown, node, ms, failed = true, answer;
    try {
      const over = !event && dataset.websocket && overSocket.checked, response = over ? new Response(await exchange(text, signal, report)) : await fetch(endpoint, {
        method: 'POST', body: text, signal, cache: 'no-store',
        headers: {'Content-Type': 'application/json', Accept: 'text/event-stream', ...bearer()},
      });
      responded(response);
      const streams = /event-stream/.test(response.headers.get('Content-Type'));
      if (streams && event) {
        clearInterval(ticks);
        from.textContent = 'Unsubscribe';
        return await watch(response, panel, running, schema, event);
      }
      if (streams) await eachMessage(response.body, (message) => {
        const data = message.startsWith('data: ') && message.slice(6), now = data && progressIn(data);
        if (now) report(now);
        else return answer = data;
      });
      if (streams && !answer) throw unreachable;
      const got = streams ? answer : await response.text(), bytes = new Blob([got]).size;
      ms = performance.now() - begin;
      node = await parseSlowly(got, signal).catch(() => {});
      signal.throwIfAborted();
      failed = !response.ok || Boolean(get(node, 'error'));
      shown = showResponse(got, node, failed, response, [over ? 'WebSocket' : `HTTP ${response.status}`, `${Math.round(ms)} ms`, size(bytes)], schema);
    } catch (reason) {
      if (ms !== undefined && !signal.aborted) console.error(reason);  // a bug of this page
      node = null;
      shown = h('p.status.bad', signal.aborted ? 'Cancelled' : typeof reason === 'string' ? reason : unreachable);
    } finally {
      clearInterval(ticks);
      Object.assign(from, {textContent, type, ariaLabel, onclick});
      running = undefined;
    }
    fill(h('div', shown));
    if (changed) stale();
    const outcome = panel.querySelector('.status').textContent;
    if (panel.isConnected) {
      reveal(panel);
      say(outcome);
    }
    const summary = !node || get(node, 'error') ? outcome : (get(node, 'result') ?? node).text;
    if (!event) remember({at: Date.now(), text, failed, ms: Math.round(performance.now() - begin), summary});
    return node;
  }
  return {node: panel, run, cancel, stale, isRunning: () => running};
}

// What a message reports about the progress of a call.
const progressIn = (text) => text.startsWith('{"jsonrpc":"2.0","method":"rpc.progress"') && get(parsed(text), 'params');

let chosenView;
const errorWords = (error) => `Error ${get(error, 'code')?.text}: ${get(error, 'message')?.value}`;
function showResponse(text, node, failed, {status, statusText, headers}, facts, schema) {
  const error = get(node, 'error'), result = get(node, 'result'), main = error ?? result ?? node;
  const title = error ? errorWords(error)
    : failed ? `The server responded with ${status} ${statusText}`.trim() : result ? 'Result' : text ? 'Response' : 'Sent. Notifications get no response.';
  const view = scrolled('div.tree', 'Response'), csvPlace = h('span');
  const list = result && listIn(result, schema);
  const views = {Formatted: () => tree(main, result && schema), Raw: () => parts(h('div.lines'), text), ...list && {Table: () => table(list, csvPlace)}};
  const draw = (which) => {
    room = 1e4;
    csvPlace.replaceChildren();
    view.classList.toggle('scalar', which === 'Formatted' && !isNested(main));
    view.replaceChildren(views[which]());
  };
  const first = !node ? 'Raw' : chosenView in views ? chosenView : 'Formatted';
  draw(first);
  return [h('div.row.heads', h(`p.status.${failed ? 'bad' : 'good'}`, title), h('small.row.quiet', facts.map((one) => h('span', one))), text && h('span.row.end',
    node && segmented('View', Object.keys(views), first, (which) => draw(chosenView = which), '.tabs').node, csvPlace,
    actOn('the response', 'Copy', (from) => copy(text, from)))), text && view,
    facts[0] !== 'WebSocket' && h('details', h('summary.quiet', 'Headers'), h('pre', {tabIndex: 0}, [...headers].map((one) => one.join(': ')).join('\n')))];
}

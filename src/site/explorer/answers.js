// Sends, and shows what comes back.

// Sends, and shows what comes back, a result by its schema; run() gives it as a node, if it is JSON. While it
// runs, the button that sends, `sender`, is one that cancels.
function answerPanel(sender, schema) {
  const panel = h('section.card.answer', {tabIndex: -1, ariaLabel: 'Answer'}, h('p.quiet', 'The response appears here.'));
  const note = h('p.note', 'Answer to an earlier request');
  let running, changed;
  const cancel = (event) => { event?.preventDefault(); running?.abort(); };
  // The request is another now.
  function stale() {
    changed = true;
    if (panel.querySelector('.status')) panel.prepend(note);
  }
  async function run(text, from = sender) {
    if (running) return new Promise(() => {});
    running = new AbortController();
    const {signal} = running, {textContent, type, ariaLabel, onclick} = from, begin = performance.now();
    const clock = h('span', {ariaHidden: 'true'});
    const tick = () => { clock.textContent = `, ${((performance.now() - begin) / 1000).toFixed(1)} s`; };
    Object.assign(from, {type: 'button', ariaLabel: null, onclick: cancel}).replaceChildren('Cancel', clock);
    tick();
    const ticks = setInterval(tick, 100);
    stale();
    changed = false;
    panel.append(h('progress', {ariaLabel: 'Waiting'}));
    say('Waiting');
    let shown, node, ms, failed = true;
    try {
      const response = await fetch(endpoint, {
        method: 'POST', body: text, signal, cache: 'no-store',
        headers: {'Content-Type': 'application/json', ...bearer()},
      });
      answered(response);
      const bytes = await response.arrayBuffer();
      ms = performance.now() - begin;
      const answer = new TextDecoder().decode(bytes);
      node = await parseSlowly(answer, signal).catch(() => {});
      signal.throwIfAborted();
      failed = !response.ok || Boolean(get(node, 'error'));
      shown = showAnswer(answer, node, failed, response, `${response.status} · ${Math.round(ms)} ms · ${bytes.byteLength} B`, schema);
    } catch (reason) {
      if (ms !== undefined && !signal.aborted) console.error(reason);  // a fault of this page
      shown = h('p.status.bad', signal.aborted ? 'Cancelled' : 'The server cannot be reached');
    }
    clearInterval(ticks);
    Object.assign(from, {textContent, type, ariaLabel, onclick});
    running = undefined;
    refill(panel, h('div.gap', shown));
    if (changed) stale();
    panel.scrollIntoView({block: 'nearest'});
    const said = panel.querySelector('.status').textContent;
    say(said);
    const told = !node || get(node, 'error') ? said : (get(node, 'result') ?? node).text;
    remember({at: Date.now(), text, failed, ms: Math.round(performance.now() - begin), told});
    return node;
  }
  return {node: panel, run, cancel, stale, isRunning: () => running};
}

const errorWords = (error) => `Error ${get(error, 'code')?.text}: ${get(error, 'message')?.value}`;
function showAnswer(text, node, failed, {status, statusText, headers}, facts, schema) {
  const error = get(node, 'error'), result = get(node, 'result'), main = error ?? result ?? node;
  const told = error ? errorWords(error)
    : failed ? `Refused: ${status} ${statusText}` : result ? 'Result' : text ? 'Answer' : 'Nothing, as it was a notification';
  const view = h('div.tree', {tabIndex: 0, role: 'group', ariaLabel: 'Answer'});
  const views = {formatted: () => tree(main, result && schema), raw: () => parts(h('div.lines'), text)};
  const row = result?.kind === 'array' && result.value[0] && typeOf(typeOf(schema || {}).def.items || {}).def;
  if (row?.properties && result.value.every((one, i) => one.kind === 'object' && i < 9999)) views.table = () => table(result.value, row);
  const draw = (which) => {
    room = 1e4;
    view.classList.toggle('scalar', which === 'formatted' && !isNested(main));
    view.replaceChildren(views[which]());
  };
  draw(node ? 'formatted' : 'raw');
  return [h('div.row', h(`p.status.${failed ? 'bad' : 'good'}`, told), h('small.quiet', facts), text && h('span.row.end',
    node && segmented('View', Object.keys(views), 'formatted', draw).node,
    button('Copy', (from) => copy(text, from), 'button.plain', {ariaLabel: 'Copy the answer'}))), text && view,
    h('details', h('summary.quiet', 'Headers'), h('pre', [...headers].map((one) => one.join(': ')).join('\n')))];
}

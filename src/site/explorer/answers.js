// Sends, and shows what comes back.

// Sends, and shows what comes back; run() gives it as a node, if it is JSON.
function answerPanel() {
  const panel = h('section.card', {tabIndex: -1, ariaLabel: 'Answer'}, h('p.quiet', 'The answer will stand here.'));
  let running;
  const cancel = () => running?.abort();
  async function run(text) {
    if (running) return;
    running = new AbortController();
    const begin = performance.now();
    const clock = h('span', 'Waiting');
    const tick = setInterval(() => { clock.textContent = `Waiting, ${((performance.now() - begin) / 1000).toFixed(1)} s`; }, 100);
    refill(panel, h('div.gap', h('div.row', clock, button('Cancel', cancel, 'button')), h('progress', {ariaLabel: 'Waiting'})));
    say('Waiting');
    let shown, node, failed = true;
    try {
      const response = await fetch(endpoint, {
        method: 'POST', body: text, signal: running.signal, cache: 'no-store',
        headers: {'Content-Type': 'application/json', ...bearer()},
      });
      answered(response);
      const bytes = await response.arrayBuffer();
      const ms = performance.now() - begin, answer = new TextDecoder().decode(bytes);
      node = parsed(answer);
      failed = !response.ok || Boolean(get(node, 'error'));
      shown = showAnswer(answer, node, failed, [...response.headers],
        `${response.status} ${response.statusText} · ${Math.round(ms)} ms · ${bytes.byteLength} bytes`);
    } catch (reason) {
      shown = [h('p.status.bad', running.signal.aborted ? 'Cancelled' : 'The server cannot be reached')];
    }
    clearInterval(tick);
    running = undefined;
    refill(panel, h('div.gap', shown));
    say(shown[0].textContent);
    remember({at: Date.now(), text, failed});
    return node;
  }
  return {node: panel, run, cancel};
}

function showAnswer(text, node, failed, headers, facts) {
  const error = get(node, 'error'), result = get(node, 'result');
  const told = error ? `Error ${get(error, 'code')?.text}: ${get(error, 'message')?.value}`
    : failed ? 'Refused' : result ? 'Result' : text ? 'Answer' : 'Nothing, as it was a notification';
  const view = h('div.tree', {tabIndex: 0, role: 'group', ariaLabel: 'Answer'});
  const draw = (which) => view.replaceChildren(which === 'as sent' || !node ? h('div.lines', text) : tree(error ?? result ?? node));
  draw();
  return [h(`p.status.${failed ? 'bad' : 'good'}`, told), h('p.quiet', facts),
    ...text ? [h('div.row', node && segmented('View', ['formatted', 'as sent'], 'formatted', draw).node,
      button('Copy', (from) => copy(text, from), 'button.plain.end')), view] : [],
    h('details', h('summary.quiet', 'Headers'), h('pre', headers.map((one) => one.join(': ')).join('\n')))];
}

// A value in colours, tokens as they were sent. What is nested is drawn when it opens.
function tree(node, key, after = '', depth = 0) {
  const name = key ? `${key}: ` : '', parts = /^(array|object)$/.test(node.kind) ? node.value : [];
  if (!parts.length) return h('div', name, h(`span.${node.kind}`, node.text), after);
  const [begin, end] = node.kind === 'array' ? '[]' : '{}';
  const inner = h('div');
  const fold = h('details', h('summary', name, begin, h('span.quiet', ` ${parts.length} … ${end}${after}`)), inner, h('p', end, after));
  let drawn = 0;
  const draw = () => {
    for (const one of parts.slice(drawn, drawn + 200))
      inner.append(tree(one.is ?? one, one.key, ++drawn < parts.length ? ',' : '', depth + 1));
    if (drawn < parts.length) inner.append(button(`${parts.length - drawn} more`, (from) => { from.closest('.tree').focus({preventScroll: true}); from.remove(); draw(); }));
  };
  fold.ontoggle = () => drawn || draw();
  if (depth < 6 && (depth < 2 || parts.length < 30)) { draw(); fold.open = true; }
  return fold;
}

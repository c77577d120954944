// The history: calls that were sent.

const historyKey = `history ${new URL(endpoint).pathname}`;
const keepsHistory = () => recall('keep history') !== 'no';
function past() { try { return JSON.parse(recall(historyKey)) ?? []; } catch { return []; } }
function remember(call) {
  if (keepsHistory() && call.text.length < 20000) keep(historyKey, json([call, ...past()].slice(0, 50)));
}

// The method that a call names, if it names one; and what the history calls it.
const calledIn = (node) => { const called = get(node, 'method'); return called?.kind === 'string' ? called.value : undefined; };
function titleOf(text) {
  const node = parsed(text);
  return calledIn(node) ?? (!node ? 'not JSON' : node.kind === 'array' ? 'batch' : 'no method');
}

function historyPage() {
  const panel = answerPanel(), list = h('ul.entries'), empty = h('p', 'No call has been kept.');
  const on = h('input', {type: 'checkbox', checked: keepsHistory(), onchange: () => keep('keep history', on.checked ? 'yes' : 'no')});
  const save = () => {
    const script = `#!/bin/sh\n# The oldest call first; url=... sends them elsewhere.\nurl=\${url:-${quoted(endpoint)}}\n` + past().reverse().map((one) =>
      `\n# ${new Date(one.at).toISOString()}\n${curl(compactText(one.text), '"$url"')}\necho\n`).join('');
    const href = URL.createObjectURL(new Blob([script]));
    h('a', {href, download: 'calls.sh'}).click();
    setTimeout(() => URL.revokeObjectURL(href), 9999);
  };
  function draw() {
    const focused = list.contains(document.activeElement);
    list.replaceChildren(...past().map((one) => h('li', h('div.row', h(`b.${one.failed ? 'bad' : 'good'}`, one.failed ? 'failed' : 'done'),
      h('span.name', titleOf(one.text)), h('span.quiet', new Date(one.at).toLocaleString()),
      h('span.end', methods.has(calledIn(parsed(one.text))) && h('a', {href: linkOf(one.text)}, 'Open'),
        button('Run again', async (from) => { await panel.run(one.text, from); draw(); }))), h('code.quiet', compactText(one.text)))));
    empty.hidden = list.children.length > 0;
    if (focused) list.querySelector('button').focus({preventScroll: true});
  }
  draw();
  return {cancel: panel.cancel, node: page('History',
    h('p.quiet', 'The last 50 calls, in this browser only; never a token.'),
    h('div.row', h('label', on, 'Keep history'), button('Export as shell script', save, 'button.end'),
      button('Clear', () => { keep(historyKey, '[]'); draw(); say('Cleared'); }, 'button')), panel.node, empty, list)};
}

// The other pages.

const page = (title, ...parts) => h('div.gap.narrow', h('h1', {tabIndex: -1}, title), ...parts);
const counted = (count) => `${count} ${count === 1 ? 'method' : 'methods'}`;

const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };

const homePage = () => ({isHome: true, node: page(api.info.title,
  h('p.quiet', `Version ${api.info.version}, ${counted(methods.size)}${secret(' for this token')}`), h('p.lines', api.info.description ?? ''),
  document.body.dataset.clients && h('p.row', 'Typed clients: ', clientButtons()))});

const tokenPage = () => ({isHome: true, node: page(api.info.title, h('p', 'This server wants a token: it shows the methods that the token may call.'),
  tokenForm())});

function unknownPage(name, kind = 'method', names = [...methods.keys()], to = '#') {
  const told = `There is no ${kind} “${name}” here${secret(', for this token')}.`;
  const pairs = (text) => [...text.toLowerCase()].map((c, i, all) => c + (all[i + 1] ?? ''));
  const asked = new Set(pairs(name));
  const likeness = (other) => 2 * pairs(other).filter((pair) => asked.has(pair)).length / (asked.size + other.length);
  const near = names.filter((one) => likeness(one) > .4).sort((a, b) => likeness(b) - likeness(a)).slice(0, 3);
  say(told);
  return {node: page(`Unknown ${kind}`, h('p', told), near.length > 0 && h('p', 'The nearest names:'),
    h('ul', near.map((one) => h('li', h('a.mono', {href: to + one}, one)))))};
}

function batchPage() {
  const panel = answerPanel(), list = h('ol.entries'), text = h('pre', {tabIndex: 0});
  const send = () => tray.length && panel.run(text.textContent);
  function set(to) {
    tray = to;
    list.replaceChildren(...tray.map((one, i) => h('li.row', h('code', compactText(one)),
      button('Remove', () => drop(i), 'button.plain.end', {ariaLabel: `Remove call ${i + 1}`}))));
    text.textContent = prettyText(`[${tray}]`);
    actions.hidden = text.hidden = !tray.length;
    empty.hidden = !actions.hidden;
    showTools();
  }
  function drop(i) {
    set(tray.filter((_, at) => at !== i));
    (list.querySelectorAll('button')[Math.min(i, tray.length - 1)] ?? node.querySelector('h1')).focus();
  }
  const actions = h('div.row', button('Send batch', send, 'button.main'), button('Clear', () => { set([]); focusTitle(); }, 'button'));
  const empty = h('p', '“Add to batch” puts calls here, to be sent at once.');
  const node = page('Batch', empty, list, text, actions, panel.node);
  set(tray);
  return {node, send, cancel: panel.cancel};
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
        button('Run again', async () => { await panel.run(one.text); draw(); }))), h('code.quiet', compactText(one.text)))));
    empty.hidden = list.children.length > 0;
    if (focused) list.querySelector('button').focus({preventScroll: true});
  }
  draw();
  return {cancel: panel.cancel, node: page('History',
    h('p.quiet', 'The last 50 calls, in this browser only; never a token.'),
    h('div.row', h('label', on, 'Keep history'), button('Export as shell script', save, 'button.end'),
      button('Clear', () => { keep(historyKey, '[]'); draw(); say('Cleared'); }, 'button')), panel.node, empty, list)};
}

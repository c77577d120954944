// The history: sent calls, the newest first, as {at, text, failed, ms, summary}.

const historyKey = `history ${new URL(endpoint).pathname}`;
const keepsHistory = () => recall('keep history') !== 'no';
const newest = (a, b) => (b[0] ?? b).at - (a[0] ?? a).at;
function past() { try { return JSON.parse(recall(historyKey)) ?? []; } catch { return []; } }
function keepPast(calls) {
  let room = 1e6;
  keep(historyKey, `[${calls.sort(newest).slice(0, 100).map((one) => json(one)).filter((one) => (room -= one.length) > 0)}]`);
}
function remember(call) {
  if (keepsHistory() && call.text.length < 20000) keepPast([{...call, summary: call.summary.replace(/(.{80}).+/s, '$1…')}, ...past()]);
}

// The method that a call names, if it names one.
const calledIn = (node) => { const called = get(node, 'method'); return called?.kind === 'string' ? called.value : undefined; };

function historyPage() {
  const panel = responsePanel(), list = h('ul.entries'), empty = h('p');
  const on = checkbox({checked: keepsHistory(), onchange: () => keep('keep history', on.checked ? 'yes' : 'no')});
  const filter = h('input', {type: 'search', ariaLabel: 'Filter calls', placeholder: 'Filter', oninput() {
    draw();
    say(`${list.children.length} found`);
  }});
  const save = () => offer(`#!/bin/sh\n# Oldest call first. Set url=... to use another server.\nurl=\${url:-${quoted(endpoint)}}\n` + past().reverse().map((one) =>
    `\n# ${new Date(one.at).toISOString()}\n${curl(compactText(one.text), '"$url"')}\necho\n`).join(''), 'calls.sh');
  let gone = [];  // lists of calls that may come back
  function change(calls, message, at) {
    keepPast(calls);
    draw(at);
    say(message);
  }
  function item(one, i) {
    const call = parsed((one[0] ?? one).text), params = get(call, 'params');
    const title = calledIn(call) ?? (!call ? 'not JSON' : call.kind === 'array' ? 'batch' : 'no method'), label = `call ${i + 1}: ${title}`;
    if (one[0]) return h('li.row', `Calls deleted: ${one.length}`, actOn(label, 'Undo', () => {
      gone = gone.filter((other) => other !== one);
      change([...past(), ...one], 'Undone', i);
    }));
    const [declared] = /^Error -?\d+/.exec(one.summary) ?? [];
    return h('li', h('div.row', h(`b.${one.failed ? 'bad' : 'good'}`, declared ?? (one.failed ? 'failed' : 'done')), h('span.name', title),
      h('span.quiet', `${timeAt(one.at)}${one.ms >= 0 ? ` · ${one.ms} ms` : ''}`),
      h('span.end', actOn(label, 'Run again', async (from) => { await panel.run(one.text, from); draw(); }),
        methods.has(title) && actOn(label, 'Open', () => { location.hash = linkOf(one.text); }),
        actOn(label, 'Delete', () => {
          gone.push([one]);
          change(past().filter((other) => json(other) !== json(one)), 'Deleted', i);
        }))), h('code.quiet', calledIn(call) ? params && compact(params) : compactText(one.text)), h('code', one.summary));
  }
  function draw(at = 0) {
    const focused = hasFocus(list), wanted = filter.value.toLowerCase();
    const all = [...past().filter((one) => compactText(one.text).toLowerCase().includes(wanted)), ...gone].sort(newest);
    list.replaceChildren(...all.map(item));
    empty.textContent = all[0] ? '' : wanted ? 'No matching calls.' : 'No calls yet.';
    if (focused) (list.children[at]?.querySelector('button') ?? filter).focus();
  }
  draw();
  return {cancel: panel.cancel, node: page('History',
    h('p.quiet', 'The last 100 calls and the beginning of each response. Stored in this browser only, without tokens.'),
    h('div.row', h('label', on, 'Keep history'), button('Export as shell script', save, 'button.end'),
      button('Clear', () => {
        if (past()[0]) gone.push(past());
        change([], 'Cleared');
      }, 'button')), panel.node, filter, empty, list)};
}

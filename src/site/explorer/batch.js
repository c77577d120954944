// The batch: calls that are sent at once.

function batchPage() {
  const send = () => tray.length && panel.run(text.textContent);
  const sender = button('Send batch', send, 'button.main'), panel = answerPanel(sender);
  const list = h('ol.entries'), text = h('pre', {tabIndex: 0});
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
  const actions = h('div.row', sender, button('Clear', () => { set([]); focusTitle(); }, 'button'));
  const empty = h('p', '“Add to batch” puts calls here, to be sent at once.');
  const node = page('Batch', empty, list, text, actions, panel.node);
  set(tray);
  return {node, send, cancel: panel.cancel};
}

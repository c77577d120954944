// The batch: calls sent in one request, each with its response.

// The first error that the form of the method finds in a call; empty if there is none.
function formError(text, name) {
  if (!methods.has(name)) return noSuch('method', name);
  const last = lastCall, invalid = methodPage(methods.get(name)).show(text);
  lastCall = last;
  return invalid ? invalid.message() : '';
}
const idOf = (node) => { const id = get(node, 'id'); return id && id.kind + id.value; };

// Created once: responses arrive even while another page is shown.
let batch;
function batchPage() {
  batch ??= makeBatch();
  batch.draw();
  return batch;
}
function makeBatch() {
  const list = h('ol.entries'), text = h('pre', {tabIndex: 0}), refusal = h('p.row.refusal');
  const sender = button('Send batch', () => send(), 'button.main'), panel = responsePanel(sender);
  const whole = h('details.gap', h('summary', 'The whole batch as JSON'), text, panel.node);
  const some = h('div.gap', list, h('div.row', sender, button('Clear', () => { tray = []; draw(); focusTitle(); }, 'button'), refusal), whole);
  const empty = h('p', 'The batch is empty. Add calls with “Add to batch”.'), node = page('Batch', empty, some);
  const buttons = () => [...list.querySelectorAll('.end button')];
  let dragged;

  function item(one, i) {
    const call = parsed(one), name = calledIn(call), id = idOf(call), params = get(call, 'params');
    const {response} = one, label = `call ${i + 1}`, error = get(response, 'error'), result = get(response, 'result');
    const twin = tray.findIndex((other) => id && other !== one && idOf(parsed(other)) === id);
    one.error ??= formError(one, name);
    return h('li', {value: i}, h('div.row', {draggable: true}, `${i + 1}`, h('b.name', name),
      h('span.end', i > 0 && actOn(label, 'Move up', () => move(i, i - 1)), actOn(label, 'Edit', () => { location.hash = `#${name}?call=${i + 1}`; }),
        actOn(label, 'Remove', () => { tray.splice(i, 1); draw(); }))),
    h('div.sent', h('div', h('code', params?.text), h('p.error', twin < 0 ? one.error : `Call ${twin + 1} has the same id.`)),
      response && h('div', h(`p.${error ? 'bad' : 'quiet'}`, error ? errorWords(error) : response.kind ? 'Result' : response),
        result && scrolled('div.tree', `Response to ${label}`, tree(result, methods.get(name)?.result.schema)))));
  }
  list.ondragstart = ({target, dataTransfer}) => {
    dragged = target.parentNode.closest('li');
    dataTransfer.setData('text', 'call');
  };
  list.ondragover = ({clientY}) => {
    if (dragged) list.insertBefore(dragged, [...list.children].find((one) =>
      clientY < one.getBoundingClientRect().y + one.offsetHeight / 2) ?? null);
    return false;
  };
  list.ondrop = () => false;
  list.ondragend = () => {
    move(dragged.value, [...list.children].indexOf(dragged));
    dragged = undefined;
  };
  list.onkeydown = ({key, altKey, target}) => {
    const by = altKey && target.matches('.end *') && {ArrowUp: -1, ArrowDown: 1}[key], {value} = target.closest('li');
    if (by) return move(value, value + by);
  };
  // Keeps the focus on the pressed button. If its call has moved to the index `to`, the focus follows it.
  function draw(to) {
    tray = tray.map((one) => typeof one === 'string' ? Object(one) : one);  // each String has its error and its response
    const focused = hasFocus(list), at = buttons().indexOf(document.activeElement);
    const act = document.activeElement.textContent;
    room = 1e4;
    list.replaceChildren(...tray.map(item));
    text.textContent = prettyText(`[${tray}]`);
    empty.hidden = !(some.hidden = !tray[0]);
    refusal.replaceChildren();
    showTools();
    const its = to === undefined ? [] : [...list.children[to].querySelectorAll('.end button')];
    if (focused) (its.find((one) => one.textContent === act) ?? its[0] ?? buttons()[at] ?? buttons().at(-1) ?? node.firstChild).focus();
  }
  // Positions wrap around.
  function move(from, to) {
    const at = (to + tray.length) % tray.length;
    tray.splice(at, 0, ...tray.splice(from, 1));
    draw(at);
    say(`Call ${from + 1} is now call ${at + 1}.`);
    return false;
  }

  async function send(anyway) {
    const invalid = list.querySelector('.error:not(:empty)'), sent = [...tray];
    const problem = invalid && !anyway && `Not sent: error in call ${invalid.closest('li').value + 1}. ${invalid.textContent}`;
    refusal.replaceChildren(...problem ? [h('span', problem), button('Send anyway', () => { sender.focus(); send(true); })] : []);
    if (problem) return say(problem);
    const all = tray[0] && await panel.run(text.textContent);
    if (all === null) { whole.open = true; return; }  // cancelled, or no response
    const responses = all?.kind === 'array' ? [...all.value] : [];
    whole.open ||= !responses[0];  // shows why
    for (const one of sent) {
      const id = idOf(parsed(one)), at = responses.findIndex((other) => idOf(other) === id);
      one.response = !id ? 'A notification: the server sends no response.'
        : at < 0 ? 'No response to this call.' : responses.splice(at, 1)[0];
    }
    if (batch?.node === node) draw();
  }

  return {node, sender, draw, send, cancel: panel.cancel};
}

// The page of a method: what it is, its form, its answer.

function methodPage(method) {
  const byNameOnly = method.paramStructure === 'by-name';
  const params = fixed(method.params.map((one) => [one.name, slot(one.schema, one.name, one.name, !!one.required, one.description)]));
  const names = params.entries().map(([name]) => name), slots = new Map(params.entries());
  const style = segmented('Params', ['by name', 'by position'], 'by name');
  const notify = h('input', {type: 'checkbox'});
  const text = h('textarea.envelope.exact', {ariaLabel: 'The call as JSON'});
  const note = h('div'), refusal = h('p.row.refusal'), sender = h('button.main', 'Send'), panel = answerPanel(sender, method.result.schema);
  const byPosition = () => style.value === 'by position';
  let id = String(++lastCall);
  let follows = true;  // whether the form shows what the text says
  let mayRun = method['x-tool']?.annotations?.readOnlyHint;  // without a question

  function compose(given = byPosition() ? positional() : params.text()) {
    text.value = prettyText(`{"jsonrpc": "2.0", ${notify.checked ? '' : `"id": ${id}, `}"method": ${json(method.name)}` +
      `${given.length > 2 ? `, "params": ${given}` : ''}}`);
    showFault();
  }
  // What is absent at the end is left out, before that it is null.
  function positional() {
    const all = params.entries().map(([, one]) => one), last = all.findLastIndex((one) => one.text());
    return `[${all.slice(0, last + 1).map((one) => one.text() || one.instead).join(', ')}]`;
  }
  // The form shows what the text says, if it can; else the place of the fault is told.
  function follow() {
    try {
      read(parse(text.value));
      showFault();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      showFault(fault);
    }
  }
  function showFault(fault) {
    follows = !fault;
    note.replaceChildren(...fault ? showPlace(text.value, fault) : []);
    panel.stale();
    text.setAttribute('aria-invalid', !follows);
    spell();
  }
  function read(call) {
    const refuse = (what, node) => { throw new Fault(what, node?.from ?? 0); };
    const called = get(call, 'method');
    if (called?.value !== method.name) refuse(`the form is for one call of ${method.name}`, called);
    const given = get(call, 'params') ?? parse('{}'), listed = given.kind === 'array';
    if (given.kind !== 'object' && (!listed || byNameOnly)) refuse(`params must be an object${byNameOnly ? '' : ' or an array'}`, given);
    const unknown = listed ? given.value[names.length] : given.value.find((one) => !slots.has(one.name));
    if (unknown) throw new Fault(`${method.name} has no parameter ${unknown.key ?? names.length + 1}`, unknown.at ?? unknown.from);
    notify.checked = !get(call, 'id');
    id = get(call, 'id')?.text ?? id;
    if (given.from) style.value = listed ? 'by position' : 'by name';
    names.forEach((name, i) => slots.get(name).set(listed ? given.value[i] : get(given, name), given.from));
  }

  const whole = {told: () => note.firstChild.textContent.replace(/^L(.*?)\.?$/, 'l$1'), focus: () => text.focus()};
  const faultIn = () => follows ? checkAll(params.entries()) : whole;
  const show = (call) => { text.value = call; follow(); return faultIn(); };
  // Whether the call can be sent; else what is wrong is told, and its place gets the focus.
  function isSound(otherwise, ...more) {
    clearRefusal();
    const faulty = faultIn();
    if (!faulty) return true;
    const sentence = `${otherwise}: ${faulty.told()}`, before = document.activeElement;
    refusal.append(h('span', sentence), ...more);
    panel.stale();
    faulty.focus();
    say(follows && document.activeElement !== before ? otherwise : sentence);  // a field tells its fault when it is come to
    return false;
  }
  function clearRefusal() {
    if (refusal.contains(document.activeElement)) sender.focus();
    refusal.replaceChildren();
  }
  const send = () => !panel.isRunning() && isSound('Not sent', button('Send anyway', sendAnyway)) && sendAnyway();
  // A fault that the server finds is marked at the field that its path leads to.
  async function sendAnyway() {
    clearRefusal();
    const sent = text.value, errors = get(get(get(await panel.run(sent), 'error'), 'data'), 'errors');
    if (!follows || text.value !== sent || errors?.kind !== 'array') return;
    for (const {path = '', expected, got, why} of errors.value.map(plain)) {
      const [first, ...rest] = path.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
      slots.get(byPosition() ? names[first] ?? first : first)?.find(rest)
        .mark(`must be ${withArticle(expected)}, got ${got}${why ? `: ${why}` : ''}`.replace(', got nothing', ''), got === 'nothing');
    }
  }

  const spelling = segmented('Copy as', Object.keys(spellings).filter((one) => one !== 'MCP' || toolName(method)), 'curl', () => spell());
  const spelled = h('pre', {tabIndex: 0});
  function spell() {
    const call = parsed(text.value), given = get(call, 'params');
    spelled.textContent = spellings[spelling.value](compactText(text.value), calledIn(call) ?? method.name, given && compact(given), get(call, 'id'));
  }
  const fill = (given) => { compose(given); follow(); };
  let place;  // in the batch, of the call that is edited
  const collect = () => {
    const edits = tray[place];
    if (!isSound(edits ? 'Not updated' : 'Not added')) return;
    tray[edits ? place : tray.length] = text.value;
    if (edits) location.hash = '#/batch';
    showTools();
    done(adder, edits ? 'Updated' : 'Added');
    id = String(++lastCall);
    compose();
  };
  const adder = button('', collect, 'button');
  function edit(at, anew) {
    place = at;
    adder.textContent = adder.dataset.label = tray[at] ? 'Update in batch' : 'Add to batch';
    if (tray[at] && anew) show(tray[at]);
  }
  const save = () => ({slots: params.save(), text: text.value, style: style.value, notify: notify.checked, id, follows, mayRun});
  function load(saved) {
    params.load(saved.slots);
    style.value = saved.style;
    notify.checked = saved.notify;
    id = saved.id;
    mayRun ||= saved.mayRun;
    text.value = saved.text;
    if (saved.follows) showFault();
    else follow();
  }
  const form = h('form.card', {autocomplete: 'off', spellcheck: false},
    h('div.pair', h('div', h('h2', 'Parameters'), names.length ? [...params.node.children] : h('p.quiet', 'This method takes no parameters.')),
      h('div', h('h2', 'The call'), text, note)),
    h('div.row.actions', sender, adder,
      byNameOnly ? h('span.tag', 'by name only') : names.length ? style.node : '',
      h('label', notify, 'A notification: the server sends no response'), refusal));
  form.oninput = (event) => {
    clearRefusal();
    if (event.target === text) follow();
    else compose();
  };
  form.onsubmit = (event) => { event.preventDefault(); send(); };
  compose();
  if (forms[method.name]) try { load(forms[method.name]); } catch { compose(); }  // of another version, perhaps
  const use = (given) => {
    clearRefusal();
    fill(given);
    form.scrollIntoView({block: 'nearest'});
    say('Filled in. Nothing was sent.');
  };
  const run = (given, ask) => {
    if (ask && !mayRun) return ask();
    mayRun = true;
    use(given);
    sendAnyway();
    panel.node.scrollIntoView({block: 'nearest'});
  };
  const node = h('div.method', docsOf(method, use, run), h('div.call', form, panel.node,
    h('section.card.gap', h('div.row', h('h2', 'Copy as'), spelling.node,
      button('Copy', (from) => copy(spelled.textContent, from), 'button.plain.end')), spelled)));
  return {node, fill, show, edit, send, save, cancel: panel.cancel};
}

function docsOf(method, use, run) {
  const types = new Set();
  const collect = (from) => {
    for (const name of refsIn(from)) if (!types.has(name)) collect(types.add(name) && api.components.schemas[name]);
  };
  collect([method.params, method.result]);
  const example = ({params, result}, i) => {
    const given = compactText(`{${params.map((one) => `${json(one.name)}:${nodeIn(one, 'value').text}`)}}`);
    const act = (text, to) => button(text, to, 'button', {ariaLabel: `${text} example ${i + 1}`}), tools = h('span.row.end');
    const show = (...parts) => { tools.replaceChildren(...parts); tools.lastChild.focus(); };
    const offer = () => show(act('Use', () => use(given)), act('Run', () => run(given, ask)));
    const ask = () => {
      say('This may change data. Run it?');
      show(h('p', $('live').textContent), act('Run', () => { offer(); run(given); }), act('Cancel', offer));
    };
    offer();
    return h('div.row.example',
      h('code', `${params.length ? compact(parse(given), ' ') : 'no parameters'} → ${compact(nodeIn(result, 'value'), ' ')}`), tools);
  };
  const named = method.params.findIndex((one) => one['x-by-name-only']);
  return h('section.docs.gap', h('h1', {tabIndex: -1}, method.name),
    method.deprecated && h('p', h('span.tag', 'deprecated')), method['x-blocking'] && h('p', h('span.tag', 'may take long')),
    h('p.lines', method.summary),
    h('p.signature', h('code', '(', method.params.map((one, i) =>
      [i ? ', ' : '', i === named ? '*, ' : '', h('b', one.name), ': ', linked(one.schema, true)]), ') → ', linked(method.result.schema, true))),
    method.description && h('p.lines', method.description),
    document.body.dataset.mcp && h('p.quiet', toolLine(method)),
    h('h2', 'Result'), h('p.lines', described(method.result.schema, method.result.description)),
    method.errors && [h('h2', 'Errors'), facts(method.errors.map((one) => [one.code, one.message]))],
    method.examples && [h('h2', 'Examples'), h('div', method.examples.map(example))],
    types.size > 0 && [h('h2', 'Types'), [...types].map((name) => h('details', h('summary', h('code', name)), membersOf(name)))]);
}

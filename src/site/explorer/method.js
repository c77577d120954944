// The page of a method: what it is, its form, its answer.

function methodPage(method) {
  const byNameOnly = method.paramStructure === 'by-name';
  const params = fixed(method.params.map((one) => [one.name, slot(one.schema, one.name, !!one.required, one.description)]));
  const names = params.entries().map(([name]) => name), slots = new Map(params.entries());
  const style = segmented('Params', ['by name', 'by position'], 'by name');
  const notify = h('input', {type: 'checkbox'});
  const text = h('textarea.envelope.exact', {ariaLabel: 'The call as JSON'});
  const note = h('div'), refusal = h('p.row.refusal'), sender = h('button.main', 'Send'), panel = answerPanel();
  const byPosition = () => style.value === 'by position';
  let id = String(++lastCall);
  let follows = true;  // whether the form shows what the text says

  function compose(given = byPosition() ? positional() : params.text()) {
    text.value = prettyText(`{"jsonrpc": "2.0", ${notify.checked ? '' : `"id": ${id}, `}"method": ${json(method.name)}` +
      `${given.length > 2 ? `, "params": ${given}` : ''}}`);
    showFault();
  }
  // What is absent at the end is left out, before that it is null.
  function positional() {
    const all = params.entries().map(([, one]) => one.text());
    return `[${all.slice(0, all.findLastIndex(Boolean) + 1).map((one) => one ?? 'null').join(', ')}]`;
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
    text.setAttribute('aria-invalid', !follows);
    spell();
  }
  function read(call) {
    const refuse = (what, node) => { throw new Fault(what, node?.from ?? 0); };
    const called = get(call, 'method');
    if (called?.value !== method.name) refuse(`the form is for one call of ${method.name}`, called);
    const given = get(call, 'params') ?? parse('{}'), listed = given.kind === 'array';
    if (given.kind !== 'object' && (!listed || byNameOnly)) refuse(`params are an object${byNameOnly ? '' : ' or an array'}`, given);
    const unknown = !listed && given.value.find((one) => !slots.has(one.name));
    if (unknown) throw new Fault(`${method.name} has no parameter ${unknown.key}`, unknown.at);
    notify.checked = !get(call, 'id');
    id = get(call, 'id')?.text ?? id;
    if (given.from) style.value = listed ? 'by position' : 'by name';
    names.forEach((name, i) => slots.get(name).set(listed ? given.value[i] : get(given, name), given.from));
  }

  // Whether the call can be sent; else what is wrong is told, and its place gets the focus.
  function isSound(otherwise, ...more) {
    clearRefusal();
    const whole = {title: 'the call', said: () => note.querySelector('.fault').textContent, focus: () => text.focus()};
    const faulty = follows ? checkAll(params.entries()) : whole;
    if (!faulty) return true;
    refusal.append(h('span', `${otherwise}: fault in ${faulty.title}. ${faulty.said()}`), ...more);
    say(refusal.firstChild.textContent);
    faulty.focus();
    return false;
  }
  function clearRefusal() {
    if (refusal.contains(document.activeElement)) sender.focus();
    refusal.replaceChildren();
  }
  const send = () => isSound('Not sent', button('Send anyway', sendAnyway)) && sendAnyway();
  // A fault that the server finds is marked at the field that its path leads to.
  async function sendAnyway() {
    clearRefusal();
    const errors = get(get(get(await panel.run(text.value), 'error'), 'data'), 'errors');
    if (!follows || errors?.kind !== 'array') return;
    for (const {path = '', expected, got, why} of errors.value.map(plain)) {
      const [first, ...rest] = path.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
      slots.get(byPosition() ? names[first] ?? first : first)?.find(rest).mark(`Expected ${expected}, got ${got}${why ? `: ${why}` : ''}.`);
    }
  }

  const spelling = segmented('Copy as', Object.keys(spellings).filter((one) => one !== 'MCP' || toolName(method)), 'curl', () => spell());
  const spelled = h('pre', {tabIndex: 0});
  function spell() {
    const call = parsed(text.value), given = get(call, 'params');
    spelled.textContent = spellings[spelling.value](compactText(text.value), get(call, 'method')?.value ?? method.name, given && compact(given), get(call, 'id'));
  }
  const fill = (given) => { compose(given); follow(); };
  const collect = (from) => {
    if (!isSound('Not added')) return;
    tray.push(text.value);
    showTools();
    done(from, 'Added');
    id = String(++lastCall);
    compose();
  };
  const save = () => ({fields: params.save(), text: text.value, style: style.value, notify: notify.checked, id, follows});
  function load(saved) {
    params.load(saved.fields);
    style.value = saved.style;
    notify.checked = saved.notify;
    id = saved.id;
    text.value = saved.text;
    if (saved.follows) showFault();
    else follow();
  }
  const form = h('form.card', {autocomplete: 'off', spellcheck: false},
    h('div.pair', h('div', h('h2', 'Parameters'), names.length ? [...params.node.children] : h('p.quiet', 'It takes none.')),
      h('div', h('h2', 'The call'), text, note)),
    h('div.row.actions', sender,
      byNameOnly ? h('span.tag', 'by name only') : names.length ? style.node : '',
      h('label', notify, 'Notification'), button('Add to batch', collect, 'button.end'), refusal));
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
  const node = h('div.method', docsOf(method, use), h('div.call', form, panel.node,
    h('section.card.gap', h('div.row', h('h2', 'Copy as'), spelling.node,
      button('Copy', (from) => copy(spelled.textContent, from), 'button.plain.end')), spelled)));
  return {node, fill, send, save, cancel: panel.cancel};
}

function docsOf(method, use) {
  const types = new Set();
  const collect = (from) => {
    for (const name of refsIn(from)) if (!types.has(name)) collect(types.add(name) && api.components.schemas[name]);
  };
  collect([method.params, method.result]);
  const example = ({params, result}) => {
    const given = compactText(`{${params.map((one) => `${json(one.name)}:${nodeIn(one, 'value').text}`)}}`);
    return button(`${params.length ? compact(parse(given), ' ') : 'no parameters'} → ${compact(nodeIn(result, 'value'), ' ')}`,
      () => use(given), 'button.example.mono');
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

// The page of a method: its documentation, which is its form; the call; its response.

function methodPage(method) {
  const byNameOnly = method.paramStructure === 'by-name';
  const params = fixed(method.params.map((one) => [one.name, slot(one.schema, one.name, one.name, !!one.required,
    {doc: one.description, more: one['x-by-name-only'] && !byNameOnly && h('span.tag', 'by name')})]));
  const names = params.entries().map(([name]) => name), slots = new Map(params.entries());
  const style = segmented('Params', ['by name', 'by position'], 'by name');
  const notify = checkbox();
  const text = callText(method), refusal = h('p.row.refusal'), event = method['x-event'];
  const sender = h('button.main', event ? 'Subscribe' : 'Send');
  const panel = responsePanel(sender, method.result.schema, event && {mark: entries.find((one) => one.method === method.name).mark, resume});
  const byPosition = () => style.value === 'by position';
  let id = String(++lastCall);
  let follows = true;  // whether the form shows what the text says
  let mayRun = event || method['x-tool']?.annotations?.readOnlyHint;  // without a question

  function compose(given = byPosition() ? positional() : params.text()) {
    text.input.value = prettyText(`{"jsonrpc": "2.0", ${notify.checked ? '' : `"id": ${id}, `}"method": ${json(method.name)}` +
      `${given.length > 2 ? `, "params": ${given}` : ''}}`);
    showError();
  }
  // What is absent at the end is left out, before that it is null.
  function positional() {
    const all = params.entries().map(([, one]) => one), last = all.findLastIndex((one) => one.text());
    return `[${all.slice(0, last + 1).map((one) => one.text() || one.instead).join(', ')}]`;
  }
  // Updates the form from the text, or shows the position of the error.
  function follow() {
    try {
      read(parse(text.input.value));
      showError();
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      showError(error);
    }
  }
  function showError(error) {
    follows = !error;
    text.mark(error);
    panel.stale();
  }
  function read(call) {
    const refuse = (what, node) => { throw new TextError(what, node?.from ?? 0); };
    const called = get(call, 'method');
    if (called?.value !== method.name) refuse(`the form is for one call of ${method.name}`, called);
    const given = get(call, 'params') ?? parse('{}'), listed = given.kind === 'array';
    if (given.kind !== 'object' && (!listed || byNameOnly)) refuse(`params must be an object${byNameOnly ? '' : ' or an array'}`, given);
    const unknown = listed ? given.value[names.length] : given.value.find((one) => !slots.has(one.name));
    if (unknown) throw new TextError(`${method.name} has no parameter ${unknown.key ?? names.length + 1}`, unknown.at ?? unknown.from);
    notify.checked = !get(call, 'id');
    id = get(call, 'id')?.text ?? id;
    if (given.from) style.value = listed ? 'by position' : 'by name';
    names.forEach((name, i) => slots.get(name).set(listed ? given.value[i] : get(given, name), given.from));
  }

  const firstInvalid = () => follows ? checkAll(params.entries()) : text;
  const show = (call) => { text.input.value = call; follow(); return firstInvalid(); };
  // Whether the call can be sent; otherwise reports the first error and focuses its field.
  function isSound(otherwise, ...more) {
    clearRefusal();
    const invalid = firstInvalid();
    if (!invalid) return true;
    const sentence = `${otherwise}: ${invalid.message()}`, before = document.activeElement;
    refusal.append(h('span', sentence), ...more);
    panel.stale();
    invalid.focus();
    say(follows && document.activeElement !== before ? otherwise : sentence);  // screen readers read the error of a field on focus
    return false;
  }
  function clearRefusal() {
    if (hasFocus(refusal)) sender.focus();
    refusal.replaceChildren();
  }
  const send = () => !panel.isRunning() && isSound('Not sent', button('Send anyway', sendAnyway)) && sendAnyway();
  // Errors reported by the server are shown at the field of their path.
  async function sendAnyway() {
    clearRefusal();
    const sent = text.input.value, error = get(await panel.run(sent), 'error'), errors = get(get(error, 'data'), 'errors');
    if (!follows || text.input.value !== sent || get(error, 'code')?.text !== '-32602' || errors?.kind !== 'array') return;
    for (const {path = '', expected, got, why} of errors.value.filter((one) => one.kind === 'object').map(plain)) {
      if (typeof path !== 'string' || typeof expected !== 'string') continue;  // of the application
      const [first, ...rest] = path.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
      slots.get(byPosition() ? names[first] ?? first : first)?.find(rest)
        .mark(got === 'nothing' ? 'is required' : `must be ${withArticle(expected)}, got ${got}${why ? `: ${why}` : ''}`);
    }
  }

  // Also asks for the events after that number, if the event keeps them.
  function resume(seq) {
    if (seq) {
      slots.get('since')?.set(parse(seq));
      compose();
    }
    sendAnyway();
  }

  const fill = (given) => { compose(given); follow(); };
  let place;  // in the batch, of the call that is edited
  const collect = () => {
    const edits = tray[place];
    if (!isSound(edits ? 'Not updated' : 'Not added')) return;
    tray[edits ? place : tray.length] = text.input.value;
    if (edits) location.hash = '#/batch';
    showTools();
    done(adder, edits ? 'Updated' : 'Added');
    id = String(++lastCall);
    compose();
  };
  const adder = button('', collect, 'button');
  function edit(at, applies) {
    place = at;
    adder.textContent = adder.dataset.label = tray[at] ? 'Update in batch' : 'Add to batch';
    if (tray[at] && applies) show(tray[at]);
  }
  const save = () => ({slots: params.save(), text: text.input.value, style: style.value, notify: notify.checked, id, follows, mayRun});
  function load(saved) {
    params.load(saved.slots);
    style.value = saved.style;
    notify.checked = saved.notify;
    id = saved.id;
    mayRun ||= saved.mayRun;
    compose();
    if (saved.follows && text.input.value === saved.text) return;
    text.input.value = saved.text;
    follow();
  }
  const use = (given) => {
    clearRefusal();
    fill(given);
    say('Filled in. Nothing was sent.');
  };
  const run = (given, ask) => {
    if (ask && !mayRun) return ask();
    mayRun = true;
    use(given);
    sendAnyway();
  };
  const only = method.params.length === 1 && method.params[0], one = only && typeOf(only.schema);
  const lone = one?.kind === 'object' && !one.nullable && only.required;  // its members stand for it
  const form = h('form.method', {autocomplete: 'off', spellcheck: false},
    h('div.docs', titleOfMethod(method, byNameOnly),
      h('div.inputs', h('h2.part', 'Parameters', lone && h('span', ` · ${only.name}: `, linked(only.schema))),
        names.length ? h(`div.params${lone ? '.lone' : ''}`, [...params.node.children]) : h('p.quiet', `This ${event ? 'event' : 'method'} takes no parameters.`),
        names.length > 0 && !byNameOnly && style.node),
      docsOf(method, use, run)),
    h('section.call', {ariaLabel: 'The call'}, h('div.request', text.nodes,
      h('div.send', sender, h('kbd', 'Ctrl ↵'), !event && [adder, h('label.end', notify, h('span', 'notification'))], refusal)), panel.node));
  form.oninput = (event) => {
    if (panel.node.contains(event.target) || event.target.closest('.tabs')) return;
    clearRefusal();
    if (event.target === text.input) follow();
    else compose();
  };
  form.onsubmit = (event) => { event.preventDefault(); send(); };
  compose();
  if (forms[method.name]) try { load(forms[method.name]); } catch { compose(); }  // of another version, perhaps
  const first = () => ([...form.querySelectorAll('.params :is(input, textarea, select, .nest > button)')]
    .find((one) => !one.matches(':disabled') && one.checkVisibility()) ?? text.input).focus();
  return {node: form, sender, fill, show, edit, send, save, first, cancel: panel.cancel, isRunning: panel.isRunning};
}

// The call as text: a request to be edited, or the same call for other clients, to be copied.
function callText(method) {
  const input = h('textarea.envelope', {ariaLabel: 'The call as JSON'}), paint = h('pre', {ariaHidden: 'true'});
  const editor = h('div.editor', paint, input), spelled = h('pre', {tabIndex: 0, hidden: true}), note = h('div.note');
  const post = h('code.quiet', `POST ${new URL(endpoint).pathname}`);
  const tabs = segmented('The call as', ['Request', ...Object.keys(spellings).filter((one) => one === 'MCP' ? toolName(method) : one !== 'callbox' || method['x-event'])],
    'Request', () => open(tabs.value), '.tabs');
  function open(which) {
    tabs.value = which;
    spelled.hidden = !(post.hidden = editor.hidden = which !== 'Request');
    spell();
  }
  function spell() {
    const call = parsed(input.value), given = get(call, 'params');
    if (!spelled.hidden)
      spelled.textContent = spellings[tabs.value](compactText(input.value), calledIn(call) ?? method.name, given && compact(given), get(call, 'id'));
  }
  const copier = button('Copy', (from) => copy(spelled.hidden ? input.value : spelled.textContent, from), 'button.plain.end', {ariaLabel: 'Copy the call'});
  return {
    input, nodes: [h('div.row.heads', tabs.node), h('div.well', h('div.row', post, copier), h('div.code', editor, spelled, note))],
    // Shows a new value, and the error in it.
    mark(error) {
      note.replaceChildren(...error ? showPlace(input.value, error) : []);
      input.setAttribute('aria-invalid', Boolean(error));
      paint.replaceChildren(...painted(input.value), '\n');
      spell();
    },
    message: () => note.firstChild.textContent.replace(/^L(.*?)\.?$/, 'l$1'),
    focus() { open('Request'); input.focus(); },
  };
}

// JSON in colours; long texts stay plain.
const painted = (text) => text.length > 2e4 ? [text] : text.split(/("(?:[^"\\]|\\.)*"(?=\s*:)|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/)
  .map((part, i) => i % 2 ? h(`span.${/"/.test(part) ? 'string' : /\d/.test(part) ? 'number' : 'word'}`, part) : part)
  .map((part, i, all) => part.className === 'string' && /^\s*:/.test(all[i + 1]) ? Object.assign(part, {className: 'key'}) : part);

// The title of a method and its tags.
function titleOfMethod(method, byNameOnly) {
  const {annotations: hints = {}} = method['x-tool'] ?? {}, tool = toolName(method), event = method['x-event'];
  const tags = [event && 'event', event?.keeps && `keeps ${event.keeps}`, event && `when full: ${event.when_full.replace('_', ' ')}`,
    method.deprecated && 'deprecated', method['x-blocking'] && 'blocking', byNameOnly && 'by name only',
    ...(method['x-scopes'] ?? []).map((one) => `scope ${one}`),
    hints.readOnlyHint && 'read-only', hints.destructiveHint === false && !hints.readOnlyHint && 'adds only',
    hints.idempotentHint && !hints.readOnlyHint && 'idempotent', hints.openWorldHint === false && 'self-contained',
    dataset.mcp && (tool ? `MCP ${tool}` : 'not an MCP tool')].filter(Boolean);
  return [h('div.row.head', h('h1', {tabIndex: -1}, method.name), h('span.row.tags', tags.map((one) => h('span.tag', one)))),
    h('p.lines', method.summary), method.description && h('p.lines', method.description)];
}

function docsOf(method, use, run) {
  const example = ({params, result}, i) => {
    const given = compactText(`{${params.map((one) => `${json(one.name)}:${nodeIn(one, 'value').text}`)}}`);
    const which = `example ${i + 1}`, tools = h('span.row.end');
    const show = (...parts) => { tools.replaceChildren(...parts); tools.lastChild.focus(); };
    const offer = () => show(actOn(which, 'Use', () => use(given)), actOn(which, 'Run', () => run(given, ask)));
    const ask = () => {
      say('This may change data. Run it?');
      show(h('span', $('live').textContent), actOn(which, 'Run', () => { offer(); run(given); }), actOn(which, 'Cancel', offer));
    };
    offer();
    return h('div.row.example',
      h('code', params.length ? compact(parse(given), ' ') : 'no parameters', !method['x-event'] && h('span.quiet', ` → ${compact(nodeIn(result, 'value'), ' ')}`)), tools);
  };
  const sample = !method.examples && method.params.length && `{${method.params.map((one) => [one.name, sampleOf(one.schema)])
    .filter(([, made]) => made).map(([name, made]) => `${json(name)}:${made}`)}}`;
  return [method.examples ? [h('h2.part', 'Examples'), h('div', method.examples.map(example))] : sample && [h('h2.part', 'Sample'),
    h('div.row.example', h('code', compact(parse(sample), ' ')), h('span.row.end', actOn('the sample', 'Use', () => use(sample))))],
  h('h2.part', method['x-event'] ? 'Payload' : 'Returns'), h('p.row', h('span.mono', linked(method.result.schema)), h('span.lines', method.result.description)),
  method.errors && [h('h2.part', 'Errors'), facts(method.errors.map((one) => [one.code, one.message]))]];
}

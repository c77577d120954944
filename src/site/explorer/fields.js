// The form: a slot for each value, with a control for its type.

// One value in the form. Where it may be absent or null, a switch says so.
function slot(schema, title, required = true, doc = schema.description) {
  const type = typeOf(schema), id = `v${++lastId}`, fallback = nodeIn(schema, 'default');
  const states = [!required && 'absent', type.nullable && 'null', 'value'].filter(Boolean);
  let state = required ? 'value' : 'absent';
  let control;  // made when it is first seen: types may contain themselves
  const choice = states.length > 1 && segmented(`What is sent for ${title}`, states, state, show);
  const fault = h('p.fault', {id: `${id}-fault`}), place = h('div.control');
  const head = h('div.row', h('label.name', {htmlFor: id}, title), h('span.type', words(schema)),
    fallback && h('span.type', 'default ', h('code', fallback.text)), choice && h('span.end', choice.node));
  const node = h('div.slot', {hidden: type.kind === 'const'}, head, doc && h('p.doc.lines', doc), place, fault);

  function show(to) {
    state = to;
    if (choice) choice.value = to;
    place.hidden = to !== 'value';
    if (control || place.hidden) return;
    control = (controls[type.kind] ?? controls.any)(type);
    if (control.input) Object.assign(control.input, {id}).setAttribute('aria-describedby', fault.id);
    place.append(control.input ? control.node : h('div', {role: 'group', ariaLabel: title}, control.node));
    if (fallback) control.set(fallback);
  }
  function mark(message = '') {
    fault.textContent = message;
    control?.input?.setAttribute('aria-invalid', message !== '');
  }
  function markOwn() {
    mark(state !== 'value' ? '' : control.text() === undefined ? `Missing: ${words(schema)}.` : control.fault?.());
    return fault.textContent !== '';
  }
  const self = {
    node, head, mark, title,
    said: () => fault.textContent,
    text: () => state === 'value' ? control.text() : state === 'null' ? state : undefined,
    // Throws a Fault at what it can't show; `at` is where something missing would stand.
    set(to, at) {
      if (!to && required) throw new Fault(`${title} is missing`, at);
      if (to && !suits(type, to)) throw misfit(type, to, schema);
      show(!to ? 'absent' : type.nullable && to.kind === 'null' ? 'null' : 'value');
      if (state === 'value') control.set(to);
      markOwn();
    },
    save: () => [state, control?.save()],
    load([to, inner]) {
      if (states.includes(to)) show(to);
      if (control && inner !== undefined) control.load(inner);
    },
    // Marks every fault in it; the first slot that has one.
    check() {
      const within = state === 'value' && checkAll(control.entries?.() ?? []);
      return markOwn() ? self : within;
    },
    // The slot that a path leads to, as far as it leads.
    find: (steps) => (state === 'value' && control.find?.(steps)) || self,
    focus: () => (place.hidden ? node : place).querySelector('input, textarea, select, button')?.focus(),
  };
  node.oninput = () => mark();
  place.onchange = () => control.input && afterClick(markOwn);
  show(state);
  return self;
}

function misfit({is}, node, schema) {
  const name = is.discriminator?.propertyName;
  if (!name || node.kind !== 'object') return new Fault(`here belongs: ${words(schema)}`, node.from);
  return new Fault(`“${name}” has to be ${tagsOf(is).map((one) => json(one)).join(' or ')}`, (get(node, name) ?? node).from);
}

const checkAll = (entries) => entries.map(([, one]) => one.check()).find(Boolean);

// While the mouse is pressed nothing moves: what may move something waits until the click is over.
let held = false;
const waiting = [];
const afterClick = (act) => { held ? waiting.push(act) : act(); };
addEventListener('mousedown', ({button}) => { held = button === 0; }, true);
for (const end of ['mouseup', 'dragend']) addEventListener(end, () => setTimeout(() => {
  held = false;
  for (const act of waiting.splice(0)) act();
}), true);

// An edit that no input tells of.
function edited(node) { node.dispatchEvent(new Event('input', {bubbles: true})); }

// A control has a node, text() and set(node); save() is what stands in it, right or wrong, for load(); and `input`, if
// it is one, or entries(), pairs of a name and a slot, and find(path). fault() is what is wrong with it alone.
const controls = {
  integer: number, number, array, either,
  map: ({is}) => growing(is.additionalProperties, is, false),
  boolean() {
    const choice = segmented('value', ['false', 'true'], 'false');
    return {node: choice.node, text: () => choice.value, set(to) { choice.value = to.text; }, save: () => choice.value, load(to) { choice.value = to; }};
  },
  null: () => fixedText('null'),
  const: ({is}) => fixedText(json(is.const)),
  string: ({is}) => formatOf(is) === 'date' ? single(h('input.enters', {type: 'date'}), (text) => text ? json(text) : undefined, (to) => to.value)
    : formatOf(is) in formats ? formatted(is, ...formats[formatOf(is)]) : single(h('textarea.enters', {rows: 1}), json, (to) => to.value,
    (text) => textFault(text, is)),
  choice: ({is}) => single(h('select', is.enum.map((one) => h('option', one))), json, (to) => to.value),
  tuple: ({is}) => fixed(is.items.map((one, i) => [String(i), slot(one, `element ${i + 1}`)]), true),
  object: ({is}) => fixed(namesIn(is).map((name) => [name, slot(is.properties[name], name, is.required?.includes(name) ?? false)])),
  any: () => single(h('textarea.exact', {rows: 2, placeholder: 'any JSON'}), (text) => text.trim() || undefined, (to) => pretty(to), (text) => {
    try { parse(text); } catch (fault) { return `At character ${fault.at + 1}: ${fault.message}.`; }
  }),
};

const fixedText = (text) => ({node: h('code', text), text: () => text, set() {}, save() {}, load() {}});

// One input. What it was set to comes out as it was written, until it is edited.
function single(input, toJson, toShown, faultOf = () => '') {
  let kept;
  return {
    node: input, input, fault: () => faultOf(input.value),
    text: () => kept?.shown === input.value ? kept.text : toJson(input.value),
    set(to) { input.value = toShown(to); kept = {shown: input.value, text: to.text}; },
    save: () => input.value, load(to) { input.value = to; },
  };
}

// Texts with a meaning: the form of each, and a button that makes one.
const hex = (count) => [...crypto.getRandomValues(new Uint8Array(count))].map((one) => (one | 256).toString(16).slice(1)).join('');
const formats = {
  'date-time': [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i, 'Now', () => new Date().toISOString()],
  uuid: [/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'New', () => [4, 2, 2, 2, 6].map(hex).join('-').replace(/-(.{4})-.(...)-./, '-$1-4$2-a')],
  base64: [/^([a-z\d+/]{4})*([a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i, 'From a file', () => new Promise((done) => {
    const from = h('input', {type: 'file', onchange() {
      const reader = new FileReader();
      reader.onload = () => done(reader.result.split(',')[1] ?? '');
      reader.readAsDataURL(from.files[0]);
    }});
    from.click();
  })],
};
function formatted(is, form, label, make) {
  const input = h('input.exact.enters', {placeholder: is.examples?.[0] ?? ''});
  const maker = button(label, async () => { input.value = await make(); edited(input); }, 'button');
  return {...single(input, json, (to) => to.value, (text) => form.test(text) ? textFault(text, is) : `Expected ${words(is)}, got ${json(text)}.`),
    node: h('div.row.with', input, maker)};
}

function number({is, kind}) {
  const exact = kind === 'integer' ? BigInt : Number;
  return single(h('input.exact'), (text) => text.trim() || undefined, (to) => to.text, (text) => {
    const given = text.trim(), {least, most} = boundsOf(is) ?? {};
    const right = parsed(given)?.kind === 'number' && !(kind === 'integer' && /[.eE]/.test(given)) && Number.isFinite(Number(given)) &&
      !(least && exact(given) < exact(least)) && !(most && exact(given) > exact(most));
    return right ? '' : `Expected ${words(is)}, got ${given}.`;
  });
}

function compound(node, entries, isArray, more) {
  return {
    node, entries, ...more,
    text() {
      const given = entries().map(([name, one]) => [name, one.text()]);
      if (isArray) return `[${given.map(([, text]) => text ?? 'null').join(', ')}]`;
      return `{${given.filter(([, text]) => text).map(([name, text]) => `${json(name)}: ${text}`).join(', ')}}`;
    },
    set(to) {
      more?.resize(to);
      entries().forEach(([name, one], i) => one.set(isArray ? to.value[i] : get(to, name), to.from));
    },
    save: () => entries().map(([name, one]) => [name, one.save()]),
    load(saved) {
      more?.resize({value: saved.map(([name]) => ({name}))});
      entries().forEach(([name, one], i) => saved[i]?.[0] === name && one.load(saved[i][1]));
    },
    find: ([step, ...rest]) => entries().find(([name]) => name === step)?.[1].find(rest),
  };
}
function fixed(entries, isArray = false) {
  return compound(h('div.nest', entries.map(([, one]) => one.node)), () => entries, isArray);
}

// What may have more and less. A map's elements have a `key`, the input of their name.
function growing(schema, is, isArray) {
  let all = [];
  const more = button('Add element', () => { put(); edited(node); (all.at(-1).key ?? all.at(-1).one).focus(); }, 'button');
  const list = h('ul'), node = h('div.nest', list, more);
  const entries = () => all.map(({key, one}, i) => [key ? key.value : String(i), one]);
  function put() {
    const made = {one: slot(schema, 'element')};
    made.one.head.append(button('Remove', () => { drop(made); edited(node); more.focus(); }, 'button.plain.end'));
    if (!isArray) made.one.head.after(made.key = h('input', {placeholder: 'name', ariaLabel: 'Name'}));
    list.append(made.item = h('li', made.one.node));
    all.push(made);
  }
  function drop(made) {
    made.item.remove();
    all = all.filter((other) => other !== made);
  }
  function resize({value}) {
    while (all.length > value.length) drop(all.at(-1));
    while (all.length < value.length) put();
    if (!isArray) all.forEach(({key}, i) => { key.value = value[i].name; });
  }
  function fault() {
    const names = entries().map(([name]) => name), twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) return `The name ${json(twice)} stands here twice.`;
    const name = is.propertyNames && names.find((one) => textFault(one, is.propertyNames));
    if (name !== undefined) return `The name ${json(name)}: ${textFault(name, is.propertyNames)}`;
    const texts = is.uniqueItems ? all.map(({one}) => one.text()) : [], same = texts.findIndex((text, i) => texts.indexOf(text) < i);
    return same < 0 ? countFault(all.length, is) : `Element ${same} is the same as element ${texts.indexOf(texts[same])}.`;
  }
  for (let i = 0; i < Number(boundsOf(is)?.least ?? 0); ++i) put();
  return compound(node, entries, isArray, {resize, fault});
}
function array({is}) {
  if (is.minItems && is.minItems === is.maxItems) return controls.tuple({is: {items: Array(Number(is.minItems)).fill(is.items)}});
  return growing(is.items, is, true);
}

// What was typed stays where another alternative is looked at.
function either({is}) {
  let inner;
  const place = h('div'), made = [], parts = partsOf(is), tags = tagsOf(is);
  const pick = h('select', {ariaLabel: is.discriminator?.propertyName ?? 'Which type', oninput: use},
    parts.map((one, i) => h('option', {value: i}, tags?.[i] ?? words(one))));
  function use() {
    inner = made[pick.value] ??= slot(parts[pick.value], 'value');
    inner.node.className = 'bare';
    place.replaceChildren(inner.node);
  }
  use();
  return {
    node: h('div', pick, place), entries: () => [['', inner]], text: () => inner.text(), find: (steps) => inner.find(steps),
    set(to) {
      const suited = partAt(is, to);
      if (Number(pick.value) !== suited) use(pick.value = suited);
      inner.set(to);
    },
    save: () => [pick.value, inner.save()],
    load([which, saved]) { use(pick.value = which); inner.load(saved); },
  };
}

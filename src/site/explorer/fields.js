// The form: a slot for each value, with a control for its type.

// One value in the form. Where it may be absent, an empty field is; what has no field of its own has a switch then.
function slot(schema, title, label = title, required = true, doc = schema.description) {
  const type = typeOf(schema), {def: shape, kind} = type, id = `v${++lastId}`, fallback = nodeIn(schema, 'default');
  const simple = /integer|number|string|boolean|choice|any/.test(kind);
  const hint = !fallback ? 'not sent' : kind === 'string' && fallback.value !== null ? fallback.value || 'empty text' : fallback.text;
  const unset = !required && (fallback ? `default (${hint})` : hint);
  let state, told;  // '' is absent, else 'null' or 'value'
  let control;  // made when it is first seen: types may contain themselves
  const boxes = h('span.row.end.type'), fault = h('p.fault', {id: `${id}-fault`}), place = h('fieldset.control');
  const box = (text, on, off) => {
    const made = h('input', {type: 'checkbox', ariaLabel: `${text}: ${title}`, oninput: () => show(made.checked ? on : off)});
    boxes.append(h('label', made, text));
    return made;
  };
  const sends = unset && !simple && box('Send', 'value', '');
  const nulls = type.nullable && box('null', 'null', 'value');
  const node = h('div.slot', {hidden: kind === 'const'},
    h('div.row', h('label.name', {htmlFor: id}, label), (label === title || !simple) && h('span.type', words(schema)),
      fallback && (!simple || formatOf(shape) === 'date') && h('span.type', `default ${fallback.text}`), !simple && boxes),
    doc && h('p.doc.lines', doc), h('div.row.line', place, simple && boxes), fault);

  function show(to) {
    state = to;
    if (sends) sends.checked = to;
    if (nulls) nulls.checked = to === 'null';
    place.disabled = to !== 'value';
    place.hidden = place.disabled && !simple;
    if (control || place.hidden) return;
    control = (controls[kind] ?? controls.any)(type, title, unset);
    const named = Object.assign(control.input ?? place, {id, ariaLabel: title});
    named.setAttribute('aria-describedby', fault.id);
    place.role = control.input ? 'none' : 'group';
    place.append(control.node);
    if (sends && fallback?.value) control.set(fallback);
  }
  function mark(message, missing) {
    told = message || '';
    fault.textContent = missing ? told.replace('must be', 'Required:') : told.replace(/^./, (c) => c.toUpperCase());
    if (!control?.input) return;
    control.input.setAttribute('aria-invalid', told !== '');
    if (unset) control.input.placeholder = text() === '""' ? 'empty text' : hint;
  }
  const text = () => state === 'value' ? control.text() : state;
  function markOwn() {
    const missing = !text();
    mark(missing ? required && `must be ${withArticle(words(schema))}` : state === 'value' && control.fault?.(), missing);
    return told;
  }
  const self = {
    node, boxes, mark, text, instead: fallback?.text ?? 'null',
    told: () => `${title} ${told}`,
    // Throws a Fault at what it can't show; `at` is where something missing would stand.
    set(to, at) {
      if (!to && required) throw new Fault(`${title} is missing`, at);
      if (to && !suits(type, to)) throw misfit(type, to, schema, title);
      show(!to && sends ? '' : type.nullable && to?.kind === 'null' ? 'null' : 'value');
      if (to && state === 'value') control.set(to);
      else if (simple) control.load([]);
      markOwn();
    },
    save: () => [state, control?.save()],
    load([to, inner]) {
      show(to);
      if (inner) control?.load(inner);
      mark();
    },
    // Marks every fault in it; the first slot that has one.
    check() {
      const within = state === 'value' && checkAll(control.entries?.() ?? []);
      return markOwn() ? self : within;
    },
    // The slot that a path leads to, as far as it leads.
    find: (steps) => (state === 'value' && control.find?.(steps)) || self,
    focus: () => place.querySelector('input, textarea, select, button')?.focus(),
  };
  node.oninput = () => mark();
  place.onchange = () => control.input && afterClick(markOwn);
  show(sends ? '' : 'value');
  mark();
  return self;
}

function misfit({def: shape}, node, schema, title) {
  const name = shape.discriminator?.propertyName;
  if (!name || node.kind !== 'object') return new Fault(`${title} must be ${withArticle(words(schema))}`, node.from);
  return new Fault(`“${name}” must be ${tagsOf(shape).map((one) => json(one)).join(' or ')}`, (get(node, name) ?? node).from);
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
// it is one, or entries(), pairs of a name and a slot, and find(path). fault() is what is wrong with it alone. It is made
// of a type, of what it is called, and of what it says of being left out, if it may be; then load('') empties it.
const controls = {
  integer: number, number, array, either,
  map: ({def: shape}, title) => growing(shape.additionalProperties, shape, title, false),
  boolean(_, title, unset) {
    const first = unset || 'false', choice = segmented(title, [...new Set([first, 'false', 'true'])], first);
    return {node: choice.node, text: () => parsed(choice.value)?.text, set(to) { choice.value = to.text; },
      save: () => [choice.value], load([to = first]) { choice.value = to; }};
  },
  null: () => fixedText('null'),
  const: ({def: shape}) => fixedText(json(shape.const)),
  string({def: shape}, title, unset) {
    return formatOf(shape) === 'date' ? textual(h('input.enters', {type: 'date'}), true)
      : formatOf(shape) in formats ? formatted(shape, unset, ...formats[formatOf(shape)])
        : textual(h('textarea.enters', {rows: 1}), unset, (text) => textFault(text, shape));
  },
  choice: ({def: shape}, title, unset) =>
    textual(h('select', unset && h('option', {value: ''}, unset), shape.enum.map((one) => h('option', {value: one}, one))), unset),
  tuple: ({def: shape}, title) => fixed(shape.items.map((one, i) => [String(i), slot(one, `element ${i + 1} of ${title}`, String(i + 1))]), true),
  object: ({def: shape}) => fixed(namesIn(shape).map((name) => [name, slot(shape.properties[name], name, name, shape.required?.includes(name) ?? false)])),
  any: () => single(h('textarea.exact', {rows: 1, placeholder: 'any JSON'}), (text) => text.trim() || undefined, (to) => pretty(to), (text) => {
    try { parse(text); } catch (fault) { return `must be JSON: ${fault.message} at character ${fault.at + 1}`; }
  }),
};

// Text; where it can be left out, none is.
const textual = (input, unset, faultOf) => single(input, (text) => text || !unset ? json(text) : undefined, (to) => to.value, faultOf);
const fixedText = (text) => ({node: h('code', text), text: () => text, set() {}, save() {}, load() {}});

// One input. What it was set to comes out as it was written, until it is edited.
function single(input, toJson, toShown, faultOf = () => '') {
  let kept;
  const keep = (was) => {
    kept = was;
    if (input.rows) input.rows = input.value.split('\n').length;
  };
  input.oninput = () => keep();
  return {
    node: input, input, fault: () => faultOf(input.value),
    text: () => kept ?? toJson(input.value),
    set(to) { input.value = toShown(to); keep(to.text); },
    save: () => [input.value, kept], load([text = '', was]) { input.value = text; keep(was); },
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
function formatted(shape, unset, form, label, make) {
  const input = h('input.exact.enters', {placeholder: shape.examples?.[0] ?? ''});
  const maker = button(label, async () => { input.value = await make(); edited(input); }, 'button');
  return {...textual(input, unset || !form.test(''), (text) =>
    form.test(text) ? textFault(text, shape) : `must be ${withArticle(words(shape))}, not ${json(text)}`),
    node: h('div.row.with', input, maker)};
}

// The pads for digits of phones have no minus.
function number({def: shape, kind}) {
  const exact = kind === 'integer' ? BigInt : Number;
  const inputMode = !(boundsOf(shape)?.least >= 0) ? 'text' : kind === 'integer' ? 'numeric' : 'decimal';
  return single(h('input.exact', {inputMode}), (text) => text.trim() || undefined, (to) => to.text, (text) => {
    const given = text.trim(), {least, most} = boundsOf(shape) ?? {};
    const right = parsed(given)?.kind === 'number' && !(kind === 'integer' && /[.eE]/.test(given)) && Number.isFinite(Number(given)) &&
      !(least && exact(given) < exact(least)) && !(most && exact(given) > exact(most));
    return right ? '' : `must be ${withArticle(words(shape))}, not ${given}`;
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
      entries().forEach(([name, one], i) => (more || saved[i]?.[0] === name) && one.load(saved[i][1]));
    },
    find: ([step, ...rest]) => entries().find(([name]) => name === step)?.[1].find(rest),
  };
}
function fixed(entries, isArray = false) {
  return compound(h('div.nest', entries.map(([, one]) => one.node)), () => entries, isArray);
}

// What may have more and less. A map's elements have a `key`, the input of their name.
function growing(schema, shape, title, isArray) {
  const all = [];
  const more = button('Add element', () => { put(); edited(node); (all.at(-1).key || all.at(-1).one).focus(); }, 'button',
    {ariaLabel: `Add element to ${title}`});
  const list = h('ul'), node = h('div.nest', list, more);
  const entries = () => all.map(({key, one}, i) => [key ? key.value : String(i), one]);
  function put() {
    const at = all.length, where = `${at + 1} of ${title}`, what = isArray ? 'element' : 'value';
    const one = slot(schema, `${what} ${where}`, isArray ? String(at + 1) : what);
    const key = !isArray && h('input', {ariaLabel: `key ${where}`});
    const remove = () => {  // those behind it are made anew, as they are numbered
      const saved = self.save();
      saved.splice(at, 1);
      resize({value: []});
      self.load(saved);
      edited(node);
      more.focus();
    };
    one.boxes.append(button('Remove', remove, 'button.plain', {ariaLabel: `Remove element ${where}`}));
    const item = h(isArray ? 'li' : 'li.entry', key && h('label', h('span.name', 'key'), key), one.node);
    list.append(item);
    all.push({one, key, item});
  }
  function resize({value}) {
    for (const {item} of all.splice(value.length)) item.remove();
    while (all.length < value.length) put();
    if (!isArray) all.forEach(({key}, i) => { key.value = value[i].name; });
  }
  function fault() {
    const names = entries().map(([name]) => name), twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) return `has the key ${json(twice)} twice`;
    const name = shape.propertyNames && names.find((one) => textFault(one, shape.propertyNames));
    if (name !== undefined) return `has the key ${json(name)}, which ${textFault(name, shape.propertyNames)}`;
    const texts = shape.uniqueItems ? all.map(({one}) => one.text()) : [], same = texts.findIndex((text, i) => texts.indexOf(text) < i);
    return same < 0 ? countFault(all.length, shape) : `has elements ${texts.indexOf(texts[same]) + 1} and ${same + 1} that are the same`;
  }
  for (let i = 0; i < Number(boundsOf(shape)?.least ?? 0); ++i) put();
  const self = compound(node, entries, isArray, {resize, fault});
  return self;
}
function array({def: shape}, title) {
  if (shape.minItems && shape.minItems === shape.maxItems) return controls.tuple({def: {items: Array(Number(shape.minItems)).fill(shape.items)}}, title);
  return growing(shape.items, shape, title, true);
}

// What was typed stays where another alternative is looked at. Few and short names stand side by side.
function either({def: shape}, title) {
  let inner;
  const place = h('div'), made = {}, parts = partsOf(shape), names = tagsOf(shape) ?? parts.map((one) => words(one));
  const label = `${shape.discriminator?.propertyName ?? 'type'} of ${title}`;
  const pick = names.join('').length < 30 ? segmented(label, names, names[0], use)
    : h('select', {ariaLabel: label, oninput: () => use(pick.value)}, names.map((one) => h('option', one)));
  function use(name) {
    pick.value = name;
    const at = names.indexOf(name);
    inner = made[at] ??= slot(parts[at], title);
    inner.node.className = 'bare';
    place.replaceChildren(inner.node);
  }
  use(names[0]);
  return {
    node: h('div', pick.node ?? pick, place), entries: () => [['', inner]], text: () => inner.text(), find: (steps) => inner.find(steps),
    set(to) {
      use(names[partAt(shape, to)]);
      inner.set(to);
    },
    save: () => [pick.value, inner.save()],
    load([which, saved]) { use(which); inner.load(saved); },
  };
}

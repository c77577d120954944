// The form: a slot for each value, with a control for its type.

// One value in the form. An optional value is omitted if its field is empty; optional lists, maps, structs and unions have a
// checkbox "Send" instead. `element`: an element of a list or a map, titled by its number.
function slot(schema, title, label = title, required = true, {doc = schema.description, element, more} = {}) {
  const type = typeOf(schema), {def: shape, kind} = type, id = `v${++lastId}`, fallback = nodeIn(schema, 'default');
  const simple = /integer|number|string|boolean|choice|any/.test(kind);
  const hint = !fallback ? 'not sent' : kind === 'string' && fallback.value !== null ? fallback.value || 'empty text' : fallback.text;
  const unset = !required && (fallback ? `${kind === 'choice' ? fallback.value : hint} (default)` : hint);
  let state, problem;  // '' is absent, else 'null' or 'value'
  let control;  // made when it is first seen: types may contain themselves
  const boxes = h('span.row.boxes', more), error = h('p.error', {id: `${id}-error`}), place = h('fieldset.control');
  const box = (text, on, off) => {
    const made = checkbox({ariaLabel: `${text}: ${title}`, oninput: () => show(made.checked ? on : off)});
    boxes.prepend(h('label', made, text));
    return made;
  };
  const nulls = type.nullable && box('null', 'null', 'value');
  const sends = unset && !simple && box('Send', 'value', '');
  const facts = [(element && simple) || kind === 'choice' ? '' : brief(schema), unset && 'optional',
    fallback && (!simple || formatOf(shape) === 'date') && `default ${fallback.text}`].filter(Boolean).join(', ');
  const name = [simple ? h('label.name', {htmlFor: id}, label) : h('span.name', label), !unset && !element && h('b.needed', {title: 'required', ariaHidden: 'true'}, ' *')];
  const typed = h('small.type', {title: words(schema)}, unbroken(facts)), docs = doc && h('p.doc.lines', {id: `${id}-doc`}, doc);
  const group = !simple && h('details', {open: true}, h('summary', name, ' ', typed), docs, place, error);
  const node = simple ? h(`div.slot${element ? '.element' : ''}`, {hidden: kind === 'const'}, h('div.title', name, typed),
    h('div', h('div.row', place, boxes), docs, error))
    : h('div.slot.group', {hidden: kind === 'const'}, group);
  if (!simple) nulls || sends ? node.prepend(boxes) : node.append(boxes);  // what removes it comes after its fields

  function show(to) {
    state = to;
    if (sends) sends.checked = to;
    if (nulls) nulls.checked = to === 'null';
    place.disabled = to !== 'value';
    place.hidden = place.disabled && !simple;
    if (control || place.hidden) return;
    control = (controls[kind] ?? controls.any)(type, title, unset, element);
    const named = Object.assign(control.input ?? place, {id, ariaLabel: title});
    if (control.input && !unset && !element) named.ariaRequired = 'true';
    named.setAttribute('aria-describedby', error.id + (docs ? ` ${docs.id}` : ''));
    place.role = control.input ? 'none' : 'group';
    place.append(control.node);
    if (sends && fallback?.value) control.set(fallback);
  }
  function mark(message) {
    problem = message || '';
    if (problem) unfold(error);
    error.textContent = problem.replace(/^(is )?./, (begin) => begin.at(-1).toUpperCase());
    if (!control?.input) return;
    control.input.setAttribute('aria-invalid', problem !== '');
    if (text() === '""' && !element) control.input.placeholder = 'empty text';
    else if (unset) control.input.placeholder = hint;
    else if (control.input.placeholder === 'empty text') control.input.placeholder = '';
  }
  const text = () => state === 'value' ? control.text() : state;
  function markOwn() {
    mark(!text() ? required && 'is required' : state === 'value' && control.error?.());
    return problem;
  }
  const self = {
    node, boxes, mark, text, instead: fallback?.text ?? 'null',
    message: () => `${title} ${problem}`,
    // Throws if it cannot show the value; `at` is the position reported for a missing value.
    set(to, at) {
      if (!to && required) throw new TextError(`${title} is missing`, at);
      if (to && !suits(type, to)) throw misfit(type, to, schema, title);
      show(!to && sends ? '' : type.nullable && to?.kind === 'null' ? 'null' : 'value');
      if (to && state === 'value') control.set(to);
      else if (simple) control.load([]);
      markOwn();
    },
    save: () => [state, control?.save(), group && !group.open],
    load([to, inner, folded]) {
      show(to);
      if (group) group.open = !folded;
      if (inner) control?.load(inner);
      mark();
    },
    // Marks all errors; returns the first slot with one.
    check() {
      const within = state === 'value' && checkAll(control.entries?.() ?? []);
      return markOwn() ? self : within;
    },
    // The slot at a path, or its closest existing parent.
    find: (steps) => (state === 'value' && control.find?.(steps)) || self,
    focus: () => unfold(place) || place.querySelector('input, textarea, select, button')?.focus(),
  };
  node.oninput = () => mark();
  place.onchange = () => control.input && afterClick(markOwn);
  show(sends ? '' : 'value');
  mark();
  return self;
}

// Opens the groups that a node is in.
function unfold(node) { for (let at = node; (at = at.parentNode?.closest('details')); ) at.open = true; }

function misfit({def: shape}, node, schema, title) {
  const name = shape.discriminator?.propertyName;
  if (!name || node.kind !== 'object') return new TextError(`${title} must be ${withArticle(words(schema))}`, node.from);
  return new TextError(`“${name}” must be ${tagsOf(shape).map((one) => json(one)).join(' or ')}`, (get(node, name) ?? node).from);
}

const checkAll = (entries) => entries.map(([, one]) => one.check()).find(Boolean);

// Changes that may move the layout are deferred while the mouse button is down.
let held = false;
const waiting = [];
const afterClick = (act) => { held ? waiting.push(act) : act(); };
addEventListener('mousedown', ({button}) => { held = button === 0; }, true);
for (const end of ['mouseup', 'dragend']) addEventListener(end, () => setTimeout(() => {
  held = false;
  for (const act of waiting.splice(0)) act();
}), true);

// Reports an edit made by script.
function edited(node) { node.dispatchEvent(new Event('input', {bubbles: true})); }

// A control has a node, text() and set(node); save() is what stands in it, right or wrong, for load(); and `input`, if
// it is one, or entries(), pairs of a name and a slot, and find(path). error() is what is wrong with it alone. It is made
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
  string({def: shape}, title, unset, element) {
    return formatOf(shape) === 'date' ? textual(h('input.enters', {type: 'date'}))
      : formatOf(shape) in formats ? formatted(shape, unset, ...formats[formatOf(shape)])
        : textual(h('textarea.enters', {rows: 1}), (text) => errorIn(text, shape), element);
  },
  choice: ({def: shape}, title, unset) =>
    textual(h('select', unset && h('option', {value: ''}, unset), shape.enum.map((one) => h('option', {value: one}, one)))),
  tuple: ({def: shape}, title) => fixed(shape.items.map((one, i) => [String(i),
    slot(one, `element ${i + 1} of ${title}`, String(i + 1), true, {element: true})]), true),
  object: ({def: shape}) => fixed(namesIn(shape).map((name) => [name, slot(shape.properties[name], name, name, shape.required?.includes(name) ?? false)])),
  any: () => single(h('textarea.exact', {rows: 1, placeholder: 'any JSON'}), (text) => text.trim() || undefined, (to) => pretty(to), (text) => {
    try { parse(text); } catch (error) { return `must be JSON: ${error.message} at character ${error.at + 1}`; }
  }),
};

// Text. An empty field is omitted, and an error if required. An empty element is an empty string.
const textual = (input, errorOf, mayBeEmpty) => single(input, (text) => text || mayBeEmpty ? json(text) : undefined, (to) => to.value, errorOf);
const fixedText = (text) => ({node: h('code', text), text: () => text, set() {}, save() {}, load() {}});

// One input. What it was set to comes out as it was written, until it is edited.
function single(input, toJson, toShown, errorOf = () => '') {
  let kept;
  const keep = (was) => {
    kept = was;
    if (input.rows) input.rows = input.value.split('\n').length;
  };
  input.oninput = () => keep();
  return {
    node: input, input, error: () => errorOf(input.value),
    text: () => kept ?? toJson(input.value),
    set(to) { input.value = toShown(to); keep(to.text); },
    save: () => [input.value, kept], load([text = '', was]) { input.value = text; keep(was); },
  };
}

// Texts with a meaning: the form of each, and a button that makes one.
const hex = (count) => [...crypto.getRandomValues(new Uint8Array(count))].map((one) => (one | 256).toString(16).slice(1)).join('');
const formats = {
  __proto__: null,
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
  return {...textual(input, (text) =>
    form.test(text) ? errorIn(text, shape) : `must be ${withArticle(words(shape))}, not ${json(text)}`, !unset && form.test('')),
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
const fixed = (entries, isArray) => compound(h('div.nest', entries.map(([, one]) => one.node)), () => entries, isArray);

// What may have more and less. A map's elements have a `key`, the input of their name; those of a list can be moved.
function growing(schema, shape, title, isArray) {
  const all = [];
  const adder = button('Add element', () => { put(); edited(node); (all.at(-1).key || all.at(-1).one).focus(); }, 'button',
    {ariaLabel: `Add element to ${title}`});
  const list = h('ul'), node = h('div.nest', list, adder);
  const entries = () => all.map(({key, one}, i) => [key ? key.value : String(i), one]);
  // Elements are numbered, so all are rebuilt.
  function rearrange(change) {
    const saved = self.save();
    change(saved);
    resize({value: []});
    self.load(saved);
    edited(node);
  }
  function put() {
    const at = all.length, where = `${at + 1} of ${title}`, what = isArray ? 'element' : 'value';
    const remove = () => { rearrange((saved) => saved.splice(at, 1)); adder.focus(); };
    const rise = () => {
      rearrange((saved) => { saved.splice(at - 1, 0, ...saved.splice(at, 1)); });
      (all[at - 1].riser ?? adder).focus();  // never a button that removes: Enter may be pressed once more
      say(`Element ${at + 1} is now element ${at}.`);
    };
    const riser = isArray && at ? actOn(`element ${where}`, 'Move up', rise) : undefined;
    const one = slot(schema, `${what} ${where}`, isArray ? String(at + 1) : what, true,
      {element: true, more: [riser, actOn(`element ${where}`, 'Remove', remove)]});
    const key = !isArray && h('input', {ariaLabel: `key ${where}`});
    const item = h(isArray ? 'li' : 'li.entry', key && h('label', h('span.name', 'key'), key), one.node);
    list.append(item);
    all.push({one, key, item, riser});
  }
  function resize({value}) {
    for (const {item} of all.splice(value.length)) item.remove();
    while (all.length < value.length) put();
    if (!isArray) all.forEach(({key}, i) => { key.value = value[i].name; });
  }
  function error() {
    const names = entries().map(([name]) => name), twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) return `has the duplicate key ${json(twice)}`;
    const name = shape.propertyNames && names.find((one) => errorIn(one, shape.propertyNames));
    if (name !== undefined) return `has the key ${json(name)}, which ${errorIn(name, shape.propertyNames)}`;
    const texts = shape.uniqueItems ? all.map(({one}) => one.text()) : [], same = texts.findIndex((text, i) => texts.indexOf(text) < i);
    return same < 0 ? countError(all.length, shape) : `has the duplicate elements ${texts.indexOf(texts[same]) + 1} and ${same + 1}`;
  }
  for (let i = 0; i < Math.min(50, boundsOf(shape)?.least ?? 0); ++i) put();
  const self = compound(node, entries, isArray, {resize, error});
  return self;
}
function array({def: shape}, title) {
  if (shape.minItems < 50 && shape.minItems === shape.maxItems) return controls.tuple({def: {items: Array(Number(shape.minItems)).fill(shape.items)}}, title);
  return growing(shape.items, shape, title, true);
}

// Each alternative keeps its input while another is selected. Short lists of names are radio buttons.
function either({def: shape}, title) {
  let inner;
  const place = h('div'), made = {}, parts = partsOf(shape), names = tagsOf(shape) ?? parts.map((one) => brief(one));
  const label = `${shape.discriminator?.propertyName ?? 'type'} of ${title}`;
  const pick = names.join('').length < 30 ? segmented(label, names, names[0], use)
    : h('select', {ariaLabel: label, oninput: () => use(pick.value)}, names.map((one) => h('option', one)));
  function use(name) {
    pick.value = name;
    const at = names.indexOf(name);
    inner = made[at] ??= slot(parts[at], title, title, true, {element: true});
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

// The OpenRPC document and its schemas.

let shown, api, methods, entries;  // the document as text, as objects, its methods by name, and as the list has them
function learn(text) {
  api = plain(parse(shown = text));
  joinVariants(api.components.schemas);
  for (const one of api.methods) if (one['x-event']) one.result = {schema: one['x-event'].payload};  // in place of the subscription's id
  methods = new Map(api.methods.map((one) => [one.name, one]));
  entries = api.methods.map(entryOf);
}
// A type whose required members differ in results has a second schema, X_result. The page shows both as one type: the second
// gets the title of the first.
function joinVariants(schemas) {
  for (const [name, shape] of Object.entries(schemas)) {
    const first = schemas[name.replace(/_result$/, '')];
    const members = (one) => json([namesIn(one), one.oneOf]).replaceAll('_result"', '"');
    if (first !== shape && first && (shape.properties ?? shape.oneOf) && members(first) === members(shape))
      Object.assign(shape, {title: first.title, variantOf: name.slice(0, -7)});
  }
}
// The server wrote each < as \u003c.
const baked = $('document').textContent.replace(/\\(u003c|.)/g, (all, c) => c[1] ? '<' : all);
learn(baked);

// The alternatives of a union; their discriminator values, if tagged; the index of the alternative that a value matches, or -1.
const partsOf = (shape) => shape.oneOf ?? shape.anyOf;
const tagsOf = ({oneOf, discriminator}) => oneOf?.map((one) => typeOf(one).def.properties[discriminator.propertyName].const);
function partAt(shape, node) {
  const tag = shape.oneOf && get(node, shape.discriminator.propertyName);
  return shape.oneOf ? tagsOf(shape).findIndex((one) => tag?.kind === 'string' && tag.value === one)
    : shape.anyOf.findIndex((one) => suits(typeOf(one), node));
}

// What a JSON Schema is about, its kind, and whether null is allowed.
function typeOf(shape) {
  let nullable = false;
  for (;;) {
    const others = shape.anyOf?.filter((one) => one.type !== 'null');
    const to = shape.$ref ?? shape['x-recursive'];  // within itself
    if (to) shape = api.components.schemas[to.split('/').at(-1)];
    else if (shape.allOf) [shape] = shape.allOf;
    else if (others?.length === 1) { [shape] = others; nullable = true; }
    else break;
  }
  let kind = partsOf(shape) ? 'either' : 'const' in shape ? 'const' : shape.enum ? 'choice' : shape.type ?? 'any';
  if (Array.isArray(shape.items)) kind = 'tuple';
  if (kind === 'object' && !shape.properties) kind = shape.additionalProperties ? 'map' : 'any';
  return {def: shape, kind, nullable};
}

// The constraint of a type, if it has one: what is counted or compared, and its ends.
function boundsOf(shape) {
  const units = {imum: '', Length: ' characters', Items: ' elements', Properties: ' elements'};
  const what = Object.keys(units).find((one) => `min${one}` in shape || `max${one}` in shape);
  if (what) return {least: shape[`min${what}`], most: shape[`max${what}`], unit: units[what]};
}
const rangeOf = ({least, most, unit}) =>
  (!most ? `at least ${least}` : !least ? `at most ${most}` : least === most ? `exactly ${least}` : `${least} to ${most}`) + unit;
function countError(count, shape) {
  const bounds = boundsOf(shape) ?? {};
  if (count < Number(bounds.least) || count > Number(bounds.most)) return `must have ${rangeOf(bounds)}, not ${count}`;
}

// What is wrong with a text, beside its form.
const errorIn = (text, shape) => countError([...text].length, shape) ??
  (shape.pattern && !new RegExp(shape.pattern, 'u').test(text) ? `must match ${shape.pattern}` : undefined);

const withArticle = (type) => type.replace(/^(?!an[ y]|base64|null|[^a-z])/i, /^[aeio]/i.test(type) ? 'an ' : 'a ');

// A type without its bounds: its title, or what it is made of, in the words of `inner`.
function kindWords({def: shape, kind}, inner) {
  const all = (schemas, between) => schemas.map((one) => inner(one)).join(between);
  return shape.title ?? {
    choice: () => shape.enum.map((one) => json(one)).join(' or '),
    array: () => `list of ${inner(shape.items)}`,
    tuple: () => `[${all(shape.items, ', ')}]`,
    map: () => `map of ${inner(shape.additionalProperties)}`,
    either: () => all(partsOf(shape), ' or '),
    const: () => json(shape.const),
    string: () => formatOf(shape),
    any: () => 'any JSON',
  }[kind]?.() ?? kind;
}
// In full, for errors.
function words(schema) {
  const type = typeOf(schema), {def: shape, kind, nullable} = type, range = kind === 'tuple' ? undefined : boundsOf(shape);
  const text = kind === 'choice' ? shape.enum.map((one) => json(one)).join(' or ') : kindWords(type, words);
  const bounds = range ? ` ${/^\S+ to \S+$/.test(rangeOf(range)) ? 'from' : 'of'} ${rangeOf(range)}` : '';
  return text + bounds + (shape.pattern ? ` that matches ${shape.pattern}` : '') + (shape.uniqueItems ? ', all different' : '') + (nullable ? ' or null' : '');
}
// In few words, as they stand beside a field; `bare` is without bounds. The limits of 32 and 64 bits are left out.
const LIMITS = /^(-2147483648|2147483647|4294967295|-9223372036854775808|9223372036854775807|18446744073709551615)$/;
function brief(schema, bare) {
  const type = typeOf(schema), {def: shape, kind, nullable} = type;
  const {least, most, unit = ''} = (!bare && kind !== 'tuple' && boundsOf(shape)) || {};
  const [low, high] = [least, most].map((one) => kind === 'integer' && LIMITS.test(one) ? undefined : one);
  const range = low && high ? `, ${low === high ? `exactly ${low}` : /-/.test(low + high) ? `${low} to ${high}` : `${low}–${high}`}`
    : unit ? low ? `, at least ${low}` : high ? `, at most ${high}` : '' : low ? ` ≥ ${low}` : high ? ` ≤ ${high}` : '';
  const pattern = bare || !shape.pattern ? '' : shape.pattern.length < 24 ? `, matches ${shape.pattern}` : ', matches a pattern';
  return kindWords(type, (one) => brief(one, true)) + (range && range + unit) + pattern + (shape.uniqueItems && !bare ? ', all different' : '') + (nullable ? ' or null' : '');
}
const formatOf = (shape) => shape.format ?? shape.contentEncoding ?? shape['x-format'];
function namesIn(schema) { return nodeIn(schema, 'properties')?.value.map((one) => one.name) ?? []; }

// Whether the control of a type can show a value.
function suits({def: shape, kind, nullable}, node) {
  if (kind === 'any' || (nullable && node.kind === 'null')) return true;
  if (kind === 'integer') return node.kind === 'number';
  if (kind === 'choice') return shape.enum.includes(node.value);
  if (kind === 'either') return partAt(shape, node) >= 0;
  if (formatOf(shape) === 'date') return node.kind === 'string' && node.value && h('input', {type: 'date', value: node.value}).value === node.value;
  if (kind === 'const') return node.kind === 'string' && node.value === shape.const;
  if (kind === 'tuple') return node.kind === 'array' && node.value.length === shape.items.length;
  if (kind !== 'map' && kind !== 'object') return node.kind === kind;
  const names = node.kind === 'object' && node.value.map((one) => one.name);
  return names && new Set(names).size === names.length && (kind === 'map' || names.every((one) => one in shape.properties));
}

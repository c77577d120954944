// The document (OpenRPC), and what its schemas say.

let shown, api, methods, entries;  // the document as text, as objects, its methods by name, and as the list has them
function learn(text) {
  api = plain(parse(shown = text));
  methods = new Map(api.methods.map((one) => [one.name, one]));
  entries = api.methods.map(entryOf);
}
// The server wrote each < as \u003c.
const baked = $('document').textContent.replace(/\\(u003c|.)/g, (all, c) => c[1] ? '<' : all);
learn(baked);

// The alternatives of a type, and the value of the member that tells which, where one does. Which of them a value is; -1: none.
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
function countFault(count, shape) {
  const bounds = boundsOf(shape) ?? {};
  if (count < Number(bounds.least) || count > Number(bounds.most)) return `must have ${rangeOf(bounds)}, not ${count}`;
}

// What is wrong with a text, beside its form.
const textFault = (text, shape) => countFault([...text].length, shape) ??
  (shape.pattern && !new RegExp(shape.pattern, 'u').test(text) ? `must match ${shape.pattern}` : undefined);

const withArticle = (type) => type.replace(/^(?!an[ y]|base64|null|[^a-z])/i, /^[aeio]/i.test(type) ? 'an ' : 'a ');

// In words; `brief` is without bounds.
function words(schema, brief) {
  const {def: shape, kind, nullable} = typeOf(schema);
  const all = (schemas, between) => schemas.map((one) => words(one, brief)).join(between);
  const said = kind === 'choice' ? shape.enum.map((one) => json(one)).join(' or ') : shape.title ?? {
    array: () => `list of ${words(shape.items, brief)}`,
    tuple: () => `[${all(shape.items, ', ')}]`,
    map: () => `map of ${words(shape.additionalProperties, brief)}`,
    either: () => all(partsOf(shape), ' or '),
    const: () => json(shape.const),
    string: () => formatOf(shape),
    any: () => 'any JSON',
  }[kind]?.() ?? kind;
  const range = brief || kind === 'tuple' ? undefined : boundsOf(shape);
  const bounds = range ? ` ${/^\S+ to \S+$/.test(rangeOf(range)) ? 'from' : 'of'} ${rangeOf(range)}` : '';
  return said + bounds + (brief || !shape.pattern ? '' : ` that matches ${shape.pattern}`) + (shape.uniqueItems && !brief ? ', all different' : '') + (nullable ? ' or null' : '');
}
const formatOf = (shape) => shape.format ?? shape.contentEncoding ?? shape['x-format'];
const namesIn = (schema) => nodeIn(schema, 'properties')?.value.map((one) => one.name) ?? [];

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

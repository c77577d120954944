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
const partsOf = (is) => is.oneOf ?? is.anyOf;
const tagsOf = ({oneOf, discriminator}) => oneOf?.map((one) => typeOf(one).is.properties[discriminator.propertyName].const);
function partAt(is, node) {
  const tag = is.oneOf && get(node, is.discriminator.propertyName);
  return is.oneOf ? tagsOf(is).findIndex((one) => tag?.kind === 'string' && tag.value === one)
    : is.anyOf.findIndex((one) => suits(typeOf(one), node));
}

// What a JSON Schema is about, its kind, and whether null is allowed.
function typeOf(schema) {
  let is = schema, nullable = false;
  for (;;) {
    const others = is.anyOf?.filter((one) => one.type !== 'null');
    const to = is.$ref ?? is['x-recursive'];  // within itself
    if (to) is = api.components.schemas[to.split('/').at(-1)];
    else if (is.allOf) [is] = is.allOf;
    else if (others?.length === 1) { [is] = others; nullable = true; }
    else break;
  }
  let kind = partsOf(is) ? 'either' : 'const' in is ? 'const' : is.enum ? 'choice' : is.type ?? 'any';
  if (Array.isArray(is.items)) kind = 'tuple';
  if (kind === 'object' && !is.properties) kind = is.additionalProperties ? 'map' : 'any';
  return {is, kind, nullable};
}

// The constraint of a type, if it has one: what is counted or compared, and its ends.
function boundsOf(is) {
  const units = {imum: '', Length: ' characters', Items: ' elements', Properties: ' elements'};
  const what = Object.keys(units).find((one) => `min${one}` in is || `max${one}` in is);
  if (what) return {least: is[`min${what}`], most: is[`max${what}`], unit: units[what]};
}
const rangeOf = ({least, most, unit}) =>
  (!most ? `at least ${least}` : !least ? `at most ${most}` : least === most ? `exactly ${least}` : `${least} to ${most}`) + unit;
function countFault(count, is) {
  const bounds = boundsOf(is) ?? {};
  if (count < Number(bounds.least) || count > Number(bounds.most)) return `must have ${rangeOf(bounds)}, not ${count}`;
}

// What is wrong with a text, beside its form.
const textFault = (text, is) => countFault([...text].length, is) ??
  (is.pattern && !new RegExp(is.pattern, 'u').test(text) ? `must match ${is.pattern}` : undefined);

const withArticle = (type) => type.replace(/^(?!an[ y]|base64|null|[^a-z])/i, /^[aeio]/i.test(type) ? 'an ' : 'a ');

// In words; `brief` is without bounds.
function words(schema, brief) {
  const {is, kind, nullable} = typeOf(schema);
  const all = (schemas, between) => schemas.map((one) => words(one, brief)).join(between);
  const said = kind === 'choice' ? is.enum.map((one) => json(one)).join(' or ') : is.title ?? {
    array: () => `list of ${words(is.items, brief)}`,
    tuple: () => `[${all(is.items, ', ')}]`,
    map: () => `map of ${words(is.additionalProperties, brief)}`,
    either: () => all(partsOf(is), ' or '),
    const: () => json(is.const),
    string: () => formatOf(is),
    any: () => 'any JSON',
  }[kind]?.() ?? kind;
  const range = brief || kind === 'tuple' ? undefined : boundsOf(is);
  const bounds = range ? ` ${/^\S+ to \S+$/.test(rangeOf(range)) ? 'from' : 'of'} ${rangeOf(range)}` : '';
  return said + bounds + (brief || !is.pattern ? '' : ` that matches ${is.pattern}`) + (is.uniqueItems && !brief ? ', all different' : '') + (nullable ? ' or null' : '');
}
const formatOf = (is) => is.format ?? is.contentEncoding ?? is['x-format'];
const namesIn = (schema) => nodeIn(schema, 'properties')?.value.map((one) => one.name) ?? [];

// Whether the control of a type can show a value.
function suits({is, kind, nullable}, node) {
  if (kind === 'any' || (nullable && node.kind === 'null')) return true;
  if (kind === 'integer') return node.kind === 'number';
  if (kind === 'choice') return is.enum.includes(node.value);
  if (kind === 'either') return partAt(is, node) >= 0;
  if (formatOf(is) === 'date') return node.kind === 'string' && node.value && h('input', {type: 'date', value: node.value}).value === node.value;
  if (kind === 'const') return node.kind === 'string' && node.value === is.const;
  if (kind === 'tuple') return node.kind === 'array' && node.value.length === is.items.length;
  if (kind !== 'map' && kind !== 'object') return node.kind === kind;
  const names = node.kind === 'object' && node.value.map((one) => one.name);
  return names && new Set(names).size === names.length && (kind === 'map' || names.every((one) => one in is.properties));
}

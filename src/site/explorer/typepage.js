// The page of a type: its members, a sample, and where it is used; links to such pages.

const refsIn = (from) => [...json(from).matchAll(/(?:\$ref":"#.{20}|x-recursive":")(.+?)"/g)].map(([, name]) => name);
const titleIn = (name) => api.components.schemas[name].title ?? name;
const typeLink = (name) => h('a', {href: `#/type/${name}`}, titleIn(name));

// What words() says, with the names of types as links.
function linked(schema, brief) {
  const refs = refsIn(schema), titles = refs.map(titleIn);
  return words(schema, brief).split(new RegExp(refs.length ? `\\b(${titles.map(escaped).join('|')})\\b` : '$'))
    .map((part, i) => i % 2 ? typeLink(refs[titles.indexOf(part)]) : part);
}

const facts = (pairs) => h('dl.facts', pairs.map(([term, said]) => [h('dt', term), h('dd.lines', said)]));
const described = (schema, doc) => [linked(schema), doc ? `: ${doc}` : ''];
function membersOf(name) {
  const shape = api.components.schemas[name], {oneOf, properties, required = []} = shape;
  return oneOf ? facts(tagsOf(shape).map((one, i) => [json(one), linked(oneOf[i])])) : !properties ? h('p', words(shape))
    : facts(namesIn(shape).map((one) => [one, [required.includes(one) ? '' : 'optional ', described(properties[one], properties[one].description)]]));
}

// A value of the type as text; undefined where it would contain itself.
function sampleOf(schema) {
  const {def: shape, kind, nullable} = typeOf(schema), {least, most} = boundsOf(shape) ?? {};
  const given = nodeIn(schema, 'default') ?? nodeIn(shape, 'const') ?? (nodeIn(shape, 'examples') ?? nodeIn(shape, 'enum'))?.value[0];
  if (shape !== schema && json(schema).includes('x-recursive')) return nullable ? 'null' : undefined;
  const all = (schemas) => schemas.map(sampleOf).filter(Boolean);
  const named = (name, one) => all([one]).map((text) => `${json(name)}:${text}`);
  const made = {
    object: () => `{${namesIn(shape).flatMap((name) => named(name, shape.properties[name]))}}`, map: () => `{${named('name', shape.additionalProperties)}}`,
    array: () => `[${all(Array(Number(least) || 1).fill(shape.items))}]`, tuple: () => `[${all(shape.items)}]`, either: () => all(partsOf(shape))[0],
    boolean: () => 'true', string: () => json('text'.padEnd(least, 'x').slice(0, most)), any: () => '{}', null: () => 'null',
  };
  return given?.text ?? made[kind]?.() ?? String(least > 1 ? least : most < 1 ? most : 1);
}

function typePage(name) {
  const all = api.components.schemas, uses = (from) => refsIn(from).includes(name);
  if (!all[name]) return unknownPage(name, 'type', Object.keys(all), '#/type/');
  const users = [...[...methods.values()].filter((one) => uses([one.params, one.result])).map((one) => h('a', {href: `#${one.name}`}, one.name)),
    ...Object.keys(all).filter((one) => uses(all[one])).map(typeLink)];
  return {node: page(titleIn(name), membersOf(name), h('h2', 'Sample'), h('pre', {tabIndex: 0}, prettyText(sampleOf(all[name]))),
    h('h2', 'Used by'), h('ul', users.map((one) => h('li.mono', one))))};
}

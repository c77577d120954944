// The other pages.

const page = (title, ...parts) => h('div.page.gap', h('h1', {tabIndex: -1}, title), ...parts);
const counted = (count, what = 'method') => `${count} ${what}${count === 1 ? '' : 's'}`;

const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };

// Each method with its summary, under the name of its group.
function homePage() {
  const groups = groupsOf(entries), {title, version, description} = api.info, events = entries.filter((one) => one.mark).length;
  const facts = [`${title} ${version}`, counted(methods.size - events) + secret(' for this token'), ...events ? [counted(events, 'event')] : []];
  return {isHome: true, node: page('Methods', h('p.row.quiet', facts.map((one) => h('span', one)), downloads()), description && h('p.lines', description),
    groups.map(([name, all]) => [name && h('h2', name), h('ul.methods', all.map(({method, deprecated, summary, mark}) =>
      h('li', h('a', {href: `#${method}`}, h(deprecated ? 's' : 'span', method)), h('span', mark && h('span.tag', 'event'), ' ', summary))))]))};
}

const tokenPage = () => ({isHome: true, node: page(api.info.title, h('p', 'This server requires a token to list methods.'),
  tokenForm())});

const noSuch = (kind, name) => `There is no ${kind} “${name}” here${secret(', for this token')}.`;
function unknownPage(name, kind = 'method', names = [...methods.keys()], to = '#') {
  const message = noSuch(kind, name);
  const pairs = (text) => [...text.toLowerCase()].map((c, i, all) => c + (all[i + 1] ?? ''));
  const asked = new Set(pairs(name));
  const similarity = (other) => 2 * pairs(other).filter((pair) => asked.has(pair)).length / (asked.size + other.length);
  const near = names.filter((one) => similarity(one) > .4).sort((a, b) => similarity(b) - similarity(a)).slice(0, 3);
  say(message);
  return {node: page(`Unknown ${kind}`, h('p', message), near.length > 0 && h('p', 'Similar names:'),
    h('ul', near.map((one) => h('li', h('a.mono', {href: to + one}, one)))))};
}

// A type: its members, a sample, and where it is used; links to such pages.

const refsIn = (from) => [...json(from).matchAll(/(?:\$ref":"#.{20}|x-recursive":")(.+?)"/g)].map(([, name]) => name);
const types = () => api.components.schemas;
const titleIn = (name) => types()[name].title ?? name;
const baseOf = (name) => types()[name]?.variantOf ?? name;
const typeLink = (name) => h('a', {href: `#/type/${baseOf(name)}`}, titleIn(name));
const typeNames = () => Object.keys(types()).filter((name) => baseOf(name) === name);

// brief() with the names of types as links.
function linked(schema) {
  const refs = refsIn(schema), titles = refs.map(titleIn);
  return h('span', {title: words(schema)}, brief(schema).split(new RegExp(refs.length ? `\\b(${titles.map(escaped).join('|')})\\b` : '$'))
    .map((part, i) => i % 2 ? typeLink(refs[titles.indexOf(part)]) : unbroken(part)));
}

const facts = (pairs) => h('dl.facts', pairs.map(([term, text]) => [h('dt', term), h('dd.lines', text)]));
function membersOf(name) {
  const shape = types()[name], {oneOf, properties, required = []} = shape;
  const member = (one) => [linked(properties[one]), !required.includes(one) && ', optional',
    'default' in properties[one] && `, default ${nodeIn(properties[one], 'default').text}`,
    properties[one].description && h('p.doc.lines', properties[one].description)];
  if (oneOf) return facts(tagsOf(shape).map((one, i) =>
    [`${shape.discriminator.propertyName}: ${json(one)}`, [linked(oneOf[i]), h('p.doc', namesIn(typeOf(oneOf[i]).def).join(', '))]]));
  return !properties ? h('p', linked({...shape, title: undefined}))
    : facts(namesIn(shape).map((one) => [one, member(one)]));
}
// Members that are optional in parameters but always present in results.
function differenceIn(name) {
  const {[name]: shape, [`${name}_result`]: other} = types();
  const always = other?.variantOf === name && (other.required ?? []).filter((one) => !(shape.required ?? []).includes(one));
  return always?.length && h('p', 'In a result ', always.map((one, i) => [i ? ', ' : '', h('code', one)]),
    always.length > 1 ? ' are always present.' : ' is always present.');
}
// A method in one line: (name: type, name: type = default) → type
const signature = (method) => h('code', h('a', {href: `#${method.name}`}, method.name), '(', method.params.map((one, i) =>
  [i ? ', ' : '', one.name, ': ', brief(one.schema, true), nodeIn(one.schema, 'default') ? ` = ${nodeIn(one.schema, 'default').text}` : one.required ? '' : ', optional']),
') → ', brief(method.result.schema, true));

// A value of the type as text; undefined where it would contain itself.
function sampleOf(schema) {
  const {def: shape, kind, nullable} = typeOf(schema), {least, most} = boundsOf(shape) ?? {};
  const given = nodeIn(schema, 'default') ?? nodeIn(shape, 'const') ?? (nodeIn(shape, 'examples') ?? nodeIn(shape, 'enum'))?.value[0];
  if (shape !== schema && json(schema).includes('x-recursive')) return nullable ? 'null' : undefined;
  const all = (schemas) => schemas.map(sampleOf).filter(Boolean);
  const named = (name, one) => all([one]).map((text) => `${json(name)}:${text}`);
  const made = {
    object: () => `{${namesIn(shape).flatMap((name) => named(name, shape.properties[name]))}}`, map: () => `{${named('name', shape.additionalProperties)}}`,
    array: () => `[${all(Array(Math.min(50, least || 1)).fill(shape.items))}]`, tuple: () => `[${all(shape.items)}]`, either: () => all(partsOf(shape))[0],
    boolean: () => 'true', string: () => json('text'.padEnd(least, 'x').slice(0, most)), any: () => '{}', null: () => 'null',
  };
  return given?.text ?? made[kind]?.() ?? String(least > 1 ? least : most < 1 ? most : 1);
}

function typePage(asked) {
  const all = types(), name = baseOf(asked), uses = (from) => refsIn(from).some((one) => baseOf(one) === name);
  if (!all[name]) return unknownPage(asked, 'type', typeNames(), '#/type/');
  const users = [...[...methods.values()].filter((one) => uses([one.params, one.result])).map(signature),
    ...typeNames().filter((one) => one !== name && uses(all[one])).map(typeLink)];
  return {node: page(titleIn(name), all[name].description && h('p.lines', all[name].description), membersOf(name), differenceIn(name),
    h('h2', 'Sample'), h('pre', {tabIndex: 0}, painted(prettyText(sampleOf(all[name])))),
    h('h2', 'Used by'), h('ul.users', users.map((one) => h('li.mono', one))))};
}

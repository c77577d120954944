// Values as they are read: as a tree, as a table, and as texts that mean something.

const isNested = ({kind}) => kind === 'array' || kind === 'object';

// Long values are shown in parts, with a button for the rest; `room` is the budget of one part. All members of an object are
// shown; only values nested in them are deferred.
let room;
function inParts(place, total, make, where, foot = place, at = 0, all = false) {
  const end = Math.min(total, at + 200);
  do place.append(make(at)); while (++at < end && (all || room > 0));
  place.normalize();
  if (at < total) foot.append(button(`${total - at} more${where}`, (from) => {
    from.closest('.tree').focus({preventScroll: true});
    from.remove();
    room = 1e4;
    inParts(place, total, make, where, foot, at, all);
  }));
  return place;
}
const parts = (place, text, where = '') => inParts(place, Math.ceil(text.length / 2000), (i) => {
  const part = text.slice(i * 2000, (i + 1) * 2000);
  room -= part.length + 40;
  return part;
}, ` parts${where}`);

// A value in colours. What is nested is drawn when it opens.
function tree(node, schema, where = '', depth = 0, key = '', after = '') {
  const name = key && [h('span.key', key), ': '], all = node.value, {def: shape} = typeOf(schema || {});
  if (!isNested(node) || !all.length) return h('div', name, leaf(node, shape, where, after));
  const [begin, end] = node.kind === 'array' ? '[]' : '{}', isObject = node.kind === 'object';
  const inner = h('div');
  const fold = h('details', h('summary', name, begin, h('span.quiet', ` ${all.length} … ${end}${after}`)), inner, h('p', end, after));
  const draw = () => inParts(inner, all.length, (i) => {
    const one = all[i];
    return tree(one.node ?? one, shape.properties?.[one.name] ?? shape.items ?? shape.additionalProperties,
      `${where || ' of '}${one.node ? `.${one.name}` : `[${i}]`}`, depth + 1, one.key, i + 1 < all.length ? ',' : '');
  }, where, inner, 0, isObject);
  fold.ontoggle = () => { room = 1e4; inner.firstChild || draw(); };
  if (depth < 6 && (depth < 2 || all.length < 30) && room > 0) { draw(); fold.open = true; }
  return fold;
}

// A scalar as sent, followed by its meaning: the local time or the number of bytes.
function leaf({kind, value, text}, shape, where, after = '') {
  const raw = parts(h(`span.${kind}`), text, where);
  if (kind !== 'string') return [raw, after];
  if (/^https?:\/\/\S{1,2000}$/i.test(value))
    return [h('span.string', '"', h('a', {href: value, target: '_blank', rel: 'noreferrer'}, text.slice(1, -1)), '"'), after];
  const isBytes = formatOf(shape) === 'base64';
  const meaning = isBytes ? `${Math.floor(`${value}=`.indexOf('=') * 3 / 4)} bytes` : meaningOf(value);
  return [raw, after, meaning && h('span.means', ` ${meaning}`), isBytes && h('a.means', {href: `data:;base64,${value}`, download: 'bytes'}, 'Download')];
}
// A date's weekday; a point in time here, in ISO order.
function meaningOf(text) {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/i.exec(text) ?? [], at = new Date(text);
  if (isNaN(at) || !new Date(day).toJSON()?.startsWith(day)) return '';  // February 30 would be March 1
  if (!time) return at.toLocaleDateString('en', {weekday: 'long', timeZone: 'UTC'});
  return `${timeAt(at)} ${at.toLocaleTimeString('en', {timeZoneName: 'short'}).split(' ').at(-1)}`;
}

// The list of objects that a table can show: the result, or the only list in it. `beside`: the other members of the result.
function listIn(result, schema = {}) {
  const {def: shape} = typeOf(schema), list = (node, type, more) => {
    const row = node.kind === 'array' && node.value[0] && typeOf(typeOf(type || {}).def.items || {}).def;
    if (row?.properties && node.value.every((one, i) => one.kind === 'object' && i < 9999)) return {rows: node.value, row, ...more};
  };
  if (result.kind !== 'object') return list(result, schema);
  const lists = result.value.filter(({node}) => node.kind === 'array'), [only] = lists;
  if (lists.length === 1) return list(only.node, shape.properties?.[only.name], {name: only.name, beside: result.value.filter((one) => one !== only)});
}

// With the columns of their type; sorted by a click, numbers by each digit.
function table({rows: list, row: shape, name = '', beside = []}, csvPlace) {
  const columns = namesIn(shape), body = h('tbody'), foot = h('div');
  const rows = list.map((row) => columns.map((name) => get(row, name)));
  const isNumber = columns.map((_, i) => rows.every((row) => !row[i] || /number|null/.test(row[i].kind)));
  const heads = columns.map((name, i) => h(`th${isNumber[i] ? '.right' : ''}`, {scope: 'col'}, button(name, ({parentNode: head}) => {
    const down = head.ariaSort === 'ascending';
    down ? rows.reverse() : rows.sort((a, b) => compare(a[i], b[i]));
    for (const one of heads) one.ariaSort = null;
    head.ariaSort = down ? 'descending' : 'ascending';
    say(`${name}, ${head.ariaSort}`);
    fill();
  }, 'button.plain')));
  const cell = (one) => !one ? '' : one.kind === 'string' ? one.value.slice(0, 500) : h(one.kind === 'null' ? 'span.quiet' : 'span', compact(one, ' ').slice(0, 500));
  function fill() {
    room = 1e4;
    body.replaceChildren();
    foot.replaceChildren();
    inParts(body, rows.length, (at) => {
      room -= 40 * columns.length;
      return h('tr', rows[at].map((one, i) => h(`td${isNumber[i] ? '.right' : ''}`, h('div', cell(one)))));
    }, ' rows', foot);
  }
  fill();
  csvPlace.append(button('CSV', (from) => copy(csv([columns, ...rows.map((row) => row.map(cellText))]), from), 'button.plain', {ariaLabel: 'Copy as CSV'}));
  return h('div', h('p.row.quiet', h('span', `${name} ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`.trim()), beside.map(({name, node}) =>
    h('span', `${name}: ${compact(node, ' ').slice(0, 200)}`))), h('table', h('thead', h('tr', heads)), body), foot);
}

// RFC 4180
const csv = (lines) => lines.map((line) => `${line.map((one) => /[",\r\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)}\r\n`).join('');
const cellText = (node) => !node || node.kind === 'null' ? '' : node.kind === 'string' ? node.value : compact(node);
function compare(a, b) {
  const [[kind, x], [other, y]] = [a, b].map((node) => [node?.kind ?? '',
    node?.kind !== 'number' ? node?.text : /[.eE]/.test(node.text) ? Number(node.text) : BigInt(node.text)]);
  return kind < other || (kind === other && x < y) ? -1 : kind > other || x > y ? 1 : 0;
}

// Values as they are read: as a tree, as a table, and as texts that mean something.

const isNested = ({kind}) => kind === 'array' || kind === 'object';

// What is long is shown in parts: what is laid out before anybody waits, and a button for more of it.
let room;
function inParts(place, total, make, where, foot = place, at = 0) {
  const end = Math.min(total, at + 200);
  do place.append(make(at)); while (++at < end && room > 0);
  place.normalize();
  if (at < total) foot.append(button(`${total - at} more${where}`, (from) => {
    from.closest('.tree').focus({preventScroll: true});
    from.remove();
    room = 1e4;
    inParts(place, total, make, where, foot, at);
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
  const name = key && `${key}: `, all = node.value, {def: shape} = typeOf(schema || {});
  if (!isNested(node) || !all.length) return h('div', name, leaf(node, shape, where), after);
  const [begin, end] = node.kind === 'array' ? '[]' : '{}';
  const inner = h('div');
  const fold = h('details', h('summary', name, begin, h('span.quiet', ` ${all.length} … ${end}${after}`)), inner, h('p', end, after));
  const draw = () => inParts(inner, all.length, (i) => {
    const one = all[i];
    return tree(one.node ?? one, shape.properties?.[one.name] ?? shape.items ?? shape.additionalProperties,
      `${where || ' of '}${one.node ? `.${one.name}` : `[${i}]`}`, depth + 1, one.key, i + 1 < all.length ? ',' : '');
  }, where);
  fold.ontoggle = () => { room = 1e4; inner.firstChild || draw(); };
  if (depth < 6 && (depth < 2 || all.length < 30) && room > 0) { draw(); fold.open = true; }
  return fold;
}

// A value alone. What a text means is shown before how it was sent; bytes are known by their type.
function leaf({kind, value, text}, shape, where) {
  const raw = parts(h(`span.${kind}`), text, where);
  if (kind !== 'string') return raw;
  if (/^https?:\/\/\S{1,2000}$/i.test(value))
    return h('span.string', '"', h('a', {href: value, target: '_blank', rel: 'noreferrer'}, text.slice(1, -1)), '"');
  const isBytes = formatOf(shape) === 'base64', [isDate, time] = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/i.exec(value) ?? [];
  const told = isBytes ? `${Math.floor(`${value}=`.indexOf('=') * 3 / 4)} bytes`
    : isDate && !isNaN(Date.parse(value)) && new Date(value).toLocaleString([], {dateStyle: 'medium', ...time ? {timeStyle: 'long'} : {timeZone: 'UTC'}});
  return told ? [h('details.means', h('summary', told), raw), isBytes && h('a', {href: `data:;base64,${value}`, download: 'bytes'}, 'Download')] : raw;
}

// A list of objects, with the columns of their type; sorted by a click, numbers by each digit.
function table(list, shape) {
  const columns = namesIn(shape), body = h('tbody'), foot = h('div');
  const rows = list.map((row) => columns.map((name) => get(row, name)));
  const heads = columns.map((name, i) => h('th', {scope: 'col'}, button(name, ({parentNode: head}) => {
    const down = head.ariaSort === 'ascending';
    down ? rows.reverse() : rows.sort((a, b) => compare(a[i], b[i]));
    for (const one of heads) one.ariaSort = null;
    head.ariaSort = down ? 'descending' : 'ascending';
    say(`${name}, ${head.ariaSort}`);
    fill();
  }, 'button.plain')));
  function fill() {
    room = 1e4;
    body.replaceChildren();
    foot.replaceChildren();
    inParts(body, rows.length, (at) => h('tr', rows[at].map((one, i) =>
      h('td', one ? tree(one, shape.properties?.[columns[i]], ` of ${columns[i]}, row ${at + 1}`, 9) : ''))), ' rows', foot);
  }
  fill();
  return h('div', button('Copy CSV', (from) => copy(csv([columns, ...rows.map((row) => row.map(cellText))]), from), 'button.plain'),
    h('table', h('thead', h('tr', heads)), body), foot);
}

// RFC 4180
const csv = (lines) => lines.map((line) => `${line.map((one) => /[",\r\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)}\r\n`).join('');
const cellText = (node) => !node || node.kind === 'null' ? '' : node.kind === 'string' ? node.value : compact(node);
function compare(a, b) {
  const [[kind, x], [other, y]] = [a, b].map((node) => [node?.kind ?? '',
    node?.kind !== 'number' ? node?.text : /[.eE]/.test(node.text) ? Number(node.text) : BigInt(node.text)]);
  return kind < other || (kind === other && x < y) ? -1 : kind > other || x > y ? 1 : 0;
}

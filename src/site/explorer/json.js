// JSON as text and as nodes; numbers are text all the way, so that none is rounded.

class Fault extends Error {
  constructor(message, at) { super(message); this.at = at; }
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*/y;  // but its end
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

// Text into {kind, value, text, from}: `text` is as it was written; the value of an array is nodes, that of
// an object {name, key, at, is}. Throws a Fault with its place.      RFC 8259
function parse(text) {
  let at = 0, depth = 0;
  const fail = (what) => { throw new Fault(at < text.length ? what : `the text ends, but ${what}`, at); };
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const eat = (sign) => { take(SPACE); return text[at] === sign && Boolean(++at); };
  const string = () => {
    const begin = take(STRING);
    if (text[at++] === '"') return begin + '"';
    --at;
    return fail('this can’t stand in a string');
  };
  const list = (close, each) => {
    if (++depth > 200) fail('this is nested too deep');
    if (!eat(close)) {
      do each(); while (eat(','));
      if (!eat(close)) fail(`“,” or “${close}” is expected`);
    }
    --depth;
  };
  const member = () => {
    take(SPACE);
    const place = at;
    if (text[at] !== '"') fail('a name in quotes is expected');
    const key = string();
    if (!eat(':')) fail('“:” is expected');
    return {name: JSON.parse(key), key, at: place, is: value()};
  };
  const value = () => {
    take(SPACE);
    const from = at, parts = [];
    const node = (kind, is) => ({kind, value: is, from, text: text.slice(from, at)});
    if (eat('[')) return list(']', () => parts.push(value())), node('array', parts);
    if (eat('{')) return list('}', () => parts.push(member())), node('object', parts);
    if (text[at] === '"') return node('string', JSON.parse(string()));
    if (take(NUMBER)) return node('number', text.slice(from, at));
    const word = take(WORD) ?? fail('a value is expected');
    return word === 'null' ? node('null', null) : node('boolean', word === 'true');
  };
  const root = value();
  take(SPACE);
  if (at < text.length) fail('nothing more is expected');
  return root;
}
function parsed(text) { try { return parse(text); } catch { /* undefined */ } }
function get(node, name) {
  if (node?.kind === 'object') return node.value.find((one) => one.name === name)?.is;
}

// A node as text again, tokens as they were: in one line, or indented where that is long.
function compact(node, space = '') {
  const join = (parts) => parts.join(`,${space}`);
  if (node.kind === 'array') return `[${join(node.value.map((one) => compact(one, space)))}]`;
  if (node.kind !== 'object') return node.text;
  return `{${join(node.value.map((one) => `${one.key}:${space}${compact(one.is, space)}`))}}`;
}
function pretty(node, indent = '', open = false) {
  const short = compact(node, ' ');
  if (!/^[[{]./.test(short) || (!open && short.length + indent.length < 32)) return short;
  const lines = node.value.map((one) => `\n${indent}  ${one.key ? `${one.key}: ` : ''}${pretty(one.is ?? one, `${indent}  `)}`);
  return `${short[0]}${lines}\n${indent}${short.at(-1)}`;
}
const compactText = (text) => { const node = parsed(text); return node ? compact(node) : text; };
const prettyText = (text) => { const node = parsed(text); return node ? pretty(node, '', true) : text; };

// Nodes as objects, numbers as text; each remembers its node.
const source = Symbol('node');
function plain(node) {
  if (node.kind === 'array') return node.value.map(plain);
  if (node.kind !== 'object') return node.value;
  const made = Object.create(null);
  made[source] = node;
  for (const one of node.value) made[one.name] = plain(one.is);
  return made;
}
const nodeIn = (object, name) => get(object[source], name);

function showPlace(text, {message, at}) {
  const before = text.slice(0, at).split('\n');
  const column = before.at(-1).length;
  const line = text.split('\n')[before.length - 1];
  return [h('p.fault', `Line ${before.length}, column ${column + 1}: ${message}.`),
    h('pre.place', line.slice(0, column), h('mark', line[column] ?? ' '), line.slice(column + 1))];
}

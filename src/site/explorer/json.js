// JSON as text and as nodes; numbers are text all the way, so that none is rounded.

class TextError extends Error {
  constructor(message, at) { super(message); this.at = at; }
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /[^"\\\x00-\x1f]{1,9999}|(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})){1,999}/y;  // a part of one
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

// Text into {kind, value, text, from}: `text` is as it was written; the value of an array is nodes, that of
// an object {name, key, at, node}. Throws a TextError. Yields often; the last yield is the root.     RFC 8259
function* parsing(text) {
  let at = 0, depth = 0;
  const fail = (what) => { throw new TextError(at < text.length ? what : `the text ends, but ${what}`, at); };
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const eat = (sign) => { take(SPACE); return text[at] === sign && Boolean(++at); };
  function* string() {
    let made = '', part;
    for (++at; (part = take(STRING)); yield) made += part[0] === '\\' ? JSON.parse(`"${part}"`) : part;
    if (text[at] !== '"') fail('this can’t stand in a string');
    ++at;
    return made;
  }
  function* list(close, each, parts = []) {
    if (++depth > 200) fail('this is nested too deep');
    if (!eat(close)) {
      do parts.push(yield* each()); while (eat(','));
      if (!eat(close)) fail(`“,” or “${close}” is expected`);
    }
    --depth;
    return parts;
  }
  function* member() {
    take(SPACE);
    const place = at;
    if (text[at] !== '"') fail('a name in quotes is expected');
    const name = yield* string(), key = text.slice(place, at);
    if (!eat(':')) fail('“:” is expected');
    return {name, key, at: place, node: yield* value()};
  }
  function* value() {
    yield;
    take(SPACE);
    const from = at;
    const node = (kind, content) => ({kind, value: content, from, text: text.slice(from, at)});
    if (eat('[')) return node('array', yield* list(']', value));
    if (eat('{')) return node('object', yield* list('}', member));
    if (text[at] === '"') return node('string', yield* string());
    if (take(NUMBER)) return node('number', text.slice(from, at));
    const word = take(WORD) ?? fail('a value is expected');
    return word === 'null' ? node('null', null) : node('boolean', word === 'true');
  }
  const root = yield* value();
  take(SPACE);
  if (at < text.length) fail('nothing more is expected');
  yield root;
}
function parse(text) { for (const root of parsing(text)) if (root) return root; }
// As parse(), with pauses that keep the page responsive.
async function parseSlowly(text, signal) {
  let until = 0;
  for (const root of parsing(text)) {
    if (root) return root;
    if (performance.now() < until) continue;
    await new Promise((go) => setTimeout(go));
    if (signal.aborted) return;
    until = performance.now() + 9;
  }
}
function parsed(text) { try { return parse(text); } catch { /* undefined */ } }
function get(node, name) {
  if (node?.kind === 'object') return node.value.find((one) => one.name === name)?.node;
}

// A node as text again, tokens as they were: in one line, or indented where that is long.
function compact(node, space = '') {
  const join = (parts) => parts.join(`,${space}`);
  if (node.kind === 'array') return `[${join(node.value.map((one) => compact(one, space)))}]`;
  if (node.kind !== 'object') return node.text;
  return `{${join(node.value.map((one) => `${one.key}:${space}${compact(one.node, space)}`))}}`;
}
function pretty(node, indent = '', open = false) {
  const short = compact(node, ' ');
  if (!/^[[{]./.test(short) || (!open && short.length + indent.length < 32)) return short;
  const lines = node.value.map((one) => `\n${indent}  ${one.key ? `${one.key}: ` : ''}${pretty(one.node ?? one, `${indent}  `)}`);
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
  for (const one of node.value) made[one.name] = plain(one.node);
  return made;
}
const nodeIn = (object, name) => get(object[source], name);

function showPlace(text, {message, at}) {
  const lines = text.slice(0, at).split('\n'), before = lines.at(-1), [after] = text.slice(at).split('\n');
  return [h('p.error', `Line ${lines.length}, column ${before.length + 1}: ${message}.`),
    h('pre.place', before, h('mark', after[0] ?? ' '), after.slice(1))];
}

// Calls as code for other clients.

// The MCP tool name of a method, if it has one.
const toolName = ({name, 'x-tool': tool, 'x-event': event}) => dataset.mcp && !event && !tool?.hidden && (tool?.name ?? name.replace(/[./]/g, '_'));

const spellings = {
  curl: (text, name) => curl(text, undefined, methods.get(name)?.['x-event']),
  // A string that looks like JSON might be read as such.
  callbox: (text, name, params = '{}') => {
    const given = parse(params), all = given.kind === 'array' ? given.value.map((node, i) => ({name: methods.get(name).params[i]?.name, node})) : given.value;
    const isPlain = all.every(({node}) => node.kind !== 'string' || !parsed(node.value));
    return `callbox call --follow ${quoted(endpoint)} ${name}${secret(' --token-file FILE')}` + (isPlain
      ? all.map((one) => ` ${quoted(`${one.name}=${one.node.kind === 'string' ? one.node.value : compact(one.node)}`)}`).join('') : ` --json ${quoted(params)}`);
  },
};

// Code for the clients that `callbox-openrpc client` generates, with their naming rules.
const snake = (name) => name.split(/[^A-Za-z0-9]+|(?<=[^A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter(Boolean).join('_').toLowerCase() || 'value';
const camel = (name) => snake(name).replace(/_(.)/g, (_, one) => one.toUpperCase());
const pascal = (name) => camel(name).replace(/^./, (one) => one.toUpperCase()).replace(/^\d/, '_$&');
const free = (name, reserved) => name.replace(new RegExp(`^(${reserved})$`), '$1_');
const safe = (name, to, more = '') => free(to.style(name).replace(/^\d/, '_$&'), to.reserved + more);
const each = (pairs, form) => pairs.map(([name, text]) => form(name, text)).join(', ');
const classOf = (title, to) => free(pascal(title), to.types);
const space = () => snake(api.info.title).replace(/^callbox$/, '$&_');
const clients = {
  TypeScript: {
    style: camel, reserved: '', gap: 'undefined', pair: (name, text) => `${/^[a-z_]\w*$/i.test(name) ? name : json(name)}: ${text}`,
    whole: (title, call, use) => `import {${title}} from './client';\n\nconst api = new ${title}(${json(endpoint)}${secret(', {token}')});\n` +
      (use === 'follow' ? `for await (const event of ${call}) console.log(event);` : `console.log(await ${call});`),
  },
  Python: {
    style: snake, reserved: 'and|as|assert|async|await|bool|break|bytes|class|continue|dataclasses|def|del|elif|else|except|finally|float|for|from|' +
      'global|if|import|in|int|is|lambda|nonlocal|not|or|pass|raise|return|self|str|try|while|with|yield',
    top: '|batch|call|close|notify|of|timeout|watch|with_timeout',
    types: 'A|Any|B|BrokenPipeError|C|Call|CallError|Callable|ConnectionError|ConnectionLost|ConnectionResetError|Coroutine|Date|DateTime|' +
      'DeprecationWarning|Dict|Exception|Failure|False|ForwardRef|Generator|Generic|Got|Json|KeyError|List|Literal|Mapping|None|NotConnected|Null|' +
      'Optional|P|ParamSpec|Reason|RecursionError|RuntimeError|Sequence|Set|StopIteration|TimedOut|TimeoutError|True|Tuple|Type|TypeError|TypeVar|' +
      'Union|ValueError',
    words: {null: 'None', true: 'True', false: 'False'}, pair: (name, text) => `${json(name)}: ${text}`, member: (name, text) => `${safe(name, clients.Python)}=${text}`,
    absent: 'NULL', tuple: (all) => `(${all.join(', ')}${all.length > 1 ? '' : ','})`,
    struct: (title, all) => `${title}${title === classOf(api.info.title, clients.Python) ? '_2' : ''}(${all})`,
    texts: {
      date: (text) => `date.fromisoformat(${json(text)})`,
      'date-time': (text) => `datetime.fromisoformat(${json(text.replace(/z$/i, '+00:00').replace(/\.\d+/, (all) => all.slice(0, 7).padEnd(7, 0)))})`,
      uuid: (text) => `UUID(${json(text)})`, base64: (text) => `b64decode(${json(text)})`,
    },
    whole: (title, call, use) => {
      const modules = Object.entries({b64decode: 'base64', date: 'datetime', datetime: 'datetime', UUID: 'uuid'})
        .map(([name, from]) => RegExp(`\\b${name}[(.]`).test(call) ? `from ${from} import ${name}\n` : '');
      const used = use === 'follow' ? `for event in ${call}:\n    print(event)` : use ? `print(${call})` : call;
      return `${modules.join('')}from client import *\n\napi = ${title}(${json(endpoint)}${secret(', token=token')})\n${used}`;
    },
  },
  'C++': {
    style: snake, reserved: 'and|auto|bool|break|by|case|catch|char|class|const|continue|default|delete|do|double|else|enum|explicit|export|extern|' +
      'false|float|for|friend|goto|if|inline|int|long|named|namespace|new|not|operator|or|private|protected|public|register|' +
      'return|short|signed|static|struct|switch|template|this|throw|true|try|typedef|union|unsigned|using|virtual|void|' +
      'volatile|while|xor',
    gap: '{}', list: '{}', words: {null: '{}'}, pair: (name, text) => `{${json(name)}, ${text}}`, member: (name, text) => `.${safe(name, clients['C++'])} = ${text}`,
    struct: (title, all) => `${space()}::${title}{${all}}`, choice: (title, text) => `${space()}::${title}::${safe(text, clients['C++'])}`,
    whole: (title, call, use) => `#include "client.hpp"\n\n${space()}::Client api(${json(endpoint)}${secret(', {.token = token}')});\n` +
      (use === 'follow' ? `auto events = ${call};\nwhile (auto event = events.next()) use(*event);` : `auto result = ${call};`),
  },
};
function literal(node, schema, to, isRequired = true) {
  let type = typeOf(schema || {});
  const at = type.kind === 'either' ? partAt(type.def, node) : -1;
  if (at >= 0) type = typeOf(partsOf(type.def)[at]);
  const {def: shape, kind} = type, title = shape.title && classOf(shape.title, to), [open, close] = to.list ?? '[]';
  if (node.kind === 'array') {
    const all = node.value.map((one, i) => literal(one, kind === 'tuple' ? shape.items[i] : shape.items, to));
    return kind === 'tuple' && to.tuple ? to.tuple(all) : open + all.join(', ') + close;
  }
  if (node.kind === 'null' && !isRequired && to.absent) return to.absent;
  if (node.kind === 'string') return shape.enum && to.choice ? to.choice(title, node.value) : (to.texts?.[formatOf(shape)] ?? json)(node.value);
  if (node.kind !== 'object') return node.kind === 'number' && to.style === camel && /^-?\d{16,}$/.test(node.text) ? `${node.text}n` : to.words?.[node.text] ?? node.text;
  const member = ({name, node: part}) => [name, literal(part, shape.properties?.[name] ?? shape.additionalProperties, to)];
  if (!shape.properties || !to.struct) return `{${each(node.value.map(member), to.pair)}}`;
  return to.struct(title, each(namesIn(shape).filter((name) => get(node, name) && !('const' in shape.properties[name]))
    .map((name) => [name, literal(get(node, name), shape.properties[name], to, shape.required?.includes(name) ?? false)]), to.member));
}
for (const name in clients) spellings[name] = (text, called, params, id) => {
  const to = clients[name], method = methods.get(called) ?? {params: []}, given = params && parse(params), all = [], named = [];
  const namesAll = method['x-event'] && method.paramStructure === 'by-name';
  method.params.forEach((one, i) => {
    const node = given?.kind === 'array' ? given.value[i] : get(given, one.name);
    if (!node) return;
    const made = literal(node, one.schema, to, one.required ?? false);
    if (one['x-by-name-only'] || namesAll || (i > all.length && !to.gap)) return named.push([one.name, made]);
    while (all.length < i) all.push(to.gap);
    all.push(made);
  });
  const last = each(named, to.member ?? to.pair);
  while (last && to.gap && all.length < method.params.filter((one) => !one['x-by-name-only'] && !namesAll).length) all.push(to.gap);
  if (last) all.push(to.gap ? `{${last}}` : last);
  const path = called.split('.').map((one, i) => safe(one, to, i ? '' : to.top)).join('.'), sent = all.join(', ');
  const call = id ? `api.${path}(${sent})` : to === clients.Python ? `api.notify(${[`api.${path}`, ...all].join(', ')})` : `api.notify.${path}(${sent})`;
  return to.whole(classOf(api.info.title, to), call, method['x-event'] ? 'follow' : id && typeOf(method.result?.schema ?? {type: 'null'}).kind !== 'null' && 'print');
};
Object.assign(spellings, {
  MCP: (text, name, params, id) => {
    const method = methods.get(name) ?? {name, params: []}, given = params && parse(params);
    const all = given?.kind === 'array' ? given.value.slice(0, method.params.length).map((one, i) => `${json(method.params[i].name)}:${compact(one)}`) : '';
    return prettyText(`{"jsonrpc":"2.0","id":${id?.text ?? 1},"method":"tools/call","params":{"name":${json(toolName(method) || name)},` +
      `"arguments":${given?.kind === 'object' ? params : `{${all}}`}}}`);
  },
  Link: (text) => location.href.split('#')[0] + linkOf(text),
});

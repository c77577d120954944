// typescript.mjs TSCONFIG WORDS: checks TypeScript clients. Reads a list of {path, control, kind,
// methods}. Writes a list of [path, problem] and, for found documents, a list of [path, names
// defined, functions called], without those of the control. WORDS is part of all names that the
// control derives from its document.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import ts from "typescript";

const [, , tsconfig, words] = process.argv;
const outputs = JSON.parse(readFileSync(0, "utf8"));
const problems = [];
const defined = [];
const controls = new Map();
const report = (path, problem) => problems.push([path, problem.slice(0, 300)]);

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(tsconfig, ts.sys.readFile).config,
  { ...ts.sys, readDirectory: () => [] },
  ".",
);
// Files that do not parse are left out, as they can crash the compiler.
const parsed = outputs.filter(({ path }) => {
  const text = readFileSync(path, "utf8");
  const { parseDiagnostics } = ts.createSourceFile(path, text, options.target);
  return !diagnose(path, parseDiagnostics, text);
});
const all = [...new Set(parsed.flatMap(({ path, control }) => [path, control]))];
const program = ts.createProgram(all, { ...options, noEmit: true, noResolve: true });
for (const { path, control, kind, methods } of parsed) {
  const file = program.getSourceFile(path);
  diagnose(path, program.getSemanticDiagnostics(file), file.text);
  compare(path, file, program.getSourceFile(control), kind);
  if (kind !== "found") await use(path, file, methods);
}
process.stdout.write(JSON.stringify({ problems, defined }));

function diagnose(path, errors, text) {
  for (const { code, messageText, start } of errors.slice(0, 2)) {
    const line = text.slice(0, start).split("\n").length;
    report(path, `line ${line}: TS${code}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  }
  return errors.length > 0;
}

// For texts, compares every node except the contents of strings. For names, compares the kinds and
// names of definitions in the file and its classes, and the functions called.
function compare(path, file, control, kind) {
  const directives = [...file.pragmas.keys(), ...file.referencedFiles.map((r) => r.fileName)];
  if (file.checkJsDirective) directives.push("ts-nocheck");
  directives.push(...(file.commentDirectives ?? []).map(() => "ts-ignore"));
  if (directives.length > 0) report(path, `has directives: ${directives}`);
  const known = controlled(control);
  const unusual = [...calls(file)].filter((callee) => !known.calls.has(callee));
  if (kind === "found") {
    const names = definedNames(file).filter((name) => name && !known.names.has(name));
    defined.push([path, names, unusual]);
    return;
  }
  if (unusual.length > 0) report(path, `calls ${unusual}`);
  const isText = kind === "texts";
  const have = counts(isText ? file.statements.map(tree) : definitions(file, known.names));
  const want = isText ? known.trees : known.definitions;
  for (const [what, count] of have) {
    if (count > (want.get(what) ?? 0)) report(path, `has more than the control: ${what}`);
  }
  for (const [what, count] of want) {
    if (count > (have.get(what) ?? 0)) report(path, `has less than the control: ${what}`);
  }
}

function controlled(control) {
  if (!controls.has(control)) {
    const names = fixedNames(control);
    const trees = counts(control.statements.map(tree));
    const defined = counts(definitions(control, names));
    controls.set(control, { names, trees, definitions: defined, calls: calls(control) });
  }
  return controls.get(control);
}

function counts(list) {
  const found = new Map();
  for (const each of list) found.set(each, (found.get(each) ?? 0) + 1);
  return found;
}

function tree(node) {
  const parts = [];
  ts.forEachChild(node, (child) => void parts.push(tree(child)));
  const text = ts.isIdentifier(node) || ts.isPrivateIdentifier(node) ? node.text : "";
  const kind = ts.isStringLiteralLike(node) ? "text" : ts.SyntaxKind[node.kind];
  return `${kind} ${text}(${parts.join()})`;
}

// Each statement and member as [scope, node]. Names in groups of methods are not compared.
function* definitionsIn(file) {
  for (const node of file.statements.flatMap(declarations)) {
    yield ["", node];
    if (!ts.isClassDeclaration(node)) continue;
    for (const member of node.members) yield [`${node.name.text}.`, member];
    for (const member of inGroups(node.members)) yield ["group.", member];
  }
}

function declarations(node) {
  return ts.isVariableStatement(node) ? [...node.declarationList.declarations] : [node];
}

function inGroups(members) {
  const groups = [...members].filter((m) => m.initializer?.properties);
  const found = groups.flatMap((group) => [...group.initializer.properties]);
  return found.length > 0 ? [...found, ...inGroups(found)] : [];
}

function definitions(file, names) {
  return [...definitionsIn(file)].map(([scope, node]) => {
    const name = node.name?.text;
    const value = node.initializer ? ` = ${ts.SyntaxKind[node.initializer.kind]}` : "";
    const shown = name === undefined || names.has(scope + name) ? name : "*";
    const isOwn = scope === "" || scope === "group." || names.has(scope.slice(0, -1));
    return `${isOwn ? scope : "*."}${ts.SyntaxKind[node.kind]} ${shown}${value}`;
  });
}

// Names defined by the control and not derived from names of the document.
function fixedNames(control) {
  const derived = new RegExp(`${words.replace(/ /g, "_?")}|[0-9]`, "i"); // Error2, too
  const all = [...definitionsIn(control)].map(([scope, node]) => scope + (node.name?.text ?? ""));
  return new Set(all.filter((name) => !name.startsWith("group.") && !derived.test(name)));
}

// The functions called, except those that read types named by the document.
function calls(file) {
  const found = new Set();
  const types = new Set(definedNames(file));
  const walk = (node) => {
    const callee = node.expression?.getText(file);
    const isCall = ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node);
    if (isCall && !types.has(callee)) found.add(ts.isCallExpression(node) ? callee : "a template");
    ts.forEachChild(node, walk);
  };
  walk(file);
  return found;
}

function definedNames(file) {
  return file.statements.flatMap(declarations).map((node) => node.name?.text);
}

// Imports the client, sends all its methods as notifications to a fake server and subscribes to all
// its events.
async function use(path, file, methods) {
  const out = path.replace(/ts$/, "mjs");
  writeFileSync(out, ts.transpileModule(file.text, { compilerOptions: options }).outputText);
  const names = new Set(Object.getOwnPropertyNames(globalThis));
  const { write } = process.stdout;
  let printed = "";
  process.stdout.write = process.stderr.write = (text) => ((printed += text), true);
  try {
    const sent = await named(await import(pathToFileURL(out)));
    if (String(sent.sort()) !== String(methods.sort())) {
      const other = sent.filter((method) => !methods.includes(method));
      report(path, `calls other methods than the document: ${JSON.stringify(other)}`);
    }
  } catch (error) {
    report(path, `cannot be imported and called: ${error}`);
  }
  process.stdout.write = process.stderr.write = write;
  if (printed) report(path, `runs text of the document: prints ${JSON.stringify(printed)}`);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!names.has(name)) report(path, `runs text of the document: defines ${name}`);
  }
}

// The names of the methods as they are sent.
async function named(module) {
  const sent = [];
  let subscribed;
  const fetch = async (_, { body }) => {
    sent.push(JSON.parse(body).method);
    return new Response(null, { status: 204 });
  };
  class WebSocket {
    addEventListener(type, act) {
      if (type === "open") queueMicrotask(act);
    }
    send(text) {
      subscribed(JSON.parse(text).method);
    }
    close() {}
  }
  const clients = Object.values(module).filter((e) => e.prototype instanceof module.Methods);
  const api = new clients[0]("http://127.0.0.1:1/api", { fetch, WebSocket });
  const groups = [[api.notify, api]];
  for (const [notify, group] of groups) {
    for (const [name, each] of Object.entries(notify)) {
      if (typeof each !== "function") {
        groups.push([each, group[name]]);
        continue;
      }
      try {
        await each({}, {}, {}, {});
      } catch (error) {
        if (!/is an event, not a method$/.test(error.message)) throw error;
        const named = new Promise((done) => (subscribed = done));
        const events = group[name]({}, {}, {}, {})[Symbol.asyncIterator]();
        events.next().catch(subscribed);
        sent.push(await named);
        await events.return();
      }
    }
  }
  return sent;
}

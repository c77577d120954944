// The status page: the server's /metrics, sampled every 2 s while the page is shown, drawn over the last five minutes.

// Prometheus's text format, as [series, name, labels, value]. In a label's value, \ is before \ and ", and \n is a line feed.
function* metricsIn(text) {
  for (const line of text.split('\n')) {
    const [, series, name, labels = '', value] = /^(([\w:]+)(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?)[ \t]+(\S+)/s.exec(line) ?? [];
    if (isFinite(value)) yield [series, name.replace('callbox_', ''), Object.fromEntries([...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/gs)].map(
      ([, key, content]) => [key, content.replace(/\\(.)/gs, (_, c) => c === 'n' ? '\n' : c)])), +value];
  }
}

// Kept while another page is shown.
const samples = [], bounds = [];  // at most 150 of five minutes; the bounds of the buckets
let latest = {};  // {token, at, start, counters, names}: of the last sample
const noCalls = () => ({calls: 0, errors: 0, took: []});
const ensure = (map, key, none) => map.get(key) ?? map.set(key, none).get(key);
const addTook = (to, took = []) => took.forEach((n, i) => { to[i] = (to[i] ?? 0) + n; });

// Adds a sample: gauges, rates, and the increase of the counters of each method since the last sample, which is unknown after a
// restart. An increase over a gap counts in totals, but has no rate and is not drawn.
function take(text, at) {
  const start = /^process_start_time_seconds (.*)/m.exec(text)?.[1], ms = at - latest.at, old = start === latest.start && ms > 0 && latest.counters;
  if (!start) return 404;  // of another program
  const rate = old && ms < 5000 ? 1000 / ms : NaN, one = {at, rate, calls: 0, took: []}, counters = new Map(), names = [];
  for (const key of ['methods', 'errors', 'phases']) one[key] = new Map();
  const of = (method) => ensure(one.methods, method, noCalls()), fail = (n, {code}) => n && one.errors.set(code, ensure(one.errors, code, 0) + n * rate);
  const readers = {
    __proto__: null,
    connections: (n, {phase}) => one.phases.set(phase, n),
    messages_refused_total: fail,
    call_errors_total: (n, labels) => fail(n, labels) && (of(labels.method).errors += n),
    calls_total(n, {method}) {
      names.push(method);
      one.calls += n * rate;
      if (n) of(method).calls = n;
    },
    call_duration_seconds_bucket(n, {method, le}) {
      if (!bounds.includes(le)) bounds.push(le);
      if (n) of(method).took[bounds.indexOf(le)] = n;
    },
  };
  for (let [series, name, labels, n] of metricsIn(text)) {
    if (/_(total|bucket)$/.test(name)) {
      counters.set(series, n);
      n = old ? Math.max(0, n - (old.get(series) ?? 0)) : 0;
    }
    if (/^(memory|blocking)_/.test(name)) one[name] = n;
    readers[name]?.(n, labels);
  }
  for (const {took} of one.methods.values()) addTook(one.took, took);
  if (ms < 0) samples.length = 0;  // the clock was set
  samples.push(one);
  [one.p99, one.p50] = quantiles.map((q) => quantile(q, recent(samples.length - 1)));
  Object.assign(latest, {at, start, counters, names});
  return 200;
}

// As Prometheus's histogram_quantile(): interpolates within the bucket; for the last one, which has no upper bound, returns its lower bound.
const quantiles = [.99, .5];
function quantile(q, took) {
  const rank = q * took.at(-1), i = took.findIndex((n) => n >= rank), from = i ? +bounds[i - 1] : 0, below = took[i - 1] ?? 0;
  return bounds[i] === '+Inf' ? from || NaN : from + (bounds[i] - from) * (rank - below) / (took[i] - below);
}
// The buckets of the calls that ended in the 30 s up to a sample, but not before a gap; of all methods if there is no `method`.
function recent(i, method) {
  const took = [];
  for (let n = 15; n-- && samples[i]?.rate; i--) addTook(took, (method === undefined ? samples[i] : samples[i].methods.get(method))?.took);
  return took;
}

const highest = (all) => Math.max(0, ...all.filter(isFinite));
const short = (n) => !isFinite(n) ? '–' : n < 10 && n % 1 ? n.toFixed(n < .1 ? 2 : 1) : Math.round(n).toLocaleString('en');
const withUnit = (n, unit) => isFinite(n) ? `${short(n)}\u00a0${unit}` : '–';
const mebibytes = (n) => withUnit(n / 2 ** 20, 'MiB'), duration = (s) => s < .001 ? withUnit(s * 1e6, 'µs') : s < 1 ? withUnit(s * 1e3, 'ms') : withUnit(s, 's');
const decades = (s) => Math.max(0, Math.log10(s * 1e6));  // durations are drawn from 1 µs

function svg(tag, attributes, ...parts) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  made.append(...parts);
  return made;
}
const canvas = (viewBox, ...parts) => svg('svg', {viewBox, preserveAspectRatio: 'none', 'aria-hidden': true}, ...parts);
const mark = (look, d, i = 0) => svg('path', {class: look, d, 'fill-opacity': Math.max(.4, .4 + .12 * i)});

// The path of values, interrupted by gaps; with `floors` an area.
function pathOf(values, top, floors) {
  const points = (run, all) => run.map((i) => `${(300 - (Date.now() - samples[i].at) / 1000).toFixed(1)} ${(100 - 100 * all[i] / top).toFixed(1)}`).join('L'), runs = [];
  values.forEach((n, i) => {
    if (!isFinite(n)) return;
    if (!samples[i].rate || !isFinite(values[i - 1])) runs.push([]);
    runs.at(-1).push(i);
  });
  return runs.map((run) => `M${points(run, values)}${floors ? `L${points(run.reverse(), floors)}Z` : 'h0'}`).join('');
}

// Sets the rows, each [key, text...]. The element of a key is reused.
const headed = (columns, body) => h('table', {ariaLabel: columns[0]}, h('thead', h('tr', columns.map((one) => h('th', {scope: 'col'}, one)))), body);
function fillRows(body, rows, make) {
  body.made ??= new Map();
  const all = rows.map(([key, ...texts], i) => {
    const row = body.made.get(key) ?? ensure(body.made, key, h('tr', make(key, i), texts.map(() => h('td'))));
    texts.forEach((text, j) => {
      const cell = row.cells[row.cells.length - texts.length + j];
      if (cell.textContent !== text) cell.textContent = text;
    });
    return row;
  });
  if (all.length !== body.rows.length || all.some((row, i) => row !== body.rows[i])) body.replaceChildren(...all);
}

// `lines` of a sample, by name; `limits` of the last one: what follows the headline, and the least top of the axis.
function chart(title, column, lines, limits, {unit = short, area, counts}) {
  const scale = unit === duration ? decades : Number, look = (i) => area ?? `line${i}`, tint = (i) => counts ? 5 - i : i;
  const head = h('p.figure'), top = h('span'), body = h('tbody'), drawing = canvas('0 0 300 100');
  const node = h('section', h('h2', title), head, h('div.plot', {ariaHidden: true}, h('span', top, h('span', unit(unit === duration ? 1e-6 : 0))), drawing,
    h('span', h('span', '5 min ago'), h('span', 'now'))), headed([column, 'now', counts ? 'in 5 min' : 'highest'], body));
  return {node, draw() {
    const [note, least] = limits(samples.at(-1) ?? {}), all = samples.map((one) => new Map(lines(one)));
    const names = [...new Set(all.flatMap((one) => [...one.keys()]))], levels = names.map((name) => all.map((one, i) => one.get(name) ?? (counts ? 0 * samples[i].rate : NaN)));
    const tops = [samples.map(() => 0)], drawn = area ? levels.map((values, i) => tops[i + 1] = values.map((n, k) => n + tops[i][k])) : levels;
    const most = highest(drawn.flat()), ten = 10 ** Math.floor(Math.log10(most)), axis = most > least ? ten * [1, 2, 5, 10].find((n) => n * ten >= most) : least;
    node.hidden = !least;
    head.replaceChildren(unit((area ? tops.at(-1) : levels[0])?.at(-1)), h('small', ` ${note}`));
    top.textContent = unit(axis);
    drawing.replaceChildren(mark('', 'M0 0H300M0 50H300M0 100H300'), ...drawn.map((values, i) => mark(look(i), pathOf(values.map(scale), scale(axis), area && tops[i]), tint(i))));
    fillRows(body, levels.map((values, i) => [names[i], unit(values.at(-1)),
      counts ? short(values.reduce((sum, n, k) => sum + (n / samples[k].rate || 0), 0)) : unit(highest(values))]),
    (name, i) => h('th', {scope: 'row'}, canvas('0 0 12 12', mark(look(i), area ? 'M0 0H12V12H0Z' : 'M0 6H12', tint(i))), name));
  }};
}
const charts = () => [
  chart('Calls per second', 'Calls', ({calls}) => [['calls', calls]], () => ['', 1], {counts: true}),
  chart('Latency', 'Quantile', ({p99, p50}) => [['p99', p99], ['p50', p50]], () => ['p99 of the last 30 s', .001], {unit: duration}),
  chart('Blocking calls', 'Pool', (one) => [['running', one.blocking_threads_busy], ['waiting', one.blocking_queue_length]],
    ({blocking_threads: n}) => n ? [`of ${n} threads`, n] : [], {}),
  chart('Errors per second', 'Code', ({errors}) => errors, () => ['', 1], {counts: true, area: 'area bad'}),
  chart('Connections', 'Phase', ({phases}) => phases, () => ['open', 5], {area: 'area'}),
  chart('Memory', 'Memory', (one) => [['used', one.memory_bytes]], ({memory_max_bytes: n}) => [`of ${mebibytes(n)}`, n || 1], {unit: mebibytes}),
];

// The ten busiest methods, with their latency on a scale from 1 µs to 10 s; the others are folded. The order does not change while
// the table has the pointer or the focus.
function methodTable() {
  const columns = ['Method', 'Calls', 'Errors', 'p50', 'p99'], busiest = h('tbody'), rest = h('tbody'), title = h('h2'), summary = h('summary');
  const others = h('details', {ontoggle: () => draw()}, summary, headed(columns, rest));
  const node = h('section', title, headed(columns.toSpliced(1, 0, 'Latency'), busiest), others);
  const named = (name) => h('th.mono', {scope: 'row', title: name}, methods.has(name) ? h('a', {href: `#${name}`}, name) : name);
  let order = [];
  function draw() {
    const totals = new Map((latest.names ?? []).map((name) => [name, noCalls()]));
    for (const one of samples) for (const [name, {calls, errors, took}] of one.methods) {
      const total = ensure(totals, name, noCalls());
      total.calls += calls;
      total.errors += errors;
      addTook(total.took, took);
    }
    const calls = (name) => totals.get(name).calls;
    if (!node.matches(':hover, :focus-within') || order.length !== totals.size) order = [...totals.keys()].sort((a, b) => calls(b) - calls(a) || (a < b ? -1 : 1));
    const top = order.slice(0, 10).filter(calls), row = (name) => {
      const {calls, errors, took} = totals.get(name);
      return [name, short(calls), short(errors), duration(quantile(.5, took)), duration(quantile(.99, took))];
    };
    title.textContent = top[0] ? 'Methods in 5 min' : 'No calls in 5 min';
    fillRows(busiest, top.map(row), (name) => [named(name), h('td', canvas('0 0 300 100'))]);
    for (const name of top) busiest.made.get(name).querySelector('svg').replaceChildren(...quantiles.map((q, k) =>
      mark(`line${k}`, pathOf(samples.map((_, i) => decades(quantile(q, recent(i, name)))), 7))));
    summary.textContent = `Other methods: ${order.length - top.length}`;
    others.hidden = order.length === top.length;
    if (others.open) fillRows(rest, order.slice(top.length).map(row), named);
  }
  return {node, draw};
}

// The command that reads the metrics at an address of --admin-listen, on the server's machine.
function scrape(address) {
  const [, path] = /^unix:(.*)/s.exec(address) ?? [], [, host, port] = /^(?!fd)(.*):(\d+)$/.exec(address) ?? [];
  return path ? `curl --unix-socket ${quoted(path)} http://localhost/metrics`
    : +port ? `curl ${quoted(`http://${/^(\*|0\.0\.0\.0|\[::\])?$/.test(host) ? 'localhost' : host}:${port}/metrics`)}` : `${address}: see “admin:” in the log`;
}
function whyNot(status) {
  const {admin} = dataset, needsToken = status === 401 || status === 403, isElsewhere = status === 404 && admin;
  const text = needsToken ? 'Metrics require a token whose methods match `rpc.status`.'
    : isElsewhere ? 'The metrics are at the address of `--admin-listen`, which this page cannot read. On the server’s machine:'
    : status === 404 ? `There are no metrics at \`${location.origin}/metrics\`. With \`--admin-listen\` they are elsewhere; a proxy must forward their path.`
    : `${status ? `The server responds with status ${status}.` : `${unreachable}.`} Trying again every 2 s.`;
  return [h('p', text.split('`').map((part, i) => i % 2 ? h('code', part) : part)), needsToken ? button('Token', () => askToken(), 'button') : '',
    isElsewhere ? h('pre', {tabIndex: 0}, admin.split('\n').map(scrape).join('\n')) : ''];
}

function statusPage() {
  if (latest.token !== token) [latest, samples.length] = [{token}, 0];
  const left = new AbortController(), all = [...charts(), methodTable()], notice = h('div.gap'), since = h('p.quiet');
  const drawings = h('div', h('div.charts', all.slice(0, -1).map((one) => one.node)), all.at(-1).node);
  let timer, last = 0, asks, shown;
  function draw() {
    while (samples[0]?.at < Date.now() - 300000 || samples.length > 150) samples.shift();
    since.textContent = `Running since ${latest.start ? timeAt(latest.start * 1000) : '…'}`;
    for (const one of all) one.draw();
  }
  async function sample() {
    if (asks) return;
    let status = 0;
    [asks, last] = [true, Date.now()];
    try {
      const got = await fetch('/metrics', {headers: bearer() || {}, cache: 'no-store', signal: AbortSignal.any([left.signal, AbortSignal.timeout(5000)])});
      status = got.ok ? take(await got.text(), last) : got.status;
    } catch { /* unreachable */ }
    asks = false;
    if (left.signal.aborted) return;
    if (shown !== status) {
      notice.replaceChildren(...status === 200 ? [] : whyNot(status));
      say(notice.textContent);
    }
    shown = status;
    since.hidden = drawings.hidden = !samples[0];
    draw();
    if (![401, 403, 404].includes(status)) watch();
  }
  function watch() {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(sample, Math.max(0, last + 2000 - Date.now()));
  }
  document.addEventListener('visibilitychange', watch, {signal: left.signal});
  draw();
  watch();
  const node = page('Status', since, notice, drawings);
  node.classList.add('board');
  return {node, leave() { left.abort(); clearTimeout(timer); }};
}

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

// The other pages.

const page = (title, ...parts) => h('div.gap.narrow', h('h1', {tabIndex: -1}, title), ...parts);
const counted = (count) => `${count} ${count === 1 ? 'method' : 'methods'}`;

const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };

const homePage = () => ({isHome: true, node: page(api.info.title,
  h('p.quiet', `Version ${api.info.version}, ${counted(methods.size)}${secret(' for this token')}`), h('p.lines', api.info.description ?? ''),
  document.body.dataset.clients && h('p.row', 'Typed clients: ', clientButtons()))});

const tokenPage = () => ({isHome: true, node: page(api.info.title, h('p', 'This server wants a token: it shows the methods that the token may call.'),
  tokenForm())});

const noSuch = (kind, name) => `There is no ${kind} “${name}” here${secret(', for this token')}.`;
function unknownPage(name, kind = 'method', names = [...methods.keys()], to = '#') {
  const told = noSuch(kind, name);
  const pairs = (text) => [...text.toLowerCase()].map((c, i, all) => c + (all[i + 1] ?? ''));
  const asked = new Set(pairs(name));
  const likeness = (other) => 2 * pairs(other).filter((pair) => asked.has(pair)).length / (asked.size + other.length);
  const near = names.filter((one) => likeness(one) > .4).sort((a, b) => likeness(b) - likeness(a)).slice(0, 3);
  say(told);
  return {node: page(`Unknown ${kind}`, h('p', told), near.length > 0 && h('p', 'The nearest names:'),
    h('ul', near.map((one) => h('li', h('a.mono', {href: to + one}, one)))))};
}

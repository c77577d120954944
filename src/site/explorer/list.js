// The list of methods, the address, the tools, the keys.

// What is searched of a method, its group, what stands before the first dot, and its place in the list.
function entryOf({name, summary = '', description, params, result, deprecated}) {
  const docs = [summary, description, result.description, ...params.flatMap((one) => [one.name, one.description])];
  return {
    name: name.toLowerCase(), docs: docs.join(' ').toLowerCase(), group: name.slice(0, Math.max(0, name.indexOf('.'))),
    item: h('li', h('a', {href: `#${name}`}, h(deprecated ? 's' : 'span', name), h('small', ' ', summary))),
  };
}

// What an entry costs that is found by a word, the least first: how far its letters are spread in the name, and where;
// much where only a word of the docs begins with it.
const escaped = (text) => text.replace(/\W/g, '\\$&');
function costOf(word) {
  const spread = new RegExp(`(?=(${[...word].map(escaped).join('.*?')}))`, 'g'), begun = new RegExp(`(?<![a-z\\d])${escaped(word)}`);
  return ({name, docs}) => {
    const cost = Math.min(...[...name.matchAll(spread)].map(({1: found, index}) =>
      found.length - word.length + (/[a-z\d]/.test(name[index - 1] ?? '') ? 1 : 0) + index / 1000));
    return cost < word.length + 1 ? cost : begun.test(docs) ? 100 : Infinity;
  };
}
function ranked(all, text) {
  const costs = text.toLowerCase().split(/\s+/).filter(Boolean).map(costOf);
  return all.map((one) => [costs.reduce((sum, cost) => sum + cost(one), 0), one]).filter(([cost]) => cost < Infinity)
    .sort((a, b) => a[0] - b[0] || costs.length && a[1].name.length - b[1].name.length).map(([, one]) => one);
}

// Groups fold, which the browser keeps; what is searched stands in one list.
function fold([group, all]) {
  const list = h('ul', all.map((one) => one.item)), key = `folded ${endpoint} ${group}`;
  const node = h('details', {open: !recall(key), ontoggle: () => keep(key, node.open ? '' : 'yes')}, h('summary', h('h2', group)), list);
  return group ? node : h('section', list);
}
function showList() {
  const text = $('search').value.trim(), found = ranked(entries, text);
  const groups = [...Map.groupBy(found, (one) => text ? '' : one.group)].sort(([a], [b]) => a < b ? -1 : 1);
  $('list').replaceChildren(...groups.map(fold), found.length ? '' : 'No methods match.');
  $('list').parentNode.hidden = locked();
  if (text) say(`${counted(found.length)} found`);
}
function markCurrent() {
  for (const link of document.querySelectorAll('.bar a, #list a')) {
    const isHere = link.hash === location.hash.split('?')[0], group = link.closest('details');
    link.ariaCurrent = isHere ? 'page' : null;
    if (isHere && group) group.open = true;
  }
}

const pages = new Map();  // of methods, so that what was typed stays
let view;
// The link that has filled its form already, and does not again when the page is made anew.
let filled = performance.getEntriesByType('navigation')[0]?.type === 'navigate' ? '' : location.hash;

// #method, #method?params=..., #method?call=2 (of the batch), #/batch, #/history, #/type/name; a link fills the form and
// never sends.
function navigate() {
  const [place, query = ''] = location.hash.slice(1).split('?');
  const method = methods.get(place), given = /(?:^|&)params=([^&]*)/.exec(query)?.[1];
  const type = /^\/type\/(.+)/.exec(place)?.[1];
  if (method && !pages.has(place)) pages.set(place, methodPage(method));
  view = pages.get(place) ?? (place === '/batch' ? batchPage() : place === '/history' ? historyPage()
    : locked() ? tokenPage() : type ? typePage(decoded(type)) : place ? unknownPage(decoded(place).replace(/^\//, '')) : homePage());
  document.title = view.isHome ? api.info.title : `${view.node.querySelector('h1').textContent} · ${api.info.title}`;
  document.body.dataset.page = view.isHome ? 'home' : 'method';
  const focused = $('main').contains(document.activeElement);
  $('main').replaceChildren(h('a.back', {href: '#'}, '‹ All methods'), view.node);
  if (focused) focusTitle();
  const anew = !(filled === location.hash && forms[place]);
  if (method) view.edit(query.replace('call=', '') - 1, anew);
  if (method && given !== undefined && anew) {
    view.fill(decoded(given));
    say('Filled in from the link. Nothing was sent.');
  }
  if (method) filled = location.hash;
  markCurrent();
  scrollTo(0, 0);
}

const tools = {batch: h('a', {href: '#/batch'}), token: button('', () => askToken()), theme: button('', () => {
  keep('theme', {system: 'light', light: 'dark', dark: 'system'}[recall('theme') ?? 'system']);
  showTools();
})};
$('tools').before(h('button.menu', {popoverTargetElement: $('tools')}, 'Menu'));
$('tools').append(button('Go to', openPalette), tools.batch, h('a', {href: '#/history'}, 'History'), tools.token, tools.theme, button('Shortcuts', () => $('keys').showModal()));
function showTools() {
  const theme = recall('theme') ?? 'system';
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
  tools.batch.textContent = tray.length ? `Batch (${tray.length})` : 'Batch';
  tools.token.textContent = secret('Token is set') || 'Token';
  tools.theme.textContent = `Theme: ${theme}`;
}

function pressed(event) {
  const {key, target} = event, held = event.ctrlKey || event.metaKey;
  const take = (act) => { event.preventDefault(); act(); };
  if (held && key === 'k') take(() => document.querySelector('dialog[open]') || openPalette());
  if (document.querySelector('dialog[open]') || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (key === 'Enter' && view.send && (held || (target.matches('.enters') && !event.shiftKey))) return take(view.send);
  if (key === 'Escape') view.cancel?.();
  if (held) return;
  const stops = [$('search'), ...$('list').querySelectorAll(':is([open], section) a')], at = stops.indexOf(target);
  if (at >= 0 && key === 'ArrowDown') take(() => stops[at + 1]?.focus());
  if (at > 0 && key === 'ArrowUp') take(() => stops[at - 1].focus());
  if (at === 0 && key === 'Enter') stops[1]?.click();
  if (target.matches('input:not([type=radio], [type=checkbox]), textarea, select') || recall('single keys') === 'no') return;
  if (key === '/' && !locked()) take(() => {
    if (!$('search').offsetParent) { history.pushState(null, '', '#'); navigate(); }
    $('search').select();
  });
  if (key === '?') $('keys').showModal();
}

$('endpoint').textContent = endpoint;
$('brand').textContent = api.info.title;
$('single').checked = recall('single keys') !== 'no';
$('single').onchange = (event) => keep('single keys', event.target.checked ? 'yes' : 'no');
$('keys').querySelector('button').onclick = () => $('keys').close();
for (const dialog of document.querySelectorAll('dialog')) dialog.onclose = () => {
  if (document.activeElement === document.body || dialog.contains(document.activeElement)) focusTitle();
  if (dialog === $('token') && !dialog.open) dialog.replaceChildren();
};
$('tools').onclick = ({target}) => { if (target.href) $('tools').hidePopover(); };
$('changed').querySelector('button').onclick = () => token ? takeToken(token).then(focusTitle) : location.reload();
$('search').oninput = showList;
document.onkeydown = pressed;
onpagehide = keepSession;
document.onvisibilitychange = () => { keepSession(); answered(); };
onhashchange = () => { filled = ''; navigate(); focusTitle(); };
showTools();
showList();
$('columns').hidden = false;
navigate();

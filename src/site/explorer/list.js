// The list of methods, the address, the tools, the keys.

// The searchable texts of a method, its group (the name before the first dot), and its item in the list.
function entryOf({name, summary = '', description = '', params, result, deprecated, 'x-event': event}) {
  const docs = [summary, description, result.description, ...params.flatMap((one) => [one.name, one.description])].filter(Boolean).join('\n');
  const group = name.slice(0, Math.max(0, name.indexOf('.'))), own = group && name.slice(group.length + 1), mark = event && h('small', 'event');
  return {
    method: name, name: name.toLowerCase(), summary, docs: docs.toLowerCase(), group, deprecated, mark,
    item: h('li', h('a', {href: `#${name}`, title: summary || name}, h(deprecated ? 's' : 'span', own && h('i', `${group}.`), own || name), mark && [' ', mark])),
    text: docs,
  };
}

// The rank of an entry for a search word, lower is better: the extra letters within the match in the name, then its position;
// 100 if only a word of the documentation starts with it.
const escaped = (text) => text.replace(/\W/g, '\\$&');
function costOf(word) {
  const spread = new RegExp(`(?=(${[...word].map(escaped).join('.*?')}))`, 'g'), begun = new RegExp(`(?<![a-z\\d])${escaped(word)}`);
  return ({name, docs}) => {
    const cost = Math.min(...[...name.matchAll(spread)].map(({1: found, index}) =>
      found.length - word.length + (/[a-z\d]/.test(name[index - 1] ?? '') ? 1 : 0) + index / 1000));
    return cost < word.length + 1 ? cost : begun.test(docs) ? 100 : Infinity;
  };
}
function ranked(all, text, more = () => 0) {
  const costs = wordsOf(text.toLowerCase()).map(costOf);
  return all.map((one) => [costs.reduce((sum, cost) => sum + cost(one), costs.length && more(one)), one]).filter(([cost]) => cost < Infinity)
    .sort((a, b) => a[0] - b[0] || costs.length && a[1].name.length - b[1].name.length).map(([, one]) => one);
}

// Groups can be folded; the browser stores their state. Search results are one list. The types are a group too.
const groupsOf = (all) => [...Map.groupBy(all, (one) => one.group)].sort(([a], [b]) => a < b ? -1 : 1);
function fold(group, items, closed) {
  const list = h('ul', items), key = `${closed ? 'opened' : 'folded'} ${endpoint} ${group}`;
  const node = h('details', {open: !recall(key) !== Boolean(closed), ontoggle: () => keep(key, node.open === Boolean(closed) ? 'yes' : '')},
    h('summary', h('h2', group), h('small', `${items.length}`)), list);
  return group ? node : h('section', list);
}
function showList() {
  const text = $('search').value.trim(), found = ranked(entries, text), types = text ? [] : typeNames();
  $('list').replaceChildren(...text ? [h('section', h('ul', found.map((one) => one.item)))] : groupsOf(found).map(([name, all]) => fold(name, all.map((one) => one.item))),
    types.length ? fold('types', types.map((one) => h('li', typeLink(one))), true) : '', found.length ? '' : 'No methods match.');
  for (const one of [$('side'), $('drawer')]) one.hidden = locked();
  if (text) say(`${counted(found.length)} found`);
  else markCurrent();
}
function markCurrent() {
  for (const link of document.querySelectorAll('.bar a, #list a')) {
    const isHere = link.hash === location.hash.split('?')[0], group = link.closest('details');
    link.ariaCurrent = isHere ? 'page' : null;
    if (isHere && group) group.open = true;
    if (isHere && group) reveal(link);
  }
}

const pages = new Map();  // of methods, so that what was typed stays
let view;
// The link already applied to its form; it is not applied again after a reload.
let filled = performance.getEntriesByType('navigation')[0]?.type === 'navigate' ? '' : location.hash;

// #method, #method?params=..., #method?call=2 (of the batch), #/batch, #/history, #/status, #/type/name; a link fills the form and
// never sends.
function navigate() {
  const [place, query = ''] = location.hash.slice(1).split('?');
  const method = methods.get(place), given = /(?:^|&)params=([^&]*)/.exec(query)?.[1];
  const type = /^\/type\/(.+)/.exec(place)?.[1];
  if (method && !pages.has(place)) {
    for (const [name, old] of pages) if (pages.size > 20 && !old.isRunning()) { forms[name] = old.save(); pages.delete(name); }
    pages.set(place, methodPage(method));
  }
  view?.leave?.();
  view = pages.get(place) ?? (place === '/batch' ? batchPage() : place === '/history' ? historyPage()
    : locked() ? tokenPage() : place === '/status' ? statusPage() : type ? typePage(decoded(type)) : place ? unknownPage(decoded(place).replace(/^\//, '')) : homePage());
  document.title = view.isHome ? api.info.title : `${view.node.querySelector('h1').textContent} · ${api.info.title}`;
  dataset.page = method ? 'method' : 'other';
  $('skip').textContent = method ? 'Skip to the form' : 'Skip to the page';
  const focused = hasFocus($('main'));
  $('main').replaceChildren(view.node);
  if (dataset.websocket && !method?.['x-event']) view.sender?.parentNode.lastChild.before(transport);
  if (focused) focusTitle();
  const applies = !(filled === location.hash && forms[place]);
  if (method) view.edit(query.replace('call=', '') - 1, applies);
  if (method && given !== undefined && applies) {
    view.fill(decoded(given));
    say('Filled in from the link. Nothing was sent.');
    history.replaceState(null, '', `#${place}`);  // Back shows the form as it was edited
  }
  if (method) filled = location.hash;
  markCurrent();
  scrollTo(0, $('main').scrollTop = 0);
}

const tools = {
  search: button(['Search', h('kbd', 'Ctrl K')], openPalette, 'button', {ariaKeyShortcuts: 'Control+K'}), batch: h('a', {href: '#/batch'}), token: button('', () => askToken()),
  theme: button('◐', () => {
    keep('theme', {system: 'light', light: 'dark', dark: 'system'}[recall('theme') ?? 'system']);
    showTools();
    say(tools.theme.ariaLabel);
  }),
};
$('tools').before(h('button.menu', {popoverTargetElement: $('tools')}, 'Menu'));
$('tools').append(tools.search, tools.batch, h('a', {href: '#/history'}, 'History'), h('a', {href: '#/status'}, 'Status'), tools.token, tools.theme,
  button('?', () => $('keys').showModal(), 'button.plain', {ariaLabel: 'Shortcuts', title: 'Shortcuts'}));
function showTools() {
  const theme = recall('theme') ?? 'system';
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
  tools.batch.textContent = tray.length ? `Batch (${tray.length})` : 'Batch';
  tools.token.textContent = secret('Token is set') || 'Token';
  tools.token.hidden = !(dataset.token || token || requiresToken);
  tools.theme.ariaLabel = tools.theme.title = `Theme: ${theme}`;
}

function pressed(event) {
  const {key, target} = event, held = event.ctrlKey || event.metaKey;
  const take = (act) => { event.preventDefault(); act(); };
  if (held && key === 'k') take(() => openDialog() || openPalette());
  if (openDialog() || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (key === 'Enter' && view.send && (held || (target.matches('.enters') && !event.shiftKey))) return take(view.send);
  if (key === 'Escape' && target !== $('search') && !document.querySelector(':popover-open')) view.cancel?.();
  if (held) return;
  const stops = [$('search'), ...$('list').querySelectorAll(':is([open], section) a')], at = stops.indexOf(target);
  if (at >= 0 && key === 'ArrowDown') take(() => stops[at + 1]?.focus());
  if (at > 0 && key === 'ArrowUp') take(() => stops[at - 1].focus());
  if (at === 0 && key === 'Enter') take(() => stops[1]?.click());  // else it also presses what gets the focus
  if (target.matches('input:not([type=radio], [type=checkbox]), textarea, select') || recall('single keys') === 'no') return;
  if (key === '/' && !locked()) take(() => {
    if (!$('search').offsetParent) $('side').showPopover();
    $('search').select();
  });
  if (key === '?') $('keys').showModal();
}

$('endpoint').textContent = endpoint;
$('copy').hidden = $('skip').hidden = false;
$('copy').onclick = ({target}) => copy(endpoint, target);
$('skip').onclick = () => view.first ? view.first() : focusTitle();
$('brand').textContent = api.info.title;
$('single').checked = recall('single keys') !== 'no';
$('single').onchange = (event) => keep('single keys', event.target.checked ? 'yes' : 'no');
$('keys').querySelector('button').onclick = () => $('keys').close();
for (const dialog of document.querySelectorAll('dialog')) dialog.onclose = () => {
  if (document.activeElement === document.body || hasFocus(dialog)) focusTitle();
  if (dialog === $('token') && !dialog.open) dialog.replaceChildren();
};
for (const place of [$('tools'), $('side')]) place.onclick = ({target}) => { if (target.closest('a, #tools button')) place.hidePopover(); };
$('changed').querySelector('button').onclick = () => token ? takeToken(token).then((problem) => problem ? askToken(problem) : focusTitle()) : location.reload();
$('search').oninput = showList;
document.onkeydown = pressed;
onpagehide = keepSession;
document.onvisibilitychange = () => { keepSession(); responded(); };
onhashchange = () => { filled = ''; navigate(); focusTitle(); };
showTools();
showList();
$('columns').hidden = false;
navigate();
if (view.first) focusTitle();

// The list of methods, the address, the tools, the keys.

// Links to methods, by what stands before the first dot; those without one come first.
function listed(all, groupOf = ({name}) => name.slice(0, Math.max(0, name.indexOf('.')))) {
  return [...new Set(all.map(groupOf))].sort().map((group) => h('section', group && h('h2', group),
    h('ul', all.filter((one) => groupOf(one) === group).map((one) => h('li', h('a', {href: `#${one.name}`},
      h(one.deprecated ? 's' : 'span', one.name), h('small', one.summary ?? '')))))));
}

// What a word costs, the least first: how far its letters are spread in the name, and where; much where only
// a word of the docs begins with it.
function costOf(word, {name, summary, description, params, result}) {
  const letters = [...word].map((c) => c.replace(/\W/, '\\$&'));
  const costs = [...name.matchAll(new RegExp(`(?=(${letters.join('.*?')}))`, 'gi'))].map(({1: found, index}) =>
    found.length - word.length + (/[a-z\d]/i.test(name[index - 1] ?? '') ? 1 : 0) + index / 1000);
  const cost = Math.min(...costs);
  if (cost < word.length + 1) return cost;
  const docs = [summary, description, result.description, ...params.flatMap((one) => [one.name, one.description])].join(' ');
  return new RegExp(`(?<![a-z\\d])${letters.join('')}`, 'i').test(docs) ? 100 : Infinity;
}
function showList() {
  const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...methods.values()].map((one) => [words.reduce((sum, word) => sum + costOf(word, one), 0), one])
    .filter(([cost]) => cost < Infinity).sort((a, b) => a[0] - b[0] || words.length && a[1].name.length - b[1].name.length).map(([, one]) => one);
  $('list').replaceChildren(...words.length ? listed(found, () => '') : listed(found), found.length ? '' : 'No method.');
  $('list').parentNode.hidden = locked();
  if (words.length) say(`${counted(found.length)} found`);
  markCurrent();
}
function markCurrent() {
  for (const link of $('list').querySelectorAll('a')) link.ariaCurrent = link.hash === location.hash.split('?')[0] ? 'page' : null;
}

const pages = new Map();  // of methods, so that what was typed stays
let view;
// The link that has filled its form already, and does not again when the page is made anew.
let filled = performance.getEntriesByType('navigation')[0]?.type === 'navigate' ? '' : location.hash;

// #method, #method?params=..., #method?call=2 (of the batch), #/batch, #/history; a link fills the form and never sends.
function navigate() {
  const [place, query = ''] = location.hash.slice(1).split('?');
  const method = methods.get(place), given = /(?:^|&)params=([^&]*)/.exec(query)?.[1];
  if (method && !pages.has(place)) pages.set(place, methodPage(method));
  view = pages.get(place) ?? (place === '/batch' ? batchPage() : place === '/history' ? historyPage()
    : locked() ? tokenPage() : place ? unknownPage(place) : homePage());
  document.title = method ? `${place} · ${api.info.title}` : api.info.title;
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

const tools = {batch: h('a', {href: '#/batch'}), token: button('', askToken), theme: button('', () => {
  keep('theme', {system: 'light', light: 'dark', dark: 'system'}[recall('theme') ?? 'system']);
  showTools();
})};
$('tools').append(tools.batch, h('a', {href: '#/history'}, 'History'), tools.token, tools.theme, button('Keys', () => $('keys').showModal()));
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
  if (document.querySelector('dialog[open]') || event.altKey || event.isComposing) return;
  if (key === 'Enter' && view.send && (held || (target.matches('.enters') && !event.shiftKey))) return take(view.send);
  if (key === 'Escape') view.cancel?.();
  if (held) return;
  const stops = [$('search'), ...$('list').querySelectorAll('a')], at = stops.indexOf(target);
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
  $('token').replaceChildren();
};
$('search').oninput = showList;
document.onkeydown = pressed;
onpagehide = document.onvisibilitychange = keepSession;
onhashchange = () => { filled = ''; navigate(); focusTitle(); };
showTools();
navigate();
showList();
$('columns').hidden = false;

// The palette: finds methods, types, pages and actions. Choosing an entry clicks its link or button.

let choices, chosen;
function openPalette() {
  const all = Object.entries({
    action: [...document.querySelectorAll('.request button:not(.tabs *, [hidden]), #tools > button:not([hidden])'), ...downloads()],
    page: [...document.querySelectorAll('.bar a')],
    method: entries,
    type: typeNames().map(typeLink),
  }).flatMap(([kind, found]) => found.map((each) => {
    const one = each.item?.firstChild ?? each, title = each.method ?? one.ariaLabel ?? one.firstChild.textContent, {text = ''} = each;
    return {kind: each.mark ? 'event' : kind, one, title, text, name: title.toLowerCase(), docs: text.toLowerCase()};
  }));
  const draw = () => {
    const wanted = $('wanted').value.trim().toLowerCase();
    // Types rank below methods, except for an exact match.
    choices = ranked(all, wanted, ({kind, name}) => kind === 'type' && name !== wanted ? 60 : 0).slice(0, 50);
    $('found').replaceChildren(...choices.map(({title, text, kind}, i) => h('li', {role: 'option', id: `choice${i}`, onclick: () => choose(i)},
      h('span.name', marked(title, wanted)), h('small.reason', marked(reasonIn(text, wanted), wanted)), h('small', kind))));
    $('none').textContent = choices.length ? '' : 'Nothing matches.';
    point(0);
  };
  $('wanted').oninput = draw;
  $('palette').showModal();
  draw($('wanted').value = '');
}
// Highlights the search words in a text; returns the excerpt around the first match.
function marked(text, wanted) {
  const all = wordsOf(wanted).map(escaped);
  return all.length ? text.split(new RegExp(`(${all.join('|')})`, 'i')).map((part, i) => i % 2 ? h('mark', part) : part) : text;
}
function reasonIn(text, wanted) {
  const [line] = text.split('\n'), places = wordsOf(wanted).map((one) => text.toLowerCase().indexOf(one)).filter((one) => one > 40);
  return places.length ? `… ${text.slice(text.lastIndexOf(' ', places[0] - 20) + 1, places[0] + 60)}` : line;
}
function point(to) {
  const all = [...$('found').children];
  if (!all.length) return $('wanted').removeAttribute('aria-activedescendant');
  chosen = (to + all.length) % all.length;
  all.forEach((one, i) => { one.ariaSelected = i === chosen; });
  $('wanted').setAttribute('aria-activedescendant', `choice${chosen}`);
  reveal(all[chosen]);
}
function choose(i) {
  $('palette').close();
  choices[i]?.one.click();
}
$('palette').onclick = ({target}) => { if (target === $('palette')) target.close(); };  // beside it
$('palette').onkeydown = (event) => {
  const step = {ArrowDown: 1, ArrowUp: -1, Enter: 0}[event.key];
  if (step === undefined || event.isComposing) return;
  event.preventDefault();
  step ? point(chosen + step) : choose(chosen);
};

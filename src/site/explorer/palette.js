// The palette: finds methods, types, pages and actions. What it finds are links and buttons, which it clicks.

let choices, chosen;
function openPalette() {
  const all = Object.entries({
    action: [...document.querySelectorAll('.actions > button, #tools > * ~ button'), ...clientButtons()],
    page: [...document.querySelectorAll('.bar a')],
    method: entries.map((one) => one.item.firstChild),
    type: Object.keys(api.components.schemas).map(typeLink),
  }).flatMap(([kind, found]) => found.map((one) => {
    const title = one.firstChild.textContent;
    return {kind, one, title, name: title.toLowerCase(), docs: one.textContent.toLowerCase()};
  }));
  const draw = () => {
    choices = ranked(all, $('wanted').value).slice(0, 50);
    $('found').replaceChildren(...choices.map(({title, kind}, i) => h('li.row', {role: 'option', id: `choice${i}`, onclick: () => choose(i)},
      title, h('small.quiet.end', kind))));
    say(choices.length ? '' : $('found').textContent = 'Nothing matches.');
    point(0);
  };
  $('wanted').oninput = draw;
  $('palette').showModal();
  draw($('wanted').value = '');
}
function point(to) {
  const all = [...$('found').children];
  chosen = (to + all.length) % all.length;
  all.forEach((one, i) => { one.ariaSelected = i === chosen; });
  $('wanted').setAttribute('aria-activedescendant', `choice${chosen}`);
  all[chosen]?.scrollIntoView({block: 'nearest'});
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

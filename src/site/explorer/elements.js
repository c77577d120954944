// Elements of the page, and what the browser keeps.

const $ = (id) => document.getElementById(id);
const json = JSON.stringify;
const {dataset} = document.body;
let lastId = 0;

// h('p.quiet', {title: 'x'}, 'text', child, ...): a class, properties or attributes, children.
function h(tag, ...parts) {
  const [name, ...classes] = tag.split('.');
  const made = document.createElement(name);
  if (classes.length) made.className = classes.join(' ');
  for (const part of parts.flat(Infinity)) {
    if (typeof part === 'string' || part?.nodeType) made.append(part);
    else for (const [key, content] of Object.entries(part || {})) key in made ? made[key] = content : made.setAttribute(key, content);
  }
  return made;
}
// Calls `act` with the button.
const button = (text, act, tag = 'button.plain', more) => h(tag, {type: 'button', onclick: ({target}) => act(target), ...more}, text);

// Buttons with the same text are distinguished by their label.
const actOn = (what, text, act) => button(text, act, 'button.plain', {ariaLabel: `${text} ${what}`});

function segmented(label, options, value, picked = () => {}, look = '.segmented') {
  const name = `s${++lastId}`;
  const inputs = options.map((one) => h('input', {type: 'radio', name, value: one, checked: one === value}));
  const node = h(`div${look}`, {role: 'radiogroup', ariaLabel: label, oninput: () => picked(choice.value)},
    inputs.map((input) => h('label', input, h('span', input.value))));
  const choice = {
    node,
    get value() { return inputs.find((input) => input.checked).value; },
    set value(to) { inputs.find((input) => input.value === to).checked = true; },
  };
  return choice;
}

const hasFocus = (node) => node.contains(document.activeElement);
function focusTitle() { $('main').querySelector('h1').focus({preventScroll: true}); }

const reveal = (node) => node?.scrollIntoView({block: 'nearest'});
const wordsOf = (text) => text.split(/\s+/).filter(Boolean);
const timeAt = (ms) => new Date(ms).toLocaleString('sv');  // in ISO order
const checkbox = (more) => h('input', {type: 'checkbox', ...more});
const openDialog = () => document.querySelector('dialog[open]');

// A part that scrolls on its own, so that keys can scroll it.
const scrolled = (tag, ariaLabel, part) => h(tag, {tabIndex: 0, role: 'group', ariaLabel}, part);

// A text whose ranges of numbers stay in one line.
const unbroken = (text) => text.split(/(\S+–\S+)/).map((part, i) => i % 2 ? h('span.whole', part) : part);

// Announces a text to screen readers.
function say(text) { $('live').textContent = text; }
function done(from, text) {
  from.dataset.label ??= from.textContent;
  from.style.minWidth = `${from.offsetWidth}px`;
  say(from.textContent = text);
  setTimeout(() => { from.textContent = from.dataset.label; }, 1200);
}
async function copy(text, from) {
  try { await navigator.clipboard.writeText(text); } catch {  // plain http has no clipboard
    const area = h('textarea', {value: text});
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    from.focus();
  }
  done(from, 'Copied');
}

// What the browser keeps, if anything.
function recall(key) { try { return localStorage.getItem(`callbox ${key}`); } catch { return null; } }
function keep(key, text) { try { localStorage.setItem(`callbox ${key}`, text); } catch { /* full or forbidden */ } }

// The events of a subscription as they arrive: the newest 200, the newest first, drawn once in a frame.

// The controllers of open subscriptions, the oldest first. They are few, as a browser opens six connections to a server.
const live = [];
const EVENT = /^data: [^{]*\{[^{]*\{"subscription":"\d+"(?:,"seq":(\d+))?(?:,"missed":(\d+))?,"(result|error)":(.*)\}\}$/s;
const rowsMax = 200;

// One line, which opens to the whole payload.
function eventRow({time, seq, missed, text}, schema) {
  const row = h('details', h('summary', h('span.quiet', time, seq && h('span.seq', ` ${seq}`)), missed && h('b.bad', ` ${missed} missed`), ' ',
    painted(text.slice(0, 300))));
  row.ontoggle = async () => {
    room = 1e4;
    if (row.lastChild === row.firstChild) row.append(h('div.tree', tree(await parseSlowly(text, {}), schema)));
  };
  return row;
}

// Passes each message of a stream to `take`, until that returns true.
async function eachMessage(body, take) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = '', part; !(part = await reader.read()).done;) {
    const text = rest + part.value, messages = part.value.includes('\n') ? text.split('\n\n') : [text];
    rest = messages.pop();
    if (messages.some(take)) return reader.cancel();
  }
}

// Shows the events of a response in `panel` until it ends. `mark` is the event's mark in the list; `resume` subscribes again,
// after the event with the number it is given.
async function watch({body}, panel, running, schema, {mark, resume}) {
  const {signal} = running, status = h('p.status.good', 'Subscribed'), facts = h('small.row.quiet'), list = scrolled('div.events', 'Events');
  const pauser = button('Pause', () => {
    isPaused = !isPaused;
    say(isPaused ? 'Paused' : 'Resumed');
    pauser.textContent = isPaused ? 'Resume' : 'Pause';
    held = 0;
    draw();
  });
  const clear = () => {
    count = missed = held = 0;
    list.replaceChildren();
    say('Cleared');
    draw(pending = []);
  };
  const tools = h('span.row.end', pauser, button('Clear', clear));
  let pending = [], count = 0, missed = 0, held = 0, recent = 0, rate = 0, at = performance.now(), frame, isPaused, isOver, reason, last;

  function take(message) {
    const [, seq, lost, kind, text] = EVENT.exec(message) ?? [];
    if (!kind) return;
    const data = kind === 'error' && get(parsed(text), 'data');
    reason = get(data, 'reason')?.value;
    missed += Number(lost ?? get(data, 'missed')?.text ?? 0);
    if (reason) return;
    last = seq;
    ++count;
    ++recent;
    held += isPaused ? 1 : 0;
    pending.push({time: new Date().toTimeString().slice(0, 8), seq, missed: lost, text});
    if (pending.length > rowsMax) pending.shift();
  }
  function draw() {
    frame = cancelAnimationFrame(frame);
    facts.replaceChildren(...[h('span', counted(count, 'event')), isOver ? '' : h('span', `${rate}/s`),
      missed ? h('span.bad', `${missed} missed`) : '', held ? h('span', `${held} while paused`) : '']);
    const focused = document.activeElement;
    if (!isPaused) {
      if (pending[0] && !list.firstChild) say('Events arrive.');
      list.prepend(...pending.reverse().map((one) => eventRow(one, schema)));
      pending = [];
      while (list.children.length > rowsMax) list.lastChild.remove();
      if (isOver) pauser.remove();
    }
    if (!focused.isConnected) list.focus({preventScroll: true});
  }

  const clock = setInterval(() => {
    const now = performance.now();
    rate = Math.round(recent * 1000 / (now - at));
    [recent, at] = [0, now];
    draw();
  }, 1000);
  panel.replaceChildren(h('div.live', h('div.row.heads', status, facts, tools), list));
  live.push(running);
  if (live.length > 3) live[0].abort('Ended: 3 other subscriptions are open.');
  if (mark) mark.textContent = 'live';
  say('Subscribed');
  reveal(panel);
  draw();
  try {
    await eachMessage(body, (message) => {
      take(message);
      frame ??= requestAnimationFrame(draw);
    });
  } catch { /* lost, or ended here */ }
  isOver = true;
  live.splice(live.indexOf(running), 1);
  clearInterval(clock);
  if (mark) mark.textContent = 'event';
  status.textContent = reason ? `Subscription ended: ${reason}` : !signal.aborted ? 'Connection lost' : typeof signal.reason === 'string' ? signal.reason : 'Unsubscribed';
  status.className = signal.aborted ? 'status' : 'status bad';
  if (!signal.aborted) tools.append(button('Resubscribe', () => resume(last)));
  if (panel.isConnected) say(status.textContent);
  draw();
}

// Events: a subscription, its list, its end, and what they are called elsewhere.
import assert from 'node:assert/strict';
import {connect, createServer} from 'node:net';
import {check} from './page.mjs';
import {set_tokens, start, token} from './websocket_server.mjs';

export const rows = '.events > details';
async function post(to, method, params, headers) {
    const response = await fetch(to, {method: 'POST',
        headers: {'Content-Type': 'application/json', ...headers},
        body: JSON.stringify({jsonrpc: '2.0', id: 1, method, params})});
    assert.equal((await response.json()).error, undefined);
}
export const check_events = (claim, test, settings) => check(claim, async (at) => {
    at.headers = {};
    at.publish = (to, count, length = 0, text = '') =>
        post(at.url, 'event.publish', [to, count, length, text], at.headers);
    at.becomes = (what) => at.page.waitForFunction((text) =>
        document.querySelector('.status')?.textContent === text, what);
    at.counts = (what) => at.page.waitForFunction((text) => [...document.querySelectorAll(
        '.live small span')].map((one) => one.textContent).includes(text), what);
    at.says = (what) => at.page.waitForFunction((text) => document.querySelector('#live')
        .textContent === text, what);
    at.subscribe = async () => {
        await at.click('form .main');
        await at.becomes('Subscribed');
    };
    at.button = (name) => at.page.locator('.live').getByRole('button', {name, exact: true});
    await test(at);
}, settings);

// -------------------------------------------------------------------------------------- the list

await check_events('the events of a subscription arrive, the newest first', async (at) => {
    await at.open('#event.kept?params={"least":1}');
    assert.match(await at.text('.response'), /^Sample event\. Nothing has been sent\./);
    assert.equal(await at.text('form .main'), 'Subscribe');
    await at.subscribe();
    assert.equal(await at.text('form .main'), 'Unsubscribe');
    assert.equal(at.requests.find((one) => one.method() === 'POST').headers().accept,
        'text/event-stream');
    await at.counts('0 events');
    await at.publish('kept', 3);
    await at.counts('2 events');
    assert.deepEqual((await at.texts(rows)).map((one) => /"n":(\d)/.exec(one)[1]), ['2', '1']);
    const [newer, older] = (await at.texts(`${rows} .seq`)).map(BigInt);
    assert.equal(newer - older, 1n);
    await at.click(`${rows} summary`);
    assert.match(await at.text(`${rows} .tree`), /^{\s+"n": 2,\s+"text": "",\s+"at": "1970-/);
    await at.click('form .main');
    await at.becomes('Unsubscribed');
    assert.equal(await at.text('form .main'), 'Subscribe');
    assert.equal((await at.texts(rows)).length, 2);
    assert.equal(await at.page.getByRole('button', {name: 'Resubscribe'}).count(), 0);
    await at.subscribe();
    await at.counts('0 events');
});

await check_events('a list of events is paused, resumed and cleared', async (at) => {
    await at.open('#event.strict');
    await at.subscribe();
    await at.publish('strict', 2);
    await at.counts('2 events');
    await at.button('Pause').click();
    await at.publish('strict', 3);
    await at.counts('3 while paused');
    assert.equal((await at.texts(rows)).length, 2);
    await at.button('Resume').click();
    assert.equal((await at.texts(rows)).length, 5);
    await at.counts('5 events');
    assert.equal(await at.page.getByText('while paused').count(), 0);
    await at.button('Clear').click();
    await at.counts('0 events');
    assert.equal((await at.texts(rows)).length, 0);
    await at.publish('strict', 1);
    await at.counts('1 event');
    assert.equal((await at.texts(rows)).length, 1);
});

await check_events('the list has the last 200 events, also after a pause', async (at) => {
    await at.open('#event.strict');
    await at.subscribe();
    const numbers = async () => (await at.page.locator(rows).allTextContents())
        .map((one) => /"n":(\d+)/.exec(one)[1]);
    const last = Array.from({length: 200}, (_, i) => String(299 - i));
    await at.publish('strict', 300);
    await at.counts('300 events');
    assert.deepEqual(await numbers(), last);
    await at.button('Clear').click();
    await at.button('Pause').click();
    await at.publish('strict', 300);
    await at.counts('300 while paused');
    assert.deepEqual(await numbers(), []);
    await at.button('Resume').click();
    assert.deepEqual(await numbers(), last);
});

await check_events('the rate of events falls to 0 when none arrive', async (at) => {
    await at.open('#event.strict');
    await at.subscribe();
    await at.publish('strict', 50);
    await at.page.waitForFunction(() => /[1-9]\d*\/s/.test(
        document.querySelector('.live small').textContent));
    await at.counts('0/s');
});

await check_events('a list that is scrolled stays where it is', async (at) => {
    await at.open('#event.strict');
    await at.subscribe();
    await at.publish('strict', 100);
    await at.counts('100 events');
    const top = () => at.page.evaluate(() => {
        const list = document.querySelector('.events').getBoundingClientRect();
        const row = [...document.querySelectorAll('.events > details')]
            .find((one) => /"n":40,/.test(one.textContent));
        return Math.round(row.getBoundingClientRect().top - list.top);
    });
    await at.page.evaluate(() => [...document.querySelectorAll('.events > details')]
        .find((one) => /"n":40,/.test(one.textContent)).scrollIntoView());
    const before = await top();
    await at.publish('strict', 10);
    await at.counts('110 events');
    assert.ok(Math.abs(await top() - before) < 3, `${before} ${await top()}`);
});

// ---------------------------------------------------------------------------------------- the end

await check_events('missed events are counted', async (at) => {
    await at.open('#event.lossy');
    await at.subscribe();
    await at.publish('lossy', 100, 4000);  // in one turn of the server, which queues 64 KiB
    await at.page.waitForFunction(() => {
        const text = document.querySelector('.live small').textContent;
        const number = (what) => Number(new RegExp(`(\\d+) ${what}`).exec(text)?.[1]);
        return number('missed') > 50 && number('missed') + number('events') === 100;
    });
    assert.match((await at.texts(rows)).at(-1), /^\S+ \d+ missed \{/);
});

await check_events('the end of a subscription shows its reason', async (at) => {
    await at.open('#event.strict');
    await at.subscribe();
    await at.publish('strict', 100, 4000);
    await at.becomes('Subscription ended: overflow');
    assert.match(await at.text('.live small'), /^(\d\d) events\s+(\d\d) missed$/);
    assert.equal(await at.text('form .main'), 'Subscribe');
    await at.button('Resubscribe').click();
    await at.becomes('Subscribed');
    await at.counts('0 events');
    await at.open('#event.kept?params={"least":13}');
    await at.subscribe();
    await at.publish('kept', 1);
    await at.becomes('Subscription ended: filter');
});

await check_events('a call that the server refuses shows the error at its field', async (at) => {
    await at.open('#event.kept');
    await at.fill(at.field('least'), '1.5');
    await at.click('form .main');
    await at.click('text=Send anyway');
    assert.match(await at.response(), /^Error -32602/);
    assert.match(await at.error(), /integer/);
});

// A proxy whose connections can be cut.
async function make_proxy(to) {
    const {hostname, port} = new URL(to), open = new Set();
    const proxy = createServer((from) => {
        const upstream = connect(port, hostname);
        for (const one of [from, upstream]) {
            open.add(one);
            one.on('error', () => {}).on('close', () => {
                open.delete(one);
                from.destroy();
                upstream.destroy();
            });
        }
        from.pipe(upstream).pipe(from);
    });
    await new Promise((done) => { proxy.listen(0, '127.0.0.1', done); });
    return {url: `http://127.0.0.1:${proxy.address().port}/api`, close: () => proxy.close(),
        cut: () => open.forEach((one) => one.destroy())};
}

await check_events('Resubscribe after a lost connection gets the events in between', async (at) => {
    const proxy = await make_proxy(at.url), posts = () => at.posts();
    Object.assign(at, {url: proxy.url, origin: new URL(proxy.url).origin, expects_errors: true});
    await at.open('#event.kept');
    await at.subscribe();
    await at.publish('kept', 1);
    await at.counts('1 event');
    proxy.cut();
    await at.becomes('Connection lost');
    await at.says('Connection lost');
    const before = posts();
    await at.publish('kept', 2);
    await at.click('#columns');
    assert.equal(posts(), before);
    await at.button('Resubscribe').click();
    await at.becomes('Subscribed');
    await at.counts('2 events');
    assert.ok(await at.value(at.field('since')) > 1e9);
    proxy.cut();
    await at.becomes('Connection lost');
    await at.publish('kept', 9);  // it retains 3
    await at.button('Resubscribe').click();
    assert.match(await at.response(), /^Error -32007: Cannot resume/);
    proxy.close();
});

await check_events('an event needs the token of the page, and ends with it', async (at) => {
    set_tokens(token);
    const {url, stop, signal} = await start('127.0.0.1:0', '--no-websocket');
    Object.assign(at, {url, origin: new URL(url).origin, expects_errors: true,
        headers: {Authorization: `Bearer ${token}`}});
    await at.open('#event.strict');
    await at.fill('main input[type=password]', token);
    await at.press('Enter');
    await at.page.waitForSelector('form .envelope');
    await at.subscribe();
    await at.publish('strict', 1);
    await at.counts('1 event');
    set_tokens('another-token-of-many-characters');
    signal('SIGHUP');
    await at.becomes('Subscription ended: scope');
    await stop();
});

// ------------------------------------------------------------------------- elsewhere in the page

await check_events('a subscription goes on while another page is shown', async (at) => {
    const mark = (name) => at.text(`#list a[href="#event.${name}"] small`);
    await at.open('#event.strict');
    assert.equal(await mark('strict'), 'event');
    await at.subscribe();
    assert.equal(await mark('strict'), 'live');
    await at.open('#event.publish?params=["strict",2]', true);
    await at.page.waitForSelector('h1:text-is("event.publish")');
    await at.send();
    assert.equal(await mark('strict'), 'live');
    await at.open('#event.strict', true);
    await at.counts('2 events');
    assert.equal(await at.text('.status'), 'Subscribed');
    // Browsers open few connections to a server.
    for (const one of ['kept', 'lossy', 'newest']) {
        await at.open(`#event.${one}`, true);
        await at.page.waitForSelector(`h1:text-is("event.${one}")`);
        await at.subscribe();
    }
    assert.deepEqual(await Promise.all(['strict', 'kept', 'lossy', 'newest'].map(mark)),
        ['event', 'live', 'live', 'live']);
    await at.open('#event.strict', true);
    await at.becomes('Ended: 3 other subscriptions are open.');
});

await check_events('events are marked, and are not for batches or the history', async (at) => {
    await at.open('');
    assert.match(await at.text('main .row'), /4 events/);
    assert.equal(await at.text('.methods li:has([href="#event.kept"])'),
        'event.kept\nevent Events that are retained.');
    assert.equal(await at.page.locator('.methods .tag').count(), 4);
    await at.press('Control+k');
    await at.type('event.newest');
    assert.equal(await at.text('#found small:last-child'), 'event');
    await at.press('Enter');
    await at.page.waitForSelector('h1:text-is("event.newest")');
    assert.deepEqual(await at.texts('.tag'), ['event', 'when full: latest', 'not an MCP tool']);
    assert.deepEqual(await at.texts('.part'),
        ['Parameters', 'Payload']);
    assert.equal(await at.text('.docs p:has(> .mono)'), 'row');
    assert.equal(await at.page.getByText('Add to batch').count(), 0);
    assert.equal(await at.page.getByText('notification').count(), 0);
    await at.subscribe();
    await at.press('Escape');
    await at.becomes('Unsubscribed');
    await at.open('#/history', true);
    await at.page.waitForSelector('text=No calls yet.');
    await at.open('#/type/row', true);
    assert.match((await at.texts('.users li')).join(), /event\.newest\(\) → row/);
});

await check_events('an event is copied as code that follows it', async (at) => {
    await at.open('#event.kept?params={"least":7}');
    const tabs = await at.page.getByRole('radiogroup', {name: 'The call as'}).getByRole('radio')
        .evaluateAll((all) => all.map((one) => one.value));
    assert.deepEqual(tabs,
        ['Request', 'curl', 'callbox', 'TypeScript', 'Python', 'C++', 'Link']);
    const lines = {};
    for (const one of tabs.slice(1)) {
        await at.pick('The call as', one);
        lines[one] = (await at.text('.code > pre')).split('\n');
    }
    assert.match(lines.curl.join(' '), /^curl -N .* -H 'Accept: text\/event-stream' /);
    assert.deepEqual(lines.callbox, [`callbox call --follow '${at.url}' event.kept 'least=7'`]);
    assert.equal(lines.TypeScript.at(-1),
        'for await (const event of api.event.kept({least: 7})) console.log(event);');
    assert.deepEqual(lines.Python.slice(-2),
        ['for event in api.event.kept(least=7):', '    print(event)']);
    assert.deepEqual(lines['C++'].slice(-2), ['auto events = api.event.kept({.least = 7});',
        'while (auto event = events.next()) use(*event);']);
    const command = (params) => at.page.evaluate((given) =>
        spellings.callbox('', 'event.kept', given).replace(/.* event.kept/, ''), params);
    assert.equal(await command('{"a":"it\'s","b":[1, 2]}'), ` 'a=it'\\''s' 'b=[1,2]'`);
    assert.equal(await command('{"a":"null"}'), ` --json '{"a":"null"}'`);
});

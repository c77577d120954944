// Answers, copies, links and keys.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {copyFileSync, readFileSync} from 'node:fs';
import {check} from './page.mjs';

// -------------------------------------------------------------------------------------- responses

await check("the server's errors are marked at their fields", async (at) => {
    await at.open('#geo.longest');
    await at.write(`{"jsonrpc":"2.0","id":1,"method":"geo.longest","params":
        [[{"name":"n","path":[{"x":5000,"y":0}],"lanes":9}]]}`);
    await at.click('form .main');
    await at.click('text=Send anyway');
    assert.match(await at.response(), /Error -32602/);
    assert.equal(await at.page.locator('[aria-invalid=true]').count(), 2);
    assert.match((await at.texts('form .error')).join(),
        /Must be a number from -1000 to 1000, got integer out of range/);
});

await check('a response folds, is copied as it was sent, and has headers', async (at) => {
    await at.open('#type.same_json?params=' + encodeURIComponent(
        '{"value": {"a": [1, {"b": 2.50}]}}'));
    await at.send();
    const folds = at.page.locator('.tree details');
    assert.equal(await folds.count(), 3);
    await folds.first().locator('summary').first().click();
    assert.equal(await folds.first().getAttribute('open'), null);
    await at.page.getByLabel('Copy the response').click();
    assert.match(await at.page.evaluate(() => navigator.clipboard.readText()),
        /^{"jsonrpc":"2.0","result":{"a": ?\[1, ?{"b": ?2.50}\]},"id":1}$/);
    await at.pick('View', 'Raw');
    assert.match(await at.text('.tree'), /^{"jsonrpc"/);
    await at.click('text=Headers');
    assert.match(await at.text('section details pre'), /content-type: application\/json/);
});

await check('a slow call shows that it waits, and is cancelled', async (at) => {
    await at.open('#nasty.wait?params={"ms":5000}');
    await at.page.keyboard.press('Control+Enter');
    await at.page.waitForSelector('text=Cancel');
    await at.page.keyboard.press('Escape');
    assert.match(await at.response(), /^Cancelled/);
    await at.page.keyboard.press('Control+Enter');
    await at.click('text=Cancel');
    assert.match(await at.response(), /^Cancelled/);
});

await check('an unreachable server is reported', async (at) => {
    await at.open('#counter.reset');
    await at.page.route('**/api', (route) => route.abort());
    at.expects_errors = true;
    await at.send();
    assert.match(await at.text('.status'), /^The server cannot be reached$/);
});

// ------------------------------------------------------------------------------------------ copies

// What the tab of a kind says, which is what its button copies.
async function spelled(at, kind) {
    await at.pick('The call as', kind);
    const text = await at.page.locator('.code > pre').textContent();
    await at.page.getByLabel('Copy the call').click();
    assert.equal(await at.page.evaluate(() => navigator.clipboard.readText()), text);
    return text;
}

await check('the tabs of a call show it as it is now, the first to be edited', async (at) => {
    await at.open('#same?params=[1]');
    assert.deepEqual(await at.texts('[aria-label="The call as"] span'), ['Request', 'curl',
        'TypeScript', 'Python', 'C++', 'MCP', 'Link']);
    const shown = () => at.page.evaluate(() => ['.editor', '.code > pre'].map(
        (one) => document.querySelector(one).checkVisibility()));
    assert.deepEqual(await shown(), [true, false]);
    await at.page.getByLabel('Copy the call').click();
    assert.equal(await at.page.evaluate(() => navigator.clipboard.readText()),
        await at.value('.envelope'));
    assert.match(await spelled(at, 'curl'), /"params":\[1\]/);
    assert.deepEqual(await shown(), [false, true]);
    await at.fill(at.field('n'), '22');
    assert.match(await at.text('.code > pre'), /"params":\[22\]/);
    await at.pick('The call as', 'Request');
    assert.deepEqual(await shown(), [true, false]);
    assert.deepEqual((await at.call()).params, [22]);
});

await check('the request is painted exactly under what is typed', async (at) => {
    await at.open('#same?params=[1]');
    const pair = () => at.page.evaluate(() => ['textarea', 'pre'].map((name) => {
        const one = document.querySelector(`.editor ${name}`), style = getComputedStyle(one);
        const {x, y, width, height} = one.getBoundingClientRect();
        return [x, y, width, height, style.fontFamily, style.fontSize, style.lineHeight,
            style.padding, style.tabSize, style.whiteSpace, style.letterSpacing].join();
    }));
    const painted = () => at.page.locator('.editor pre').textContent();
    const long = `{"jsonrpc": "2.0", "id": 1, "method": "same", "params": [${Array(300).fill(1)}]}`;
    for (const text of [await at.value('.envelope'), '{"a": "\u00e4\ud83d\ude00", 1e5, tru\n\n', '',
                        long, `[${'"x",'.repeat(9000)}`]) {
        await at.write(text);
        const [above, below] = await pair();
        assert.equal(above, below, text.slice(0, 100));
        assert.ok(await painted() === `${text}\n`, 'the same text');
        const fits = await at.page.locator('.envelope').evaluate((one) =>
            one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight);
        assert.ok(fits, `what is typed is in sight: ${text.slice(0, 100)}`);
    }
    await at.write('{"key": "text", "n": [-1.5e3, true, "a:b"]}');
    assert.deepEqual(await at.page.locator('.editor pre span').evaluateAll(
        (all) => all.map((one) => `${one.className} ${one.textContent}`)), ['key "key"',
        'string "text"', 'key "n"', 'number -1.5e3', 'word true', 'string "a:b"']);
});

await check('an error in the text opens its tab when Send refuses it', async (at) => {
    await at.open('#same');
    await at.write('{"jsonrpc": ');
    await at.pick('The call as', 'Python');
    await at.click('form .main');
    assert.match(await at.text('.refusal'), /^Not sent: line 1, column 13/);
    assert.ok(await at.page.locator('.envelope').isVisible());
    assert.equal(await at.page.evaluate(() => document.activeElement.className), 'envelope');
});

await check('a call is copied as curl and as a link', async (at) => {
    await at.open('#type.same_json?params=' + encodeURIComponent(
        '{"value": "it\'s \\"\u{e4}\\" $x `y`"}'));
    const says = (kind) => spelled(at, kind);
    const result = /"result":"it's \\"ä\\" \$x `y`"/;
    assert.match(execFileSync('sh', ['-c', `${await says('curl')} -s`]).toString(), result);
    const link = await says('Link');
    await at.open(link.slice(link.indexOf('#')));
    assert.equal(await at.value(at.field('value')), '"it\'s \\"ä\\" $x `y`"');
});

await check('a call is copied as that of a tool, arguments by name and every digit', async (at) => {
    const says = async () => (await spelled(at, 'MCP')).replace(/\s+/g, '');
    const tags = async () => (await at.texts('.tag')).join(', ');
    const call = (id, name, given) => `{"jsonrpc":"2.0","id":${id},"method":"tools/call",` +
        `"params":{"name":"${name}","arguments":${given}}}`;
    await at.open('#same?params=[9223372036854775807]');
    assert.equal(await tags(), 'read-only, self-contained, MCP same');
    assert.equal(await says(), call(1, 'same', '{"n":9223372036854775807}'));
    await at.open('#counter.reset');
    assert.equal(await tags(), 'MCP counter_reset');
    assert.match(await says(), /"name":"counter_reset","arguments":{}}}$/);
    await at.open('#math.div?params={"divisor":2.50,"dividend":1e3}');
    assert.match(await says(), /"name":"math_div","arguments":{"divisor":2.50,"dividend":1e3}}}$/);
});

await check('a call is copied for the typed clients of the server', async (at) => {
    const says = async (kind) => (await spelled(at, kind)).split('\n').at(-1);
    await at.open('#type.greatest?params=[9223372036854775807,false]');
    assert.equal(await says('TypeScript'),
        'console.log(await api.type.greatest(9223372036854775807n, {known: false}));');
    assert.equal(await says('Python'),
        'print(api.type.greatest(9223372036854775807, known=False))');
    assert.equal(await says('C++'),
        'auto result = api.type.greatest(9223372036854775807, {.known = false});');
    await at.open('#type.greatest?params={"label":"x"}');
    assert.equal(await says('TypeScript'),
        'console.log(await api.type.greatest(undefined, {label: "x"}));');
    assert.equal(await says('Python'), 'print(api.type.greatest(label="x"))');
    assert.equal(await says('C++'), 'auto result = api.type.greatest({}, {.label = "x"});');
    await at.open('#old.one');
    await at.page.getByLabel('Notification').check();
    assert.equal(await says('TypeScript'), 'console.log(await api.notify.old.one());');
    assert.equal(await says('Python'), 'api.notify(api.old.one)');
    await at.open('#geo.longest?params=[[{"name":"a","in":"ft","path":[{"x":1,"y":2}]}]]');
    assert.equal(await says('TypeScript'), 'console.log(await api.geo.longest(' +
        '[{name: "a", in: "ft", path: [{x: 1, y: 2}]}]));');
    assert.equal(await says('C++'), 'auto result = api.geo.longest({callbox_::Route' +
        '{.name = "a", .path = {callbox_::Point{.x = 1, .y = 2}}, .in = callbox_::Unit::ft}});');
    await at.open('#union.pay_all?params=[[{"kind":"card","number":"1"}],' +
        '{"a":{"kind":"cash"}},null]');
    assert.equal(await says('C++'), 'auto result = api.union_.pay_all(' +
        '{callbox_::PaymentCard{.number = "1"}}, {{"a", callbox_::Cash{}}}, {});');
});

await check('a typed client is downloaded, and takes calls that are copied', async (at) => {
    await at.open('');
    const download = at.page.waitForEvent('download');
    await at.click('text=client.py');
    const path = await (await download).path();
    copyFileSync(path, 'client.py');
    const calls = {
        'geo.longest?params=[[{"name":"a","in":"ft","path":[{"x":1,"y":2}]}]]': /Route.*name='a'/,
        'union.pay?params=[{"kind":"card","number":"1","code":null}]': /PaymentCard.*number='1'/,
        'type.same_json?params=[{"a":[true,null,"\u00e4\\""]}]': /{'a': \[True, None, 'ä"'\]}/,
        'math.div?params={"divisor":2,"dividend":1}': /^0.5$/m,
    };
    for (const [call, result] of Object.entries(calls)) {
        await at.open('#' + call);
        const script = await spelled(at, 'Python');
        assert.match(execFileSync('python3', ['-c', script]).toString(), result);
    }
});

await check('a download says why there is none, and comes when it can', async (at) => {
    await at.open('');
    at.expects_errors = true;
    const button = at.page.locator('main button').getByText('openrpc.json', {exact: true});
    const node = await button.elementHandle();
    const stop = (route) => route.abort(), forbid = (route) => route.fulfill({status: 403});
    for (const [act, message] of [[stop, 'The server cannot be reached'], [forbid, 'Error: 403']]) {
        await at.page.route('**/openrpc.json', act);
        await button.click();
        await at.page.waitForFunction(([one, text]) => one.textContent === text, [node, message]);
        assert.equal(await at.text('#live'), message);
        await button.waitFor();  // it says again what it is for
        await at.page.unroute('**/openrpc.json', act);
    }
    const download = at.page.waitForEvent('download');
    await button.click();
    const api = JSON.parse(readFileSync(await (await download).path()));
    assert.equal(api.methods.length, 34);
});

await check('a method that is no tool has no such copy', async (at) => {
    await at.open('#nasty.markup');
    assert.deepEqual(await at.texts('.tag'), ['not an MCP tool']);
    const tabs = await at.texts('[aria-label="The call as"] span');
    assert.ok(tabs.includes('curl') && !tabs.includes('MCP'), tabs);
});

// ---------------------------------------------------------------------------------- links and keys

await check('a link fills in and never sends; back and forward work', async (at) => {
    await at.open('#same?params={"n":12}');
    assert.equal(await at.value(at.field('n')), '12');
    assert.match(await at.text('#live'), /Nothing was sent/);
    await at.page.waitForTimeout(200);
    assert.equal(at.requests.filter((one) => one.method() === 'POST').length, 0);
    await at.click('#list >> text=math.div');
    await at.page.waitForSelector('main h1:text("math.div")');
    await at.page.goBack();
    assert.equal(await at.text('main h1'), 'same');
    await at.page.goForward();
    assert.equal(await at.text('main h1'), 'math.div');
    await at.open('#same?params=%7Bbroken%');
    assert.match(await at.error(), /^Line/);
});

await check('a link to an unknown method says so, with those of nearest names', async (at) => {
    for (const name of ['math.dib', '/math.dib']) {
        await at.open(`#${name}`);
        assert.match(await at.text('main'), /There is no method “math\.dib” here/);
        assert.equal(await at.text('main li a'), 'math.div');
        assert.match(await at.text('#live'), /no method/);
    }
    await at.open('#qqq%3Cimg%3E?params=[1]');
    assert.match(await at.text('main'), /There is no method “qqq<img>” here/);
    assert.equal(await at.page.locator('main li').count(), 0);
    await at.open('#/batch');
    assert.equal(await at.text('main h1'), 'Batch');
});

await check('a call from search to response with the keyboard alone', async (at) => {
    await at.open('');
    await at.press('/');
    await at.type('div');
    await at.press('ArrowDown');
    await at.press('Enter');
    await at.page.waitForSelector('main h1');
    await at.press('Tab');
    await at.type('1');
    await at.press('Tab');
    await at.type('8');
    await at.press('Enter');
    assert.match(await at.response(), /Result/);
    assert.equal(await at.text('.tree'), '0.125');
    await at.page.locator('main h1').focus();
    await at.press('?');
    assert.ok(await at.page.locator('#keys').isVisible());
    await at.press('Escape');
    assert.ok(!await at.page.locator('#keys').isVisible());
    await at.press('/');
    await at.press('Backspace');
    await at.press('ArrowDown');
    await at.press('ArrowDown');
    await at.press('ArrowUp');
    assert.equal(await at.page.evaluate(() => document.activeElement.hash), '#same');
});

await check('single keys can be switched off', async (at) => {
    await at.open('');
    await at.press('?');
    await at.page.locator('#single').uncheck();
    await at.press('Escape');
    await at.press('?');
    assert.ok(!await at.page.locator('#keys').isVisible());
});

await check('there is no switch for WebSockets where the server accepts none', async (at) => {
    await at.open('#same');
    assert.equal(await at.page.getByText('over WebSocket').count(), 0);
});

// Calls over a WebSocket, with a server that accepts them and requires a token.
import assert from 'node:assert/strict';
import {layout_errors} from './layout.mjs';
import {violations} from './looks.mjs';
import {check} from './page.mjs';
import {other_token, set_tokens, start, token} from './websocket_server.mjs';

set_tokens(token, other_token);
let server = await start('127.0.0.1:0', '--websocket');
const {url} = server;
const restart = async (...options) => { server = await start(new URL(url).host, ...options); };

const check_socket = (claim, test, settings) => check(claim, async (at) => {
    Object.assign(at, {url, origin: new URL(url).origin, expects_errors: true});
    at.state = () => at.text('.transport [role=status]');
    at.becomes = (state) => at.page.waitForFunction((wanted) => new RegExp(wanted).test(
        document.querySelector('.transport [role=status]')?.textContent), state);
    at.facts = () => at.texts('.response .heads small span');
    at.go = async (hash) => {
        await at.open(hash, true);
        await at.page.waitForSelector(`h1:text-is("${hash.slice(1).split('?')[0]}")`);
    };
    at.waits = async (hash) => {
        await at.go(hash);
        await at.press('Control+Enter');
        await at.page.waitForSelector('text=Cancel');
    };
    at.send_anyway = async (text) => {
        await at.write(text);
        await at.click('form .main');
        await at.click('text=Send anyway');
        return at.response();
    };
    await at.page.addInitScript(() => {
        window.made = [];
        window.WebSocket = class extends WebSocket {
            constructor(...all) { super(...all); window.made.push(this); }
        };
    });
    await at.open('#same?params=[1]');
    await at.fill('main input[type=password]', token);
    await at.press('Enter');
    await at.page.waitForSelector('form .envelope');
    await test(at);
}, settings);
const call = (id, method, params) => JSON.stringify({jsonrpc: '2.0', id, method, params});

await check_socket('calls go over one WebSocket, with the token, to the digit', async (at) => {
    const opened = [];
    at.page.on('websocket', (one) => opened.push(one.url()));
    assert.equal(await at.state(), '');
    await at.page.getByLabel('over WebSocket').check();
    for (const n of ['9223372036854775807', '7']) {
        await at.fill(at.field('n'), n);
        await at.send();
        assert.equal(await at.text('.response .tree'), n);
        assert.equal((await at.facts())[0], 'WebSocket');
    }
    assert.equal(await at.state(), 'open');
    assert.equal(await at.page.getByText('Headers', {exact: true}).count(), 0);
    assert.deepEqual(opened, [url.replace('http', 'ws')]);
    assert.equal(at.posts(), 0);
    await at.page.getByLabel('over WebSocket').uncheck();
    await at.send();
    assert.deepEqual([(await at.facts())[0], at.posts()], ['HTTP 200', 1]);
});

await check_socket('errors, notifications and batches over a WebSocket', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    assert.match(await at.send_anyway('{"jsonrpc": '), /^Error -32700/);
    assert.match(await at.send_anyway(call('x', 'same', ['1'])), /^Error -32602/);
    await at.write('{"jsonrpc":"2.0","method":"same","params":[1]}');
    await at.send();
    assert.equal(await at.response(), 'Sent. Notifications get no response.');
    for (const n of [1, 2]) {
        await at.write(`{"jsonrpc":"2.0","id":${n},"method":"same","params":[${n}]}`);
        await at.click('text=Add to batch');
    }
    await at.open('#/batch', true);
    assert.ok(await at.page.getByLabel('over WebSocket').isChecked());
    await at.click('text=Send batch');
    await at.page.waitForSelector('.sent .tree');
    assert.deepEqual(await at.texts('.sent .tree'), ['1', '2']);
    assert.equal(at.posts(), 0);
});

await check_socket('a notification over a WebSocket looks as over HTTP', async (at) => {
    const seen = [];
    for (const over of [false, true]) {
        await at.page.getByLabel('over WebSocket').setChecked(over);
        await at.write('{"jsonrpc":"2.0","method":"same","params":[1]}');
        await at.send();
        const [first, , size] = await at.facts();
        assert.equal(first, over ? 'WebSocket' : 'HTTP 204');
        seen.push([await at.response(), size, await at.page.locator('.response .tree').count()]);
    }
    assert.deepEqual(seen[0], seen[1]);
    assert.deepEqual(await at.page.evaluate(() => made[0].calls), [], 'nothing is awaited');
    await at.write('{"jsonrpc":"2.0","id":1,"result":1}');
    await at.click('form .main');
    await at.click('text=Send anyway');
    assert.equal(await at.response(), seen[0][0], 'nor is a response to a response');
});

await check_socket('an error without an id belongs to the call that caused it', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    await at.waits('#nasty.wait?params=[3000]');
    await at.go('#same');
    const nested = `{"jsonrpc":"2.0","id":5,"method":"same","params":${'['.repeat(150)}1` +
        `${']'.repeat(150)}}`;
    assert.match(await at.send_anyway(nested), /^Error -32700/);
    for (const text of ['{"method":"same"}', '[]', '{"jsonrpc":"2.0","method":"same","params":5}',
                        '{"jsonrpc":"2.0","method":"same","method":"same"}'])
        assert.match(await at.send_anyway(text), /^Error -32600/, text);
    await at.go('#nasty.wait');
    assert.equal(await at.response(), 'Result');
});

await check_socket('progress belongs to its call, and Cancel cancels that alone', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    await at.waits('#nasty.steps?params=[500]');
    await at.page.waitForSelector('.response p:text-matches("^[0-9]+ of 500 · ")');
    await at.waits('#nasty.wait?params=[2000]');
    await at.go('#nasty.steps');
    await at.click('text=/^Cancel,/');
    await at.go('#nasty.steps?params=[0]');
    do await at.send(); while (await at.text('.response .tree') === '0');
    await at.go('#nasty.wait');
    assert.equal(await at.response(), 'Result');
});

await check_socket('a response belongs to the call of its id, or to none', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    await at.waits('#nasty.wait?params=[2000]');
    await at.go('#same?params=[5]');
    await at.send();
    assert.equal(await at.text('.response .tree'), '5', 'before the slow one');
    await at.go('#nasty.wait');
    await at.page.evaluate(() => made[0].dispatchEvent(new MessageEvent('message',
        {data: '{"jsonrpc":"2.0","id":"of no call","result":"wrong"}'})));
    assert.equal(await at.response(), 'Result');
    assert.match(await at.text('.response .tree'), /img/, 'not the one of no call');
    await at.waits('#nasty.wait?params=[5000]');
    await at.click('text=Cancel');
    assert.equal(await at.response(), 'Cancelled');
    await at.go('#same?params=[6]');
    await at.send();
    assert.equal(await at.text('.response .tree'), '6', 'not the one that was cancelled');
});

await check_socket('calls of the same id get their own responses', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    await at.go('#nasty.wait');
    await at.write(call('twice', 'nasty.wait', [2000]));
    await at.press('Control+Enter');
    await at.page.waitForSelector('text=Cancel');
    await at.go('#same');
    await at.write(call('twice', 'same', [5]));
    await at.send();
    assert.equal(await at.text('.response .tree'), '5');
    await at.go('#nasty.wait');
    assert.match(await at.text('.response .tree'), /img/);
    await at.write(call('twice', 'nasty.wait', [5000]));
    await at.press('Control+Enter');
    await at.click('text=Cancel');
    assert.equal(await at.response(), 'Cancelled');
    await at.go('#same');
    await at.write(call('twice', 'same', [7]));
    await at.send();
    assert.equal(await at.text('.response .tree'), '7', 'without waiting for the cancelled call');
    assert.equal(await at.page.evaluate(() => made.length), 2);
});

await check_socket('a WebSocket of an earlier token changes nothing', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    await at.send();
    await at.becomes('open');
    await at.click('#tools >> text=/^Token/');
    await at.fill('#token input', other_token);
    await at.press('Enter');
    await at.page.waitForSelector('dialog[open]', {state: 'detached'});
    assert.equal(await at.state(), '', 'none is open with the new token');
    assert.ok(await at.page.evaluate(() => made[0].readyState > 1), 'the old one is closed');
    await at.waits('#nasty.wait?params=[2000]');
    await at.page.evaluate((id) => {
        const result = JSON.stringify({jsonrpc: '2.0', id, result: 'wrong'});
        for (const one of [new MessageEvent('message', {data: result}), new Event('error'),
            new CloseEvent('close', {code: 4000, reason: 'late'})]) made[0].dispatchEvent(one);
    }, (await at.call()).id);
    await at.becomes('open');
    assert.equal(await at.response(), 'Result');
    assert.match(await at.text('.response .tree'), /img/);
    assert.equal(await at.state(), 'open');
    assert.equal(await at.page.evaluate(() => made.length), 2);
});

await check_socket('a WebSocket that is switched off is closed after its last call', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    await at.waits('#nasty.wait?params=[3000]');
    await at.page.getByLabel('over WebSocket').uncheck();
    await at.becomes('open');
    assert.equal(await at.response(), 'Result');
    await at.page.waitForFunction(() => made[0].readyState > 1);
    assert.equal(await at.state(), '');
    await at.page.getByLabel('over WebSocket').check();
    await at.send();
    await at.page.getByLabel('over WebSocket').uncheck();
    await at.page.waitForFunction(() => made[1].readyState > 1);
});

await check_socket('the switch for WebSockets changes neither call nor response', async (at) => {
    await at.send();
    const odd = ' {"jsonrpc":"2.0",  "id":1,"method":"same","params":[1] }';
    await at.write(odd);
    await at.send();
    await at.page.getByLabel('over WebSocket').check();
    assert.equal(await at.value('.envelope'), odd);
    assert.equal(await at.page.locator('.earlier').count(), 0);
    await at.write('{"jsonrpc": ');
    await at.click('form .main');
    await at.page.waitForSelector('text=Send anyway');
    await at.page.getByLabel('over WebSocket').uncheck();
    assert.equal(await at.value('.envelope'), '{"jsonrpc": ');
    assert.ok(await at.page.getByText('Send anyway').isVisible());
});

await check_socket('the keyboard alone is enough for the switch for WebSockets', async (at) => {
    await at.page.locator('form .main').focus();
    const toggle = at.page.getByRole('checkbox', {name: 'over WebSocket', exact: true});
    const has_focus = () => toggle.evaluate((one) => one === document.activeElement);
    let tabs = 0;
    for (; tabs < 9 && !await has_focus(); ++tabs) await at.press('Tab');
    assert.ok(tabs <= 3, `${tabs} Tabs from Send`);
    await at.press('Space');
    assert.ok(await toggle.isChecked() && await has_focus());
    await at.page.evaluate(() => {
        window.announced = [];
        const state = document.querySelector('.transport [role=status]');
        new MutationObserver(() => announced.push(state.textContent))
            .observe(state, {childList: true, characterData: true, subtree: true});
    });
    for (const n of [1, 2]) {
        await at.press('Enter');
        await at.page.waitForSelector('.status');
        await at.response();
        assert.ok(await has_focus(), `call ${n}`);
    }
    await at.becomes('open');
    assert.deepEqual(await at.page.evaluate(() => announced), ['connecting', 'open']);
    assert.equal(await at.page.locator('.transport [role=status]').count(), 1);
    assert.equal(await at.page.locator('label [role=status]').count(), 0, 'no part of a name');
});

for (const [width, height, colorScheme] of [[1440, 900, 'light'], [1200, 800, 'dark'],
    [800, 600, 'dark'], [390, 844, 'light']]) {
    await check_socket(`the switch for WebSockets stands in the row of Send: ${width}`,
        async (at) => {
            const toggle = at.page.getByLabel('over WebSocket');
            await toggle.check();
            await at.send();
            await at.becomes('open');
            await at.page.evaluate(() => {
                made[0].onclose({code: 1006, reason: 'a reason of some words, as proxies send'});
            });
            await at.becomes('closed: 1006 a reason of some words');
            assert.ok(await at.page.locator('.send > .transport').isVisible());
            assert.deepEqual(await at.page.evaluate(layout_errors), []);
            assert.deepEqual(await violations(at.page), []);
            const [box, send] = await Promise.all(['.transport', '.send'].map(
                (one) => at.page.locator(one).boundingBox()));
            assert.ok(send.y + send.height <= height + 1, 'in sight');
            assert.ok(box.x >= 0 && box.x + box.width <= width);
            const text = at.page.locator('.transport [role=status]');
            assert.ok((await text.boundingBox()).width > 190);
            await at.page.screenshot({path: `websocket-${width}.png`});
            await at.page.evaluate(() => scrollTo(0, 1e5));
            const last = await at.page.locator('.response').boundingBox();
            if (width <= 800) assert.ok(last.y + last.height <= send.y + 1, 'nothing is covered');
            await at.click('text=Add to batch');
            await at.open('#/batch', true);
            await at.page.waitForSelector('.page .transport');
            assert.equal(await at.page.evaluate(() => {
                const range = document.createRange();
                range.selectNodeContents(document.querySelector('.transport label').lastChild);
                return range.getClientRects().length;
            }), 1, 'the label is one line');
            assert.deepEqual(await at.page.evaluate(layout_errors), []);
            await at.page.screenshot({path: `websocket-batch-${width}.png`});
        }, {colorScheme, viewport: {width, height}});
}

await check_socket('the form for the token has no switch for WebSockets', async (at) => {
    await at.page.reload();
    await at.page.waitForSelector('main >> text=This server requires a token');
    assert.equal(await at.page.getByText('over WebSocket').count(), 0);
});

await check_socket('a closed WebSocket is reported, and the next call opens one', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    await at.send();
    await at.becomes('open');
    await server.stop();
    await at.becomes('closed: 1001');
    await at.send();
    assert.equal(await at.response(), 'The server cannot be reached');
    assert.equal(await at.state(), 'unreachable');
    await restart('--websocket');
    await at.send();
    assert.equal(await at.response(), 'Result');
    await at.becomes('open');
});

await check_socket('each call on a closed WebSocket fails with code and reason', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    const two_wait = async () => {
        await at.go('#nasty.wait');
        await at.write(call('a', 'nasty.wait', [5000]));
        await at.press('Control+Enter');
        await at.page.waitForSelector('text=Cancel');
        await at.open('#/batch', true);
        await at.page.waitForSelector('h1:text-is("Batch")');
        await at.press('Control+Enter');
        await at.page.waitForSelector('.page >> text=Cancel');
        await at.page.waitForFunction(() => made.at(-1).calls.length === 2);
    };
    const both_fail = async (message) => {
        assert.equal(await at.response(), message);
        await at.go('#nasty.wait');
        assert.equal(await at.response(), message);
    };
    await at.go('#nasty.wait');
    await at.write(call('b', 'nasty.wait', [5000]));
    await at.click('text=Add to batch');
    await two_wait();
    await at.page.evaluate(() => made[0].dispatchEvent(
        new CloseEvent('close', {code: 4001, reason: 'maintenance'})));
    await both_fail('The WebSocket was closed: 4001 maintenance');
    assert.equal(await at.state(), 'closed: 4001 maintenance');
    await two_wait();
    server.signal('SIGKILL');
    await both_fail('The WebSocket was closed: 1006 connection lost');
    await server.stop();
    await restart('--websocket');
    await at.go('#same?params=[5]');
    await at.send();
    assert.equal(await at.text('.response .tree'), '5');
    assert.equal(await at.state(), 'open');
});

await check_socket('a long response before the close of a WebSocket is shown', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    await at.go('#nasty.wait');
    await at.write(call('a', 'nasty.wait', [5000]));
    await at.press('Control+Enter');
    await at.becomes('open');
    await at.page.waitForFunction(() => made[0].calls[0]?.ids[0] === 'stringa');
    await at.page.evaluate(() => {
        const response = {jsonrpc: '2.0', id: 'a', result: Array(1e5).fill(1)};
        made[0].dispatchEvent(new MessageEvent('message', {data: JSON.stringify(response)}));
        made[0].dispatchEvent(new CloseEvent('close', {code: 1001}));
    });
    assert.equal(await at.response(), 'Result');
    await at.becomes('closed: 1001');
});

await check_socket('a refused WebSocket is explained by the status', async (at) => {
    await at.page.getByLabel('over WebSocket').check();
    const refused = async (status, words) => {
        await at.send();
        assert.equal(await at.response(), `The server refused the WebSocket: ${words} (${status})`);
        assert.equal(await at.state(), `refused: ${status}`);
    };
    await server.stop();
    await restart('--no-websocket');
    await refused(405, 'disabled, too many connections, or a proxy that does not forward upgrades');
    await server.stop();
    await restart('--websocket', '--allow-host', 'other.example');
    await refused(403, 'host not allowed');
    await server.stop();
    const full = (route) => route.fulfill({status: 503});
    await at.page.route('**/openrpc.json', full);
    await refused(503, 'too many connections or too little memory');
    await at.page.unroute('**/openrpc.json', full);
    set_tokens(other_token);
    await restart('--websocket');
    await refused(401, 'invalid or missing token');
    await at.page.waitForSelector('#token .error:not(:empty)');
    assert.equal(await at.text('#token .error'), 'Invalid token.');
    await at.fill('#token input', other_token);
    await at.press('Enter');
    await at.page.waitForSelector('dialog[open]', {state: 'detached'});
    await at.send();
    assert.equal(await at.response(), 'Result');
    assert.equal(await at.state(), 'open');
});

await server.stop();

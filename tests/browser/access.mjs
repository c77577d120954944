// Tokens: the server of the first claim wants none, that of the others does.
import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {check} from './page.mjs';

await check('where no token is in use, the bar and the palette have none', async (at) => {
    await at.open('#same?params=[1]');
    await at.send();
    assert.equal(await at.page.getByText(/^Token/).filter({visible: true}).count(), 0);
    await at.press('Control+k');
    await at.type('token');
    assert.ok(!(await at.texts('#found .name')).includes('Token'));
    await at.page.route('**/api', (route) => route.fulfill({status: 401}));
    await at.press('Escape');
    at.expects_errors = true;  // 401 is reported
    await at.click('form .main');
    await at.page.waitForSelector('#token .error:not(:empty)');
    assert.equal(await at.text('#token .error'), 'The server requires a token.');
    await at.press('Escape');
    assert.ok(await at.page.locator('#tools >> text=Token').isVisible(), 'it is in use now');
});

const all = 'all-methods-all-methods', some = 'math-only-math-only-math';
writeFileSync('tokens', `all ${all} *\nsome ${some} math.*\n`, {mode: 0o600});
let url;
const start = async (options, variables) => {
    const server = spawn(process.argv[3], ['serve', '--listen', '127.0.0.1:0',
        '--enable-web-browsable-api', ...options],
        {stdio: ['ignore', 'ignore', 'pipe'], env: {...process.env, ...variables}});
    for await (const line of createInterface(server.stderr))
        if ((url = / ready: (.*)/.exec(line)?.[1])) break;
    return server;
};
const server = await start(['--token-file', 'tokens']);

const check_with = (claim, test, settings) => check(claim, async (at) => {
    Object.assign(at, {url, origin: new URL(url).origin, expects_errors: true});  // 401 is reported
    await test(at);
}, settings);
const enter = async (at, token, where = '#token') => {
    if (where === '#token') await at.click('#tools >> text=/^Token/');
    await at.fill(`${where} input`, token);
    await at.press('Enter');
};

await check_with('a server that wants a token says so, and takes it there', async (at) => {
    await at.open('');
    assert.match(await at.text('main'), /This server requires a token/);
    assert.ok(!(await at.text('body')).includes('0 methods'));
    assert.ok(!(await at.text('body')).includes('No methods'));
    await enter(at, 'wrong-wrong-wrong', 'main');
    await at.page.waitForSelector('main .error:not(:empty)');
    assert.match(await at.text('main .error'), /Invalid token/);
    assert.equal(await at.value(':focus'), 'wrong-wrong-wrong');
    assert.equal(await at.page.locator('#list a').count(), 0);
    await enter(at, all, 'main');
    await at.page.waitForSelector('#list a');
    assert.match(await at.text('main'), /30 methods/);
    assert.equal(await at.focused(), 'H1 Methods');
});

await check_with('without JavaScript it says how to use a token', async (at) => {
    await at.open('');
    const list = await at.text('.list');
    assert.match(list, /This server requires a token/);
    assert.ok(!list.includes('No methods'));
    const sent = (await at.text('.list pre')).replace(/'http:[^']*'/, `'${url}/openrpc.json' -s`);
    const shown = execFileSync('sh', ['-c', sent.replace('TOKEN', some)]).toString();
    assert.deepEqual(JSON.parse(shown).methods.map((one) => one.name.split('.')[0]), ['math']);
}, {javaScriptEnabled: false});

await check_with('a link leads to its method when the token is there', async (at) => {
    await at.open('#math.div?params=[1,8]');
    assert.match(await at.text('main'), /This server requires a token/);
    await enter(at, some, 'main');
    await at.page.waitForSelector('form .envelope');
    assert.equal(await at.value(at.field('divisor')), '8');
    await at.send();
    assert.equal(await at.text('.tree'), '0.125');
    await at.open('#same', true);
    await at.page.waitForSelector('text=There is no method “same” here');
});

await check_with('Enter in the token dialog closes it for good', async (at) => {
    await at.open('');
    await enter(at, all);
    await at.page.waitForSelector('#list a');
    await at.page.waitForTimeout(200);
    assert.equal(await at.page.locator('dialog[open]').count(), 0);
    assert.equal(await at.focused(), 'BUTTON Token is set');
});

await check_with('a token dialog that is closed and opened again is complete', async (at) => {
    await at.open('');
    await at.click('#tools >> text=Token');
    await at.page.evaluate(() => new Promise((done) => {
        const dialog = document.getElementById('token');
        dialog.addEventListener('close', () => done());
        dialog.close();
        [...document.querySelectorAll('#tools button')]
            .find((one) => one.textContent === 'Token').click();
    }));
    assert.equal(await at.page.locator('#token form').count(), 1);
    assert.match(await at.focused(), /^INPUT/);
});

await check_with('the token goes with calls, and is nowhere else', async (at) => {
    await at.open('#math.div?params=[1,2]');
    await enter(at, all);
    await at.page.waitForSelector('text=Token is set');
    await at.send();
    const post = at.requests.find((one) => one.method() === 'POST');
    assert.equal((await post.allHeaders()).authorization, `Bearer ${all}`);
    await at.pick('The call as', 'curl');
    assert.match(await at.text('.code pre:visible'), /Bearer \$TOKEN/);
    assert.ok(!(await at.text('body')).includes(all));
    await at.page.reload();
    const kept = await at.page.evaluate(
        () => JSON.stringify([{...localStorage}, {...sessionStorage}]));
    assert.match(kept, /math\.div/);
    assert.ok(!kept.includes(all));
    await at.click('#tools >> text=Token');
    assert.equal(await at.value('#token input'), '');
});

await check_with('the token dialog shows what is typed, and uses it', async (at) => {
    await at.open('');
    await at.press('Control+k');
    await at.type('token');
    await at.press('Enter');
    const type = () => at.page.locator('#token input').first().getAttribute('type');
    assert.equal(await type(), 'password');
    assert.deepEqual(await at.texts('#token button'), ['Use token', 'Cancel']);
    await at.fill('#token input', all);
    await at.page.locator('#token').getByLabel('Show').check();
    assert.equal(await type(), 'text');
    assert.equal(await at.value('#token input'), all);
    await at.page.locator('#token').getByLabel('Show').uncheck();
    assert.equal(await type(), 'password');
    await at.click('#token >> text=Use token');
    await at.page.waitForSelector('#list a');
    assert.equal(await at.page.locator('dialog[open]').count(), 0);
    await at.press('Control+k');
    await at.type('token');
    assert.equal((await at.texts('#found .name'))[0], 'Token is set');
    await at.press('Enter');
    assert.equal(await type(), 'password', 'hidden each time');
    await at.press('Escape');
    assert.equal(await at.focused(), 'H1 Methods');
});

await check_with('a wrong token is reported in the dialog, and changes nothing', async (at) => {
    await at.open('#math.div');
    await enter(at, all);
    await at.page.waitForSelector('form .envelope');
    await enter(at, 'wrong-wrong-wrong');
    await at.page.waitForSelector('#token .error:not(:empty)');
    assert.match(await at.text('#token .error'), /Invalid token/);
    const field = at.page.locator('#token input').first();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await at.press('Escape');
    await at.page.locator('#token form').waitFor({state: 'detached'});
    await at.fill(at.field('dividend'), '1');
    await at.fill(at.field('divisor'), '2');
    await at.send();
    assert.equal(await at.text('.tree'), '0.5', 'the old token is sent');
    await at.click('#tools >> text=Token is set');
    assert.equal(await at.value('#token input'), all);
    assert.equal(await at.text('#token .error'), '');
});

await check_with('a token that is cleared takes with it what it showed', async (at) => {
    await at.open('#math.div?params=[1,2]');
    await enter(at, all);
    await at.page.waitForSelector('form .envelope');
    await at.send();
    await at.click('text=Add to batch');
    await enter(at, '');
    await at.page.waitForSelector('main >> text=This server requires a token');
    assert.equal(await at.page.locator('#list a').count(), 0);
    assert.equal(await at.text('#tools a'), 'Batch');
    assert.ok(!(await at.text('body')).includes('0.5'));
    await at.page.reload();
    const kept = await at.page.evaluate(() => JSON.stringify({...sessionStorage}));
    assert.ok(!kept.includes('math.div'));
});

await check_with('a call that another token may not make is marked in the batch', async (at) => {
    await at.open('#same?params=[1]');
    await enter(at, all);
    await at.page.waitForSelector('form .envelope');
    await at.click('text=Add to batch');
    await at.open('#/batch', true);
    await at.page.waitForSelector('.entries li');
    assert.equal(await at.text('.entries .error'), '');
    await enter(at, some);
    await at.page.waitForSelector('.entries .error:not(:empty)');
    assert.equal(await at.text('.entries .error'),
        'There is no method “same” here, for this token.');
});

await check_with('a form is there again when a reload took the token', async (at) => {
    await at.open('#math.div');
    await enter(at, some, 'main');
    await at.page.waitForSelector('form .envelope');
    await at.fill(at.field('divisor'), '5');
    await at.page.reload();
    await enter(at, some, 'main');
    await at.page.waitForSelector('form .envelope');
    assert.equal(await at.value(at.field('divisor')), '5');
});

for (const colorScheme of ['light', 'dark']) {
    await check_with(`a token is asked for on a phone: ${colorScheme}`, async (at) => {
        await at.open('');
        await enter(at, 'wrong-wrong-wrong', 'main');
        await at.page.waitForSelector('main .error:not(:empty)');
        await at.page.screenshot({path: `wants-token-${colorScheme}-phone.png`});
    }, {colorScheme, viewport: {width: 390, height: 740}});
}

await check_with('a token that was replaced leads to the field for another', async (at) => {
    await at.open('#math.div?params=[1,2]');
    await enter(at, some, 'main');
    await at.page.waitForSelector('form .envelope');
    writeFileSync('tokens', `all ${all} *\n`, {mode: 0o600});
    server.kill('SIGHUP');
    const headers = {Authorization: `Bearer ${some}`};
    while ((await fetch(`${url}/openrpc.json`, {headers})).status !== 401)
        await at.page.waitForTimeout(20);
    await at.press('Control+Enter');
    await at.page.waitForSelector('#token .error:not(:empty)');
    assert.match(await at.text('#token .error'), /Invalid token/);
    assert.equal(await at.value(':focus'), some);
    await at.fill('#token input', all);
    await at.press('Enter');
    await at.page.waitForSelector('#list a[href="#geo.longest"]');
    assert.equal(await at.value(at.field('divisor')), '2');
    await at.press('Control+Enter');
    await at.page.waitForSelector('.status');
    assert.equal(await at.text('.tree'), '0.5');
});

server.kill();

const other = await start([], {RECOGNIZES: '1'});
await check_with('a server that recognizes senders itself takes their tokens', async (at) => {
    await at.open('#same?params=[7]');
    assert.match(await at.text('main'), /This server requires a token/);
    await enter(at, 'bob', 'main');
    await at.page.waitForSelector('main .error:not(:empty)');
    assert.match(await at.text('main .error'), /Invalid token/);
    await enter(at, 'ann', 'main');
    await at.page.waitForSelector('form .envelope');
    assert.equal(await at.page.locator('#list a[href="#geo.longest"]').count(), 0);
    await at.send();
    assert.equal(await at.text('.tree'), '7');
    await at.open('#event.kept', true);
    await at.click('form .main');
    await at.page.waitForSelector('.status >> text=/^Subscribed$/');
});
other.kill();

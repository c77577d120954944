// The form and the text of a call, which follow each other, and their errors.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

const int64_max = '9223372036854775807';

await check('64 bits go there and back unchanged', async (at) => {
    await at.open('#same');
    await at.fill(at.field('n'), int64_max);
    await at.send();
    assert.equal(await at.text('.tree'), int64_max);
    assert.match(await at.text('.response .quiet'), /^HTTP 200\s+\d+ ms\s+\d+ B$/);
});

await check('texts with a meaning have inputs of their own', async (at) => {
    await at.open('#text.keep');
    await at.fill(at.field('day'), '2024-02-29');
    await at.fill(at.field('at'), '2024-02-29 12:00:00Z');
    await at.press('Tab');
    assert.equal(await at.error(), 'Must be a date-time, not "2024-02-29 12:00:00Z"');
    await at.page.getByText('Now', {exact: true}).first().click();
    await at.page.getByText('New', {exact: true}).click();
    const {day, at: now, id} = (await at.call()).params.event;
    assert.equal(day, '2024-02-29');
    assert.ok(Math.abs(Date.parse(now) - Date.now()) < 60_000, now);
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    await at.send();
    assert.match(await at.text('.tree'), new RegExp(`"id": "${id}"`));
});

await check('a form with texts follows, and the server says why one is refused', async (at) => {
    await at.open('#text.next_day');
    const write = (day) => at.write(`{"id":1,"method":"text.next_day","params":[${day}]}`);
    await write('"2023-12-31"');
    assert.equal(await at.value(at.field('day')), '2023-12-31');
    await write('"2023-02-29"');
    assert.match(await at.error(), /day must be a date/);
    await at.open('#text.keep');
    await at.fill(at.field('day'), '2024-02-29');
    await at.fill(at.field('at'), '2024-02-29T24:00:00Z');
    await at.page.getByText('New', {exact: true}).click();
    await at.send();
    assert.equal(await at.error(),
        'Must be a date-time, got string: the time must be 00:00:00 to 23:59:59');
});

await check('bytes come from a file, and invalid base64 is reported', async (at) => {
    await at.open('#text.reversed');
    const chooser = at.page.waitForEvent('filechooser');
    await at.click('text=From a file');
    await (await chooser).setFiles({name: 'x', mimeType: '', buffer: Buffer.from([1, 2, 3])});
    await at.page.waitForFunction(() => document.querySelector('.envelope').value.includes('AQID'));
    await at.send();
    assert.match(await at.text('.response .tree'), /^"AwIB"\s+3 bytes\s*Download$/);
    await at.fill(at.field('octets'), 'AQI');
    await at.click('form .main');
    assert.equal(await at.error(), 'Must be base64 of 0 to 400 characters, not "AQI"');
});

await check('any JSON is accepted, an error in it is reported with its position', async (at) => {
    await at.open('#type.same_json');
    await at.fill(at.field('value'), '[1.0, {"a": 00}]');
    await at.page.keyboard.press('Tab');
    assert.match(await at.text('form .error'), /^Must be JSON: .* at character 14$/);
    await at.fill(at.field('value'), '[1.0, {"a": 1e400}]');
    await at.send();
    assert.match(await at.text('.tree'), /1\.0,[^]*1e400/);
});

await check('the form follows the text', async (at) => {
    await at.open('#geo.longest');
    await at.write(`{"jsonrpc": "2.0", "id": "x", "method": "geo.longest", "params": [[
        {"name": "n", "path": [{"x": 1e0, "y": 0}], "note": null, "lanes": 8}]]}`);
    assert.equal(await at.value(at.field('x')), '1e0');
    assert.equal(await at.value(at.field('lanes')), '8');
    assert.ok(await at.page.getByLabel('by position').isChecked());
    await at.fill(at.field('lanes'), '7');
    assert.match(await at.value('.envelope'), /"id": "x"[^]*"x": 1e0[^]*"lanes": 7/);
});

await check('an error in the text shows its place, and it can be sent anyway', async (at) => {
    await at.open('#same');
    await at.write('{"jsonrpc": "2.0",\n "id": 1, "method": "same" "params": [1]}');
    assert.match(await at.error(), /^Line 2, column 28: “,” or “}” is expected/);
    assert.equal(await at.text('.place mark'), '"');
    await at.click('form .main');
    await at.click('text=Send anyway');
    assert.match(await at.response(), /Error -32700/);
    await at.write('{"jsonrpc": "2.0", "id": 1, "method": "same", "params": {"m": 1}}');
    assert.match(await at.error(), /no parameter "m"/);
    await at.write('{"jsonrpc": "2.0", "id": 1, "method": "ping"}');
    assert.match(await at.error(), /the form is for one call of same/);
});

await check('errors are reported before anything is sent', async (at) => {
    for (const [method, name, value, wanted] of [
        ['same', 'n', '', /^Required$/], ['text.next_day', 'day', '', /^Required$/],
        ['type.mix', 'a', '', /^Required Required$/], ['same', 'n', '0x1', /Must be an integer/],
        ['same', 'n', '9223372036854775808', /Must be an integer/],
        ['same', 'n', '1.0', /Must be an integer/],
        ['math.div', 'divisor', '1e7', /Must be a number from/],
        ['math.div', 'dividend', '1e999', /Must be a number/],
        ['type.greatest', 'label', '123456', /Must have 0 to 5 characters, not 6/]]) {
        await at.open(`#${method}`);
        await at.fill(at.field(name), value);
        await at.click('form .main');
        assert.match((await at.texts('form .error')).join(' '), wanted, value);
    }
    assert.equal(at.requests.filter((one) => one.method() === 'POST').length, 0);
});

await check('by position, and not where a method wants names', async (at) => {
    await at.open('#math.div');
    await at.fill(at.field('dividend'), '1');
    await at.fill(at.field('divisor'), '4');
    await at.page.getByText('by position').click();
    assert.deepEqual((await at.call()).params, [1, 4]);
    await at.send();
    assert.equal(await at.text('.tree'), '0.25');
    await at.open('#type.greatest');
    assert.equal(await at.page.getByText('by position').count(), 0);
    assert.match(await at.text('form'), /by name only/);
});

await check('a notification has no response', async (at) => {
    await at.open('#counter.reset');
    await at.page.getByLabel('Notification').check();
    assert.equal((await at.call()).id, undefined);
    await at.send();
    assert.equal(await at.text('.status'), 'Sent. Notifications get no response.');
});

for (const [hash, name, width] of [['#math.div?params=[1]', 'divisor', 1280], ['#same', 'n', 390]])
    await check(`a click is not lost where an error appears, at ${width}`, async (at) => {
        const [use, send] = ['Use example 1', 'Send'].map(
            (name) => at.page.getByRole('button', {name, exact: true}));
        for (const [what, sign] of [[use, 'text=Filled in'], [send, 'text=Not sent']]) {
            await at.open(hash);
            await at.fill(at.field(name), '1e9');
            await at.point(what);
            const place = () => what.boundingBox();
            const before = await place();
            await at.page.mouse.down();
            await at.page.waitForTimeout(100);
            assert.deepEqual(await place(), before);
            await at.page.mouse.up();
            await at.page.locator(sign).first().waitFor({state: 'attached'});
        }
        assert.match(await at.error(), /^Must be/);
    }, {viewport: {width, height: 1200}});

for (const width of [390, 1000, 1280])
    await check(`the line of an error appears with the error, and Send stays: ${width}`,
        async (at) => {
            await at.open('#math.div');
            const box = (what) => at.page.locator(what).last().boundingBox();
            await at.field('divisor').focus();
            await at.type('1e9');
            const before = await box('form .main'), slot = await box('.slot');
            assert.equal(await box('.slot .error'), null, 'no line is reserved');
            await at.press('Tab');
            assert.match(await at.error(), /^Must be/);
            assert.deepEqual(await box('form .main'), before);
            assert.ok((await box('.slot')).height > slot.height + 10);
        }, {viewport: {width, height: 900}});

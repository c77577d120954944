// Answers: where they stand, how they are read, and that no length of theirs stops the page.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {check, with_document} from './page.mjs';

const box = (at, what) => at.page.locator(what).first().boundingBox();
const rows = (count, length = 0) => `#nasty.rows?params=[${count},${length}]`;
const long_form = '#geo.longest?params=' + JSON.stringify(
    [[{name: 'n', path: Array(30).fill({x: 1, y: 2})}]]);

// ------------------------------------------------------------------------------- where they stand

for (const [width, height] of [[1100, 800], [1440, 900]]) {
    await check(`the form, and the call above its response, stand side by side: ${width}`,
        async (at) => {
            await at.open(long_form);
            const boxes = () => Promise.all(
                ['.docs', '.request', '.send', '.response'].map((one) => box(at, one)));
            const before = await boxes(), [docs, request, , response] = before;
            assert.ok(docs.width >= 440 && docs.width <= 640, `${docs.width}`);
            assert.ok((await box(at, '.call')).width >= 420 && docs.x + docs.width <= request.x);
            assert.deepEqual([response.x, response.width], [request.x, request.width]);
            assert.ok(request.y + request.height <= response.y);
            const form = await at.page.locator('.docs').evaluate((one) => one.scrollHeight);
            assert.ok(form > 1600, 'the form is long');
            for (const end of [9999, 0]) {
                await at.page.locator('.docs').evaluate((one, to) => { one.scrollTop = to; }, end);
                assert.equal(await at.page.locator('.docs').evaluate((one) => one.scrollTop > 0),
                    end > 0, 'it scrolls on its own');
                await at.press('Control+Enter');
                await at.response();
                assert.deepEqual(await boxes(), before, 'nothing else moves');
                assert.deepEqual(await at.page.evaluate(() => [scrollY, scrollX]), [0, 0]);
            }
            assert.ok(response.height > 200 && response.y + response.height <= height);
        }, {viewport: {width, height}});
}

for (const [width, height] of [[1024, 768], [390, 844]])
    await check(`the response scrolls into view where it stands below: ${width}`, async (at) => {
        const amounts = Object.fromEntries(Array.from({length: 40}, (_, i) => [`a${i}`, i]));
        await at.open(`#type.total?params=${JSON.stringify({amounts})}`);
        await at.page.evaluate(() => scrollTo(0, 0));
        await at.press('Control+Enter');
        await at.response();
        const status = await box(at, '.status'), tree = await box(at, '.response .tree');
        const send = await box(at, '.send');
        assert.ok(status.y >= 0 && tree.y + tree.height <= send.y, `${tree.y} and ${send.y}`);
        assert.equal(await at.text('#live'), 'Result');
    }, {viewport: {width, height}});

await check('a response to an earlier request says so', async (at) => {
    await at.open('#same?params=[1]');
    assert.match(await at.text('.response'), /^Sample response\. Nothing has been sent\.\s+1$/);
    const note = at.page.getByText('Response to an earlier request');
    await at.send();
    const colour = () => at.page.locator('.status').evaluate((one) => getComputedStyle(one).color);
    const good = await colour();
    assert.ok(!await note.isVisible());
    await at.fill(at.field('n'), '2');
    assert.ok(await note.isVisible());
    assert.notEqual(await colour(), good);
    await at.send();
    assert.ok(!await note.isVisible());
    await at.write('{"jsonrpc": }');
    await at.press('Control+Enter');
    assert.notEqual(await colour(), good, 'nothing was sent');
    await at.open('#nasty.wait?params={"ms":400}');
    await at.press('Control+Enter');
    await at.fill(at.field('ms'), '1');
    await at.response();
    assert.ok(await note.isVisible(), 'changed while it waited');
});

await check('Send cancels while a call waits', async (at) => {
    await at.open('#nasty.wait?params={"ms":5000}');
    const before = await box(at, 'form .main');
    await at.click('form .main');
    await at.page.waitForSelector('form .main:text-matches("^Cancel, (0\\.[3-9]|[1-4]\\.\\d) s$")');
    assert.deepEqual(await box(at, 'form .main'), before, 'it is as wide');
    await at.press('Control+Enter');
    await at.page.locator('form .exact').first().press('Enter');
    assert.equal(at.posts(), 1);
    assert.match(await at.text('form .main'), /^Cancel/);
    await at.page.getByRole('button', {name: 'Cancel', exact: true}).click();
    assert.equal(await at.response(), 'Cancelled');
    assert.equal(await at.focused(), 'BUTTON Send');
    assert.equal(await at.page.getByRole('button', {name: 'Send', exact: true}).count(), 1);
    await at.click('text=Add to batch');
    await at.click('text=Batch (1)');
    await at.click('text=Send batch');
    await at.click('text=/^Cancel,/');
    assert.equal(await at.response(), 'Cancelled');
    assert.equal(await at.focused(), 'BUTTON Send batch');
});

// ------------------------------------------------------------------------------- how they are read

const is_read = async (at) => {
    await at.open('#type.count_words');
    await at.click('.example >> text=Use');
    await at.send();
    const line = at.page.locator('.response .heads');
    const parts = await line.evaluate((row) => [...row.querySelectorAll('p, small, label, button')]
        .map((one) => one.getBoundingClientRect().toJSON()));
    assert.equal(parts.length, 5);
    const apart = (a, b) => a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y;
    const pairs = parts.flatMap((a, i) => parts.slice(i + 1).map((b) => [a, b]));
    assert.ok(pairs.every(([a, b]) => apart(a, b)), 'no two of them overlap');
    assert.ok((await line.boundingBox()).height < 90);
    assert.match(await line.innerText(),
        /^Result\s+HTTP 200\s+\d+ ms\s+\d+ B\s+Formatted\s+Raw\s+Copy$/);
    const tree = await box(at, '.response .tree');
    for (const other of ['.response .heads', '.response details:not(.tree details)'])
        assert.ok((await box(at, other)).height < tree.height);
    await at.open('#same?params=[7]');
    await at.send();
    const size = () => at.page.locator('.tree').evaluate((one) => getComputedStyle(one).fontSize);
    assert.equal(await size(), '18px');
    await at.pick('View', 'Raw');
    assert.equal(await size(), '13px');
};
for (const width of [390, 1000, 1200, 1440])
    await check(`the result is the largest of its card, below its facts: ${width}`,
                is_read, {viewport: {width, height: 900}});

await check('a declared error says its code apart from HTTP 200', async (at) => {
    await at.open('#math.div?params=[1,0]');
    await at.send();
    assert.equal(await at.text('.status'), 'Error 1: division by zero');
    assert.match(await at.text('.response .heads small'), /^HTTP 200\s+\d+ ms\s+\d+ B$/);
    assert.ok(await at.page.locator('.status').evaluate((one) => one.classList.contains('bad')));
    assert.match(await at.text('.response .tree'), /"code": 1,/);
});

await check('sizes are in B, and in KB from 1,000 B', async (at) => {
    const size_for = async (length) => {
        const text = 'x'.repeat(length - '{"jsonrpc":"2.0","result":"","id":1}'.length);
        await at.open('#type.same_json');
        await at.write(`{"jsonrpc":"2.0","id":1,"method":"type.same_json","params":["${text}"]}`);
        await at.send();
        return at.text('.response .heads small span >> nth=2');
    };
    assert.equal(await size_for(999), '999 B');
    assert.equal(await size_for(1000), '1.0 KB');
    assert.equal(await size_for(12345), '12.3 KB');
    assert.equal(await size_for(999_950), '1.0 MB');
});

// The document with another type for what type.same_json returns.
const prepare = (at, result, schemas = {}) => with_document(at, (api) => {
    api.methods.find((one) => one.name === 'type.same_json').result.schema = result;
    Object.assign(api.components.schemas, schemas);
    return api;
});
const returned = (value) => `#type.same_json?params=${encodeURIComponent(JSON.stringify([value]))}`;

await check('the only list in an object is a table, what is beside it stands above', async (at) => {
    const items = {type: 'array', items: {$ref: '#/components/schemas/point'}};
    const other = {type: 'array', items: {type: 'integer'}};
    await prepare(at, {type: 'object',
        properties: {items, next: {}, total: {type: 'integer'}, other}});
    const all = [{x: 10, y: 2}, {x: 9, y: null}];
    await at.open(returned({total: 12, items: all, next: null}));
    await at.send();
    await at.pick('View', 'Table');
    assert.deepEqual(await at.texts('.tree > div > .row span'),
        ['items 2 rows', 'total: 12', 'next: null']);
    assert.deepEqual(await at.texts('.tree th'), ['x', 'y']);
    assert.deepEqual(await at.texts('.tree td'), ['10', '2', '9', 'null']);
    await at.page.getByRole('button', {name: 'x', exact: true}).click();
    assert.deepEqual(await at.texts('.tree td:first-child'), ['9', '10']);
    await at.page.getByLabel('Copy as CSV').click();
    assert.equal(await at.page.evaluate(() => navigator.clipboard.readText()),
        'x,y\r\n9,\r\n10,2\r\n');
    const lonely = {total: 1, items: [{x: 1, y: 2}]};
    for (const [value, count] of [[lonely, 1], [{...lonely, other: [1]}, 0], [{total: 1}, 0],
                                  [{total: 0, items: []}, 0], [{total: 1, items: [1]}, 0]]) {
        await at.open(returned(value));
        await at.send();
        assert.equal(await at.page.getByText('Table', {exact: true}).count(), count,
            JSON.stringify(value));
    }
});

await check('a chosen view stays for the next response, where it can be drawn', async (at) => {
    const view = () => at.page.locator('.response .tabs :checked + span').textContent();
    await at.open(rows(4));
    await at.send();
    assert.equal(await view(), 'Formatted');
    for (const which of ['Table', 'Raw']) {
        await at.pick('View', which);
        await at.send();
        assert.equal(await view(), which);
    }
    await at.pick('View', 'Table');
    await at.open('#same?params=[1]', true);
    await at.page.waitForSelector('h1:text-is("same")');
    await at.send();
    assert.equal(await view(), 'Formatted');
});

await check('scalars of an object are never folded away', async (at) => {
    const items = Array.from({length: 300}, (_, i) => ({i, text: 'x'.repeat(100)}));
    const long = 'y'.repeat(30000), scalars = {total: 300, next: null};
    for (const [result, seen] of [
        [{items, ...scalars, at: {page: 2}}, /more of \.items[^]*"at": \{ 1 … \}$/m],
        [{long, items, ...scalars}, /"items": \[ 300 … \],$/m]]) {
        await at.open('#type.same_json');
        await at.write(JSON.stringify(
            {jsonrpc: '2.0', id: 1, method: 'type.same_json', params: [result]}));
        await at.send();
        const tree = await at.text('.response .tree');
        assert.ok(seen.test(tree), tree.slice(-200));
        for (const member of ['"total": 300,', '"next": null'])
            assert.ok(await at.page.locator('.response').getByText(member).isVisible(), member);
    }
});

await check('a response to a page that was left is kept, not announced', async (at) => {
    await at.open('#nasty.wait?params={"ms":700}');
    await at.press('Control+Enter');
    await at.page.waitForFunction(() => document.getElementById('live').textContent === 'Waiting');
    await at.click('#list >> text=math.div');
    await at.page.waitForSelector('h1:text-is("math.div")');
    await at.page.evaluate(() => {
        window.spoken = [];
        new MutationObserver(() => spoken.push(document.getElementById('live').textContent))
            .observe(document.getElementById('live'), {childList: true});
        return new Promise((done) => setTimeout(done, 1200));
    });
    assert.deepEqual(await at.page.evaluate(() => spoken), []);
    await at.open('#nasty.wait', true);
    assert.equal(await at.response(), 'Result');
});

await check('a list of objects is a table, sorted by every digit, copied as CSV', async (at) => {
    await at.open(rows(4));
    await at.send();
    await at.pick('View', 'Table');
    assert.deepEqual(await at.texts('th'), ['n', 'text', 'link', 'at']);
    const column = (i) => at.texts(`td:nth-child(${i})`);
    const digits = [804, 805, 806, 807].map((one) => `9223372036854775${one}`);
    assert.deepEqual(await column(1), [5, 4, 7, 6].map((one) => `922337203685477580${one}`));
    const sort = async (name, order) => {
        await at.page.getByRole('button', {name, exact: true}).click();
        assert.equal(await at.page.locator('[aria-sort]').count(), 1);
        assert.equal(await at.page.locator('[aria-sort]').getAttribute('aria-sort'), order);
        assert.equal(await at.text('#live'), `${name}, ${order}`);
        assert.equal(await at.focused(), `BUTTON ${name}`);
    };
    await sort('n', 'ascending');
    assert.deepEqual(await column(1), digits);
    await sort('n', 'descending');
    assert.deepEqual(await column(1), digits.toReversed());
    await sort('link', 'ascending');
    assert.deepEqual((await column(3)).map(Boolean), [false, false, true, true]);
    await sort('text', 'ascending');
    await at.page.getByLabel('Copy as CSV').click();
    const csv = await at.page.evaluate(() => navigator.clipboard.readText());
    assert.ok(csv.startsWith(`n,text,link,at\r\n${digits[1]},"a, ""b""\n0",` +
        `https://example.com/0,2024-02-29T01:30:00Z\r\n${digits[0]},"a, ""b""\n1",,2024`), csv);
    assert.ok(csv.endsWith('Z\r\n'));
});

await check('a list of nothing is a result', async (at) => {
    await at.open(rows(0));
    await at.send();
    assert.equal(await at.text('.status'), 'Result');
    assert.equal(await at.text('.tree'), '[]');
});

await check('a table is only of objects of a type, and not of very many', async (at) => {
    for (const [hash, count] of [['#type.same_json?params=[[{"a":1}]]', 0], [rows(0), 0],
        ['#geo.rotate?params=[[1,2,3]]', 0], ['#text.next_day?params=["2024-02-28"]', 0],
        ['#geo.longest?params=[[{"name":"n","path":[{"x":1,"y":2}]}]]', 1],
        [rows(1), 1], [rows(9999), 1], [rows(10000), 0]]) {
        await at.open(hash);
        await at.send();
        assert.equal(await at.page.getByText('Table', {exact: true}).count(), count, hash);
    }
});

await check('dates, addresses and bytes are shown as such, and as they were sent', async (at) => {
    await at.open('#text.keep');
    await at.click('.example >> text=Use');
    await at.send();
    const lines = (await at.text('.response .tree')).split('\n').slice(1, 3);
    assert.deepEqual(lines, ['"day": "2024-02-29", Thursday',
        '"at": "2024-02-28T23:30:00Z", 2024-02-28 15:30:00 PST']);
    const colour = (what) => at.page.locator(`.response ${what}`).first().evaluate(
        (one) => getComputedStyle(one).color);
    assert.equal(await colour('.means'), await colour('.quiet'));
    assert.notEqual(await colour('.means'), await colour('.string'));
    await at.open('#type.same_json?params=' + encodeURIComponent(
        '[["https://a.example/?b=1&c","javascript:alert(1)","2024-13-01","x 2024-01-01",' +
        '"2024-02-30","2023-02-29T00:00:00Z"]]'));
    await at.send();
    const link = at.page.locator('.tree a');
    assert.equal(await link.count(), 1);
    assert.equal(await link.getAttribute('href'), 'https://a.example/?b=1&c');
    assert.equal(await link.getAttribute('target'), '_blank');
    assert.equal(await link.getAttribute('rel'), 'noreferrer');
    assert.equal(await at.page.locator('.means').count(), 0);
    await at.open('#text.reversed?params=["AQIDBA=="]');
    await at.send();
    assert.match(await at.text('.response .tree'), /^"BAMCAQ=="\s+4 bytes/);
    const download = at.page.waitForEvent('download');
    await at.click('text=Download');
    assert.deepEqual([...readFileSync(await (await download).path())], [4, 3, 2, 1]);
}, {timezoneId: 'America/Los_Angeles', locale: 'en-US'});

await check('buttons of one page have names of their own', async (at) => {
    const same = () => at.page.evaluate(() => {
        const names = [...document.querySelectorAll('main button, main summary')]
            .filter((one) => one.checkVisibility() && !one.closest('.tree summary'))
            .map((one) => one.ariaLabel || one.textContent);
        return names.filter((name, i) => names.indexOf(name) < i);
    });
    const long = JSON.stringify([Array(3).fill(Array(250).fill(1))]);
    await at.open(`#type.same_json?params=${long}`);
    await at.send();
    assert.equal(await at.page.locator('text=/more of/').count(), 2);
    assert.deepEqual(await same(), []);
    await at.open(rows(3));
    await at.send();
    await at.pick('View', 'Table');
    assert.deepEqual(await same(), []);
});

// --------------------------------------------------------------------------------- long responses

// The longest task of the page, in ms of the processor: this machine may have others to serve.
async function longest_task(at, act, tasks_min = 100) {
    const cdp = await at.page.context().newCDPSession(at.page);
    const events = [];
    cdp.on('Tracing.dataCollected', ({value}) => events.push(...value));
    const end = new Promise((done) => cdp.once('Tracing.tracingComplete', done));
    await cdp.send('Tracing.start', {categories: '-*,toplevel', transferMode: 'ReportEvents'});
    await act();
    await cdp.send('Tracing.end');
    await end;
    const pages = events.filter((one) => one.args.name === 'CrRendererMain');
    const tasks = events.filter((one) => one.name === 'ThreadControllerImpl::RunTask' &&
        pages.some(({pid, tid}) => pid === one.pid && tid === one.tid));
    assert.ok(tasks.length >= tasks_min);
    return Math.round(Math.max(...tasks.map((one) => one.tdur ?? 0)) / 1000);
}
// The time that a task of the page may take: 100 ms, or as much as this one, which takes 100 ms on
// a fast machine.
async function allowed_task(at) {
    return longest_task(at, () => at.page.evaluate(() => {
        const all = Array.from({length: 200000}, (_, i) => ({id: i, name: `row ${i}`}));
        return JSON.stringify(JSON.parse(JSON.stringify(all))).length;
    }), 1);
}
for (const [what, count, length] of [['many objects', 170000, 0], ['texts', 2000, 8000],
    ['one text', 1, 16000000]]) {
    await check(`a response of 16 MiB does not stop the page: ${what}`, async (at) => {
        at.page.setDefaultTimeout(40000);
        const read = async () => {
            await at.send();
            assert.equal(await at.text('.status'), 'Result');
            await at.page.locator('.tree button', {hasText: 'more'}).last().click();
            await at.pick('View', 'Raw');
            await at.page.locator('.tree button', {hasText: 'more'}).click();
            assert.match(await at.text('.tree'), /^{"jsonrpc[^]*more parts$/);
        };
        await at.open(rows(count, length));
        const allowed = Math.max(100, await allowed_task(at));
        let longest = Infinity;  // on a machine whose caches others use too, the best of three
        for (let tries = 0; longest > allowed && tries < 3; ++tries) {
            await at.open(rows(count, length));
            longest = Math.min(longest, await longest_task(at, read));
        }
        console.log(`   the longest task takes ${longest} ms, of ${allowed} ms`);
        const megabytes = /([\d.]+) MB/.exec(await at.text('.response small'))[1];
        assert.ok(megabytes > 15 && megabytes < 16.8, megabytes);
        assert.ok(longest <= allowed, `a task of ${longest} ms, of ${allowed} ms`);
    });
}

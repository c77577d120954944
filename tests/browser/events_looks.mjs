// Events that are hostile, many, or followed by keyboard; how their list looks.
import assert from 'node:assert/strict';
import {check_events, rows} from './events.mjs';
import {layout_errors} from './layout.mjs';
import {violations} from './looks.mjs';

await check_events('what an event says is text, however long it is', async (at) => {
    await at.open('#event.strict');
    await at.subscribe();
    const harm = '</script><script>harm=1</script><img src=x onerror=harm=1>\u2028\n\n"';
    await at.publish('strict', 1, 300_000, harm);
    await at.counts('1 event');
    assert.match(await at.text(rows), /<script>harm=1<\/script><img src=x onerror=harm=1>/);
    assert.ok((await at.text(rows)).length < 400);
    await at.click(`${rows} summary`);
    await at.page.waitForSelector(`${rows} .tree button`);  // the rest, in parts
    assert.equal(await at.page.locator('main :is(img, script)').count(), 0);
    assert.equal(await at.page.evaluate(() => window.harm), undefined);
    assert.deepEqual(await at.page.evaluate(layout_errors), []);
});

await check_events('a flood of events is drawn in frames; the page stays usable', async (at) => {
    await at.open('#event.lossy');
    await at.subscribe();
    await at.page.evaluate(() => {
        window.seen = {most: 0, added: 0, frame: 0};
        const next = () => { ++seen.frame; requestAnimationFrame(next); };
        next();
        new MutationObserver((changes) => {
            const list = document.querySelector('.events');
            seen.added += changes.reduce((sum, one) => sum + one.addedNodes.length, 0);
            seen.most = Math.max(seen.most, list.children.length);
        }).observe(document.querySelector('.events'), {childList: true});
    });
    for (let i = 0; i < 200; ++i) await at.publish('lossy', 100);
    await at.page.waitForFunction(() => {
        const text = document.querySelector('.live small').textContent;
        const number = (what) => Number(new RegExp(`(\\d+) ${what}`).exec(text)?.[1] ?? 0);
        return number('missed') + number('events') === 20_000;
    });
    const {most, added, frame} = await at.page.evaluate(() => window.seen);
    assert.ok(most === 200, `${most} rows`);
    assert.ok(added <= 200 * frame, `${added} rows in ${frame} frames`);
    await at.button('Pause').click();
    await at.says('Paused');
});

// ----------------------------------------------------------------------------------------- access

await check_events('events are followed by keyboard alone', async (at) => {
    await at.open('#event.kept');
    const tab_to = async (text) => {
        for (let i = 0; i < 60 && !(await at.focused()).endsWith(text); ++i) await at.press('Tab');
        assert.ok((await at.focused()).endsWith(text), text);
    };
    await at.press('Control+Enter');
    await at.becomes('Subscribed');
    await at.says('Subscribed');
    await at.publish('kept', 2);
    await at.says('Events arrive.');
    await tab_to('Pause');
    await at.press('Enter');
    await at.says('Paused');
    assert.equal(await at.focused(), 'BUTTON Resume');
    await at.press('Enter');
    await at.says('Resumed');
    await tab_to('Clear');
    await at.publish('kept', 1);
    await at.counts('3 events');
    await at.press('Tab');
    await at.press('Tab');
    assert.match(await at.focused(), /^SUMMARY/);
    await at.press('Enter');
    await at.page.waitForSelector('.events .tree');
    for (let i = 0; i < 2; ++i) await at.publish('kept', 150);  // removes the row with the focus
    await at.counts('303 events');
    assert.match(await at.focused(), /^DIV/);
    await at.press('Shift+Tab');
    assert.equal(await at.focused(), 'BUTTON Clear');
    await at.press('Escape');
    await at.becomes('Unsubscribed');
    await at.says('Unsubscribed');
    assert.equal(await at.focused(), 'BUTTON Clear');
});

for (const theme of ['light', 'dark']) {
    for (const [device, width, height] of [['desktop', 1440, 900], ['phone', 390, 844]]) {
        await check_events(`events are readable: ${theme}, ${device}`, async (at) => {
            const sound = async (name) => {
                assert.deepEqual(await at.page.evaluate(layout_errors), [], name);
                assert.deepEqual(await violations(at.page), [], name);
                await at.page.screenshot({path: `events-${name}-${theme}-${device}.png`});
            };
            await at.open('#event.kept');
            await sound('sample');
            await at.subscribe();
            await at.publish('kept', 250, 30);
            await at.counts('250 events');
            await at.click(`${rows} summary`);
            await at.page.waitForSelector('.events .tree');
            await at.button('Pause').click();
            await at.publish('kept', 1);
            await at.counts('1 while paused');
            await sound('paused');
            await at.open('#event.strict', true);
            await at.page.waitForSelector('h1:text-is("event.strict")');
            await at.subscribe();
            await at.publish('strict', 100, 4000);
            await at.becomes('Subscription ended: overflow');
            await sound('ended');
            await at.open('');
            await sound('home');
        }, {viewport: {width, height}, colorScheme: theme});
    }
}

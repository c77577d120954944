// What a reload keeps.
import assert from 'node:assert/strict';
import {check} from './page.mjs';

const text_of = (at) => at.value('.envelope');

await check('a reload keeps the form as it was filled in, errors too', async (at) => {
    await at.open('#geo.longest');
    await at.fill(at.field('name'), 'a"\u{1f600}');
    await at.fill(at.field('x'), '1.50');
    await at.fill(at.field('y'), 'x1');
    await at.click('text=Add element');
    await at.page.getByLabel('null: note').check();
    await at.fill(at.field('lanes'), '7');
    await at.page.getByText('by position').click();
    await at.page.getByLabel('Notification').check();
    const before = await text_of(at);
    await at.page.reload();
    assert.equal(await text_of(at), before);
    assert.equal(await at.value(at.field('name')), 'a"\u{1f600}');
    assert.equal(await at.value(at.field('y')), 'x1');
    await at.fill(at.field('y'), '2');
    assert.deepEqual(await at.call(), {jsonrpc: '2.0', method: 'geo.longest', params: [
        [{name: 'a"\u{1f600}', path: [{x: 1.5, y: 2}, {}], note: null, lanes: 7}]]});
    assert.equal(at.posts(), 0);
});

await check('a reload keeps maps, alternatives, trees and switches', async (at) => {
    for (const [hash, params] of [
        ['#type.total', {amounts: {rent: -5, wage: 7}}], ['#type.same', {value: [1, 2]}],
        ['#type.count_folders', {top: {name: 'a', folders: [{name: 'b', folders: []}]}}],
        ['#type.greatest', {n: null, known: false, label: 'y'}],
        ['#geo.convert', {length: [4, 'ft']}]]) {
        await at.open(`${hash}?params=${JSON.stringify(params)}`);
        await at.page.evaluate((to) => { location.hash = to; }, hash);
        await at.page.reload();
        assert.deepEqual((await at.call()).params, params);
        await at.page.locator('form').dispatchEvent('input');
        assert.deepEqual((await at.call()).params, params, `${hash}: the form composes it`);
    }
});

await check('a reload keeps the text of a call, broken as it is', async (at) => {
    await at.open('#same');
    await at.write('{"jsonrpc": ');
    await at.page.reload();
    assert.equal(await text_of(at), '{"jsonrpc": ');
    assert.match(await at.error(), /^Line 1/);
});

await check('a reload keeps what was changed after a link; the link fills in again', async (at) => {
    await at.open('#same?params=[1]');
    await at.fill(at.field('n'), '2');
    await at.page.reload();
    assert.equal(await at.value(at.field('n')), '2');
    await at.open('#same?params=[1]');
    assert.equal(await at.value(at.field('n')), '1');
});

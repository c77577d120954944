// A routed /metrics for the status page, with known numbers and a clock that stands still; and what
// the page draws of it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

export const start = 1700000000;
export const hide = (page, hidden) => page.evaluate((to) => {
    Object.defineProperty(document, 'hidden', {value: to, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}, hidden);

// The page gets what `response` returns for the n-th request: a text, a status, or null for none.
// Its clock moves only by tick(), which waits until the page has drawn the sample, and by fail(),
// which waits for a text.
export async function faked(at, response) {
    const {page} = at, fake = {asked: 0};
    await page.clock.install({time: (start + 3600) * 1000});
    await page.clock.pauseAt((start + 3601) * 1000);
    await page.route('**/metrics', (route) => {
        const body = response(fake.asked++);
        if (body === null) return route.abort();
        return route.fulfill(typeof body === 'number' ? {status: body} : {body});
    });
    fake.tick = async (ms = 2000) => {
        await page.clock.runFor(ms);
        for (let i = 0; !await page.evaluate(() => samples.at(-1)?.at === Date.now()); ++i) {
            assert.ok(i < 5000, 'no sample');
            await page.clock.runFor(0);
        }
    };
    fake.fail = async (text, ms = 2000) => {
        const answered = page.waitForEvent('requestfinished').catch(() => {});
        const aborted = page.waitForEvent('requestfailed').catch(() => {});
        await page.clock.runFor(ms);
        await Promise.race([answered, aborted]);
        await page.waitForSelector(`main >> text=${text}`);
    };
    fake.open = async (hash = '#/status') => {
        await at.open(hash);
        await fake.tick(0);
    };
    return fake;
}
export const page_of = (lines, since = start) =>
    `${lines.join('\n')}\nprocess_start_time_seconds ${since}\n`;
export const calls = (n, method = 'same') => `callbox_calls_total{method="${method}"} ${n}`;
export const bounds = ['0.00001', '0.001', '0.01', '0.1', '1', '+Inf'];
export const took = (counts, method = 'same') => bounds.map((le, i) =>
    `callbox_call_duration_seconds_bucket{method="${method}",le="${le}"} ${counts[i]}`);
export const failed = (n, code, method = 'same') =>
    `callbox_call_errors_total{method="${method}",code="${code}"} ${n}`;

// The cells of the table with this name; the path of a line; the headline of a chart.
export const rows = (at, name) => at.page.getByRole('table', {name, exact: true}).first().evaluate(
    (table) => [...table.tBodies[0].rows].map((row) =>
        [...row.cells].map((one) => one.textContent.replace('\u00a0', ' ')).filter(Boolean)));
export const section = (at, title) => at.page.locator('section', {has: at.page.getByRole('heading',
    {name: title})});
export const figure = async (at, title) =>
    (await section(at, title).locator('.figure').innerText()).replaceAll('\u00a0', ' ');
export const path_of = (at, title, i = 0) =>
    section(at, title).locator('.plot svg path').nth(i + 1).getAttribute('d');
export const runs_of = async (...where) => (await path_of(...where)).split('M').length - 1;

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
export async function looks_well(page) {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run(document, {runOnly:
        ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}));
    assert.deepEqual(found.violations.map((one) => `${one.id} ${one.nodes[0].html}`), []);
}

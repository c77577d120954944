// Claims come in, lines "ok ..." and "FAILED ..." go out. Each claim has a context of its own; it
// fails too when the console complains, or when anything is asked of another origin.
import assert from 'node:assert/strict';
import {chromium} from 'playwright-core';

export const url = process.argv[2];
export const origin = new URL(url).origin;
const only = process.env.ONLY ?? '';  // a part of the claims to try
let browser;
let passed = 0;
let failed = 0;

export async function begin() {
    browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: [
        '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
        '--disable-background-networking', '--disable-component-update', '--disable-sync']});
}

export async function end() { await browser.close(); }

export function report() {
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 && passed > 0;
}

export async function check(claim, test, settings = {}) {
    if (!claim.includes(only)) return;
    const context = await browser.newContext({
        colorScheme: 'light', viewport: {width: 1280, height: 900}, reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'], ...settings});
    const page = await context.newPage();
    page.setDefaultTimeout(15000);
    const at = seen(page);
    const complaints = [];
    page.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type()) || at.expects_errors) return;
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.stack));
    page.on('request', (one) => at.requests.push(one));
    try {
        await test(at);
        assert.deepEqual(complaints, []);
        const foreign = at.requests.map((one) => one.url())
            .filter((one) => !one.startsWith(`${at.origin}/`) && !one.startsWith('blob:'));
        assert.deepEqual(foreign, []);
        console.log(`ok ${claim}`);
        ++passed;
    } catch (error) {
        console.log(`FAILED ${claim}: ${[error.message, ...complaints].join(' | ')}`);
        const line = /\b(?!page)[a-z]+\.mjs:\d+/.exec(error.stack);
        if (line) console.log(`       ${line}`);
        ++failed;
    }
    await context.close();
}

// The page, and what one does with it.
function seen(page) {
    const locator = (what) => typeof what === 'string' ? page.locator(what).first() : what;
    const at = {
        page, url, origin, requests: [], expects_errors: false,
        // Anew, unless `here`: then as by a link on the page.
        async open(hash, here = false) {
            if (here) return page.evaluate((to) => { location.hash = to; }, hash);
            if (page.url().startsWith('http')) await page.goto('about:blank');
            await page.goto(`${at.url}/browse${hash}`);
        },
        field: (name) => page.locator('form').getByLabel(name, {exact: true})
            .and(page.locator('input, textarea, select')).first(),
        error: () => at.text('form .error:not(:empty)'),
        text: async (what) => (await locator(what).innerText()).trim(),
        texts: (what) => page.locator(what).allInnerTexts(),
        value: (what) => locator(what).inputValue(),
        fill: (what, to) => locator(what).fill(to),
        click: (what) => locator(what).click(),
        press: (key) => page.keyboard.press(key),
        type: (text) => page.keyboard.type(text),
        write: (text) => page.locator('.envelope').fill(text),
        call: async () => JSON.parse(await page.locator('.envelope').inputValue()),
        pick: (group, option) => page.getByRole('radiogroup', {name: group, exact: true}).first()
            .getByText(option, {exact: true}).click(),
        // Each button is where the pointer finds it, and is pressed and released there.
        async point(what) {
            await locator(what).scrollIntoViewIfNeeded();
            const box = await locator(what).boundingBox();
            await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        },
        focused: () => page.evaluate(() => {
            const {tagName, textContent, id} = document.activeElement;
            return ['INPUT', 'TEXTAREA', 'MAIN', 'SECTION'].includes(tagName) ?
                `${tagName} ${id}`.trim() : `${tagName} ${textContent}`;
        }),
        posts: () => at.requests.filter((one) => one.method() === 'POST').length,
        // What the status of the response says, when it is there.
        response: async () => {
            await page.waitForFunction(() => !document.querySelector('progress'));
            return (await locator('.status').innerText()).trim();
        },
        async send() {
            await page.locator('form .main').click();
            await at.response();
        },
    };
    return at;
}

// Serves the page with the document that `change` returns for its own.
export const with_document = (at, change) => at.page.route('**/browse', async (route) => {
    const response = await route.fetch(), html = await response.text();
    const begin = html.indexOf('id="document">') + 14, end = html.indexOf('</script>', begin);
    const changed = JSON.stringify(change(JSON.parse(html.slice(begin, end))));
    await route.fulfill({response,
        body: html.slice(0, begin) + changed.replaceAll('<', '\\u003c') + html.slice(end)});
});

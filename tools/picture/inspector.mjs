// inspector.mjs URL FILE: opens the page of the Model Context Protocol's inspector, connects to its
// one server, calls product_get there, and takes a picture.
import { chromium } from 'playwright-core';

const [url, file] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1500, height: 850 },
    deviceScaleFactor: 0.8 });
page.setDefaultTimeout(10_000);
await page.goto(url);
await page.getByRole('switch').click({ force: true });
await page.getByText('Tools', { exact: true }).first().click();
await page.getByText('product_get').click();
const button = page.getByRole('button', { name: 'Execute Tool' });
await button.waitFor();
await page.getByLabel('sku').first().fill('A-1');
await button.click();
await page.getByText('structured', { exact: false }).first().waitFor();
await page.getByLabel('Expand', { exact: true }).first().click();
await page.mouse.move(0, 0);
await page.waitForTimeout(1000);
await page.screenshot({ path: file });
await browser.close();

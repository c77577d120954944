// explorer.mjs ADDRESS HASH FILE: opens the explorer of the server at ADDRESS as if it were at port
// 8080, fills its form in by the hash, sends it, and takes a picture.
import { chromium } from 'playwright-core';

const [address, hash, file] = process.argv.slice(2);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', `--host-resolver-rules=MAP 127.0.0.1:8080 ${address}`],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`http://127.0.0.1:8080/api/browse${hash}`);
await page.click('form .main');
await page.waitForSelector('.status');
await page.screenshot({ path: file });
await browser.close();

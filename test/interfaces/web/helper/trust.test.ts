import { type BrowserContext, chromium } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../../kit/box.js';
import { freePort } from '../../../kit/port.js';
import { assertAccessible, browserTest } from '../../../kit/web/accessibility.js';
import { CHROMIUM, newDevice, newPage, openBrowser, PHONE } from '../../../kit/web/browser.js';

async function onDevice(
  isTrusting: boolean,
  work: (device: BrowserContext, address: string, box: TestBox) => Promise<void>,
) {
  const browser = isTrusting
    ? await openBrowser()
    : await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
  try {
    await TestBox.during(async (box) => {
      const port = await freePort();
      await box.set('helperPort', port);
      const device = await newDevice(browser, { ...PHONE, ignoreHTTPSErrors: isTrusting });
      await work(device, `http://127.0.0.1:${port}/`, box);
    });
  } finally {
    await browser.close();
  }
}

browserTest('a device that trusts the box is shown that, and its next tap opens the pages over HTTPS', async () => {
  await onDevice(true, async (device, address, box) => {
    const { page, faults } = await newPage(device);
    await page.goto(`${address}?for=android`);
    await page.getByText('Да, све је спремно.').waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Отвори касу' }).click();
    await page.waitForURL(`${box.origin}/`);
    await page.getByRole('heading', { name: 'Нов уређај' }).waitFor();
    assert.equal(faults, []);
  });
});

browserTest('one that does not is told what to do, in the language that is chosen, and may check again', async () => {
  await onDevice(false, async (device, address) => {
    const { page } = await newPage(device);
    await page.goto(address);
    await page.getByText('Још не. Прођите кораке изнад, па проверите поново.').waitFor();
    await page.getByRole('link', { name: 'iPhone, iPad' }).click();
    await page.getByText('Поверење у сертификате').waitFor();
    await page.getByRole('link', { name: 'Eng' }).click();
    await page.getByText('Certificate Trust Settings').waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Not yet.').waitFor();
  });
});

test.run();

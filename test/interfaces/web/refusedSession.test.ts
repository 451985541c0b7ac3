import { test } from 'uvu';
import { TestBox } from '../../kit/box.js';
import { browserTest } from '../../kit/web/accessibility.js';
import { newDevice, newPage, openBrowser } from '../../kit/web/browser.js';
import { openShop } from '../../kit/web/till.js';

browserTest('a page that the box refuses at first, as it has too much to do, asks again and opens by itself', () =>
  TestBox.during(async (box) => {
    await openShop(box);
    const browser = await openBrowser();
    try {
      const { page } = await newPage(await newDevice(browser));
      await page.route('**/web/session', (route) => route.fulfill({ status: 503, json: { error: { code: 'busy' } } }), {
        times: 1,
      });
      await page.goto(`${box.origin}/`);
      await page.getByText('Нема везе са уређајем').waitFor();
      await page.getByLabel('Име').waitFor();
    } finally {
      await browser.close();
    }
  }),
);

test.run();

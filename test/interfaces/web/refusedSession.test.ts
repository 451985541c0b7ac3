import { test } from 'uvu';
import * as assert from 'uvu/assert';
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
      const answers: number[] = [];
      let loads = 0;
      page.on('load', () => (loads += 1));
      page.on('response', (response) => {
        if (response.url().endsWith('/web/session')) answers.push(response.status());
      });
      await page.route('**/web/session', (route) => route.fulfill({ status: 503, json: { error: { code: 'busy' } } }), {
        times: 1,
      });
      await page.goto(`${box.origin}/`);
      const notice = page.getByText('Нема везе са уређајем');
      await notice.waitFor();
      assert.is(await page.getByLabel('Име').count(), 0, 'nobody signs in to a box that does not answer');
      await page.getByLabel('Име').waitFor();
      assert.is(await notice.count(), 0, 'the notice goes away');
      assert.equal(answers, [503, 200], 'it asks again, and no more than once');
      assert.is(loads, 1, 'nobody has loaded the page again');
      assert.equal(await page.context().cookies(), [], 'asking signs nobody in');
    } finally {
      await browser.close();
    }
  }),
);

test.run();

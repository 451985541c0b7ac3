import type { Browser } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { localTime } from '../../../src/base/time.js';
import { body } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { read } from '../../kit/client.js';
import { Machine } from '../../kit/machine.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { hasBrowser, openBrowser, PHONE } from '../../kit/web/browser.js';
import { personAt } from './page.js';

/** A box whose clock shows so, beside a processor with the right time. */
async function withClock(shown: number, work: (box: TestBox) => Promise<void>): Promise<void> {
  const processor = await FakePfrServer.start({ now: Date.now });
  processor.pfr.card.isOpen = true;
  try {
    const machine = { root: new Machine().root, buildTime: Date.now() - 86_400_000 };
    await TestBox.during(
      async (box) => {
        await box.set('pfr.sandbox', { mode: 'lpfr', url: processor.url });
        const client = await box.client();
        for (const cashier of ['Ана', 'Вук'])
          assert.is(read('Invoice', 201, await client.post('/invoices', body({ cashier }))).total, 300);
        await work(box);
      },
      { clockOffset: shown - Date.now(), machine },
    );
  } finally {
    await processor.stop();
  }
}

if (hasBrowser) {
  let browser: Browser;
  test.before(async () => {
    browser = await openBrowser();
  });
  test.after(() => browser.close());

  for (const [what, shown] of [
    ['2029', Date.UTC(2029, 2, 1, 11)],
    ['1970', 3_600_000],
  ] as const) {
    test(`pages of a box whose clock shows ${what} have today's sales under today, with the time of the processor`, () =>
      withClock(shown, async (box) => {
        const { page, faults, device } = await personAt(browser, box, PHONE);
        await page.locator('.figure', { hasText: '600,00' }).waitFor();
        await page.getByText(/На последњем рачуну .* сат уређаја је показивао/).waitFor();
        const hour = localTime(Date.now()).slice(11, 13);
        const last = await page.locator('.last a').allInnerTexts();
        assert.is(last.length, 2);
        for (const sale of last)
          assert.match(sale, new RegExp(`\\b(?:${hour}|${(Number(hour) + 23) % 24}):\\d\\d`), sale);
        await page.goto(`${box.origin}/#/reports`);
        await page.locator('.totals').getByText('600,00').waitFor();
        await page.getByRole('button', { name: 'Јуче' }).click();
        await page.locator('.totals').getByText('0,00').first().waitFor();
        assert.equal(faults, []);
        await device.close();
      }));
  }
} else {
  test.skip('there is no browser here');
}

test.run();

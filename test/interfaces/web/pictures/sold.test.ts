// turns: 4
// time limit: 300 s
import { test } from 'uvu';
import { hasBrowser } from '../../../kit/web/browser.js';
import { assertPicture } from '../../../kit/web/steady.js';
import { Shop } from './shop.js';

/** Pictures of what was sold: receipts and reports. */

let shop: Shop;

const PAPER = { isWhole: true, masks: ['.paper img'] };

if (hasBrowser) {
  test.before(async () => {
    shop = await Shop.start(30);
  });
  test.after(() => shop.stop());

  test('receipts', async () => {
    const phone = await shop.open('receipts', { device: 'phone' });
    await phone.page.locator('.receipt-row').first().waitFor();
    await assertPicture(phone.page, 'receipts-phone');
    await phone.page.locator('.receipt-row').first().click();
    await phone.page.locator('.paper').waitFor();
    await assertPicture(phone.page, 'receipt-phone', PAPER);
    await phone.close();
    const { page, close } = await shop.open('receipts', { device: 'desktop', scheme: 'dark', language: 'sr-Latn' });
    await page.locator('.receipt-row').first().waitFor();
    await assertPicture(page, 'receipts-desktop-dark-latin');
    await page.locator('.receipt-row').first().click();
    await page.locator('.paper').waitFor();
    await page.getByRole('button', { name: 'Refundiraj', exact: true }).click();
    await page.getByRole('button', { name: 'Vrati sve' }).click();
    await assertPicture(page, 'refund-desktop-dark-latin', { masks: ['.paper img'] });
    await close();
  });

  test('reports', async () => {
    for (const [name, look] of [
      ['reports-phone-dark', { device: 'phone', scheme: 'dark' }],
      ['reports-desktop-english', { device: 'desktop', language: 'en' }],
    ] as const) {
      const { page, close } = await shop.open('reports', look);
      await page.getByRole('button', { name: /^(Овај месец|This month)$/ }).click();
      await page.getByRole('img').first().waitFor();
      await assertPicture(page, name, { isWhole: true });
      await close();
    }
  });
} else {
  test.skip('there is no browser here');
}

test.run();

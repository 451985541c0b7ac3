// turns: 4
// time limit: 300 s
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import { hasBrowser } from '../../../kit/web/browser.js';
import { assertPicture, type Look } from '../../../kit/web/steady.js';
import { Shop } from './shop.js';

/** Pictures of the till, at which more time is spent than at all other screens. */

let shop: Shop;

const tile = (page: Page, name: string) => page.locator('.goods').getByRole('button', { name: new RegExp(`^${name}`) });

/** A till with some things on the bill. */
async function selling(look: Look): Promise<{ page: Page; close: () => Promise<void> }> {
  const opened = await shop.open('till', look);
  const { page } = opened;
  for (const name of ['Бурек са сиром', 'Јогурт', 'Јогурт', 'Кафа еспресо', 'Кроасан']) await tile(page, name).click();
  return opened;
}

if (hasBrowser) {
  test.before(async () => {
    shop = await Shop.start();
  });
  test.after(() => shop.stop());

  test('on a phone', async () => {
    const { page, close } = await selling({ device: 'phone' });
    await assertPicture(page, 'till-phone');
    await page.locator('.fold').click();
    await assertPicture(page, 'till-phone-bill');
    await page.locator('.line', { hasText: 'Јогурт' }).click();
    await page.getByRole('dialog').waitFor();
    await assertPicture(page, 'till-phone-line');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: /тачно/ }).waitFor();
    await assertPicture(page, 'till-phone-pay', { isWhole: true });
    await page.getByRole('button', { name: '1.000' }).click();
    await page.getByText('Рачун је издат').waitFor();
    await assertPicture(page, 'till-phone-done', { masks: ['.paper img', '.qr'] });
    await close();
  });

  test('on a phone in the dark', async () => {
    const { page, close } = await selling({ device: 'phone', scheme: 'dark' });
    await assertPicture(page, 'till-phone-dark');
    await page.getByRole('button', { name: 'Још', exact: true }).click();
    await page.getByRole('button', { name: 'Одложи рачун' }).waitFor();
    await assertPicture(page, 'till-phone-more-dark', { isWhole: true });
    await close();
  });

  test('on a desktop', async () => {
    const { page, close } = await selling({ device: 'desktop' });
    await assertPicture(page, 'till-desktop');
    await page.getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: /тачно/ }).waitFor();
    await page.getByRole('button', { name: 'Подели плаћање' }).click();
    await assertPicture(page, 'till-desktop-split');
    await page.getByRole('button', { name: 'Назад' }).last().click();
    // An answer that says nothing, and not a lost connection: then the page would ask for the box, too.
    await page.route('**/web/v1/invoices', (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText('Проверавам…').waitFor();
    await assertPicture(page, 'till-desktop-checking');
    await page.unroute('**/web/v1/invoices');
    await page.getByText('Рачун је издат').waitFor();
    await assertPicture(page, 'till-desktop-done', { masks: ['.paper img', '.qr'] });
    await close();
  });

  test('on a desktop in the dark, in Latin and English', async () => {
    const { page, close } = await shop.open('till', { device: 'desktop', scheme: 'dark', language: 'sr-Latn' });
    await tile(page, 'Штрудла').click();
    await page.getByRole('dialog').waitFor();
    await assertPicture(page, 'till-desktop-weigh-dark-latin');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Još', exact: true }).click();
    await assertPicture(page, 'till-desktop-more-dark-latin');
    await close();
  });

  test('a refund', async () => {
    const { page, close } = await shop.open('till/find', { device: 'desktop' });
    await page.getByLabel('ПФР број').waitFor();
    await assertPicture(page, 'till-desktop-find');
    await close();
  });
} else {
  test.skip('there is no browser here');
}

test.run();

// turns: 4
// time limit: 300 s
import { test } from 'uvu';
import { hasBrowser } from '../../../kit/web/browser.js';
import { assertPicture } from '../../../kit/web/steady.js';
import { Shop } from './shop.js';
import { PRINTER } from './told.js';

/** Pictures of the users and the settings. */

let shop: Shop;

if (hasBrowser) {
  test.before(async () => {
    shop = await Shop.start();
    await shop.box.set('printers', [
      { name: 'kasa', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster', autoPrint: true },
    ]);
  });
  test.after(() => shop.stop());

  test('users', async () => {
    const { page, close } = await shop.open('users', { device: 'desktop', scheme: 'dark' });
    await page.getByText('Милица').waitFor();
    await assertPicture(page, 'users-desktop-dark', { isWhole: true });
    await close();
    const phone = await shop.open('users', { device: 'phone' });
    await phone.page.getByText('Милица').waitFor();
    await assertPicture(phone.page, 'users-phone', { isWhole: true });
    await phone.close();
  });

  for (const [name, place, look] of [
    ['settings-desktop', '', { device: 'desktop' }],
    ['settings-phone-dark', '', { device: 'phone', scheme: 'dark' }],
    ['settings-selling-phone', 'selling', { device: 'phone' }],
    ['settings-processor-desktop', 'processor', { device: 'desktop' }],
    ['settings-printers-phone-dark', 'printers', { device: 'phone', scheme: 'dark' }],
    ['settings-certificates-desktop-english', 'certificates', { device: 'desktop', language: 'en' }],
  ] as const) {
    test(name, async () => {
      const answers = { 'print.printers': [PRINTER] };
      const { page, close } = await shop.open(`settings/${place}`, { ...look, answers });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await assertPicture(page, name, { isWhole: true });
      await close();
    });
  }

  test('a key that is shown once', async () => {
    const { page, close } = await shop.open('settings/keys', { device: 'phone' });
    await page.getByLabel('Назив кључа').fill('Каса на шанку');
    await page.getByRole('button', { name: 'Направи кључ' }).click();
    await page.locator('.code').waitFor();
    await assertPicture(page, 'settings-keys-phone', { isWhole: true, masks: ['.qr'] });
    await close();
  });
} else {
  test.skip('there is no browser here');
}

test.run();

// turns: 4
import { test } from 'uvu';
import { hasBrowser } from '../../../kit/web/browser.js';
import { assertPicture } from '../../../kit/web/steady.js';
import { Shop } from './shop.js';

/** Pictures of the catalogue: its list and forms, its CSV file, and labels for the shelves. */

let shop: Shop;

const FILE =
  'plu;назив;цена;ознака\n101;Бурек са сиром;190,00;Е\nn1;Гибаница;170;Е\nn2;Пљескавица;x;Ђ\nn3;Ајвар;350;Q\n';

if (hasBrowser) {
  test.before(async () => {
    shop = await Shop.start();
  });
  test.after(() => shop.stop());

  test('the catalogue', async () => {
    const { page, close } = await shop.open('catalogue', { device: 'desktop' });
    await page.locator('.item').first().waitFor();
    await assertPicture(page, 'catalogue-desktop');
    await page.locator('.item').first().click();
    await page.getByRole('form', { name: 'Измени артикал' }).waitFor();
    await assertPicture(page, 'catalogue-desktop-item');
    await page.goto(`${shop.box.origin}/#/catalogue/import`);
    const file = { name: 'artikli.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('Одбијених редова: 2').waitFor();
    await assertPicture(page, 'catalogue-desktop-import', { isWhole: true });
    await close();
    const phone = await shop.open('catalogue', { device: 'phone', scheme: 'dark' });
    await phone.page.locator('.item').first().waitFor();
    await assertPicture(phone.page, 'catalogue-phone-dark');
    await phone.close();
  });

  test('labels', async () => {
    const { page, close } = await shop.open('catalogue/labels', { device: 'phone', language: 'sr-Latn' });
    await page.getByRole('searchbox').fill('kifla');
    await page.getByRole('button', { name: 'Dodaj: Кифла' }).click();
    await page.locator('.sticker').first().waitFor();
    await assertPicture(page, 'labels-phone-latin', { isWhole: true });
    await close();
  });
} else {
  test.skip('there is no browser here');
}

test.run();

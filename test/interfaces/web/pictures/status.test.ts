// turns: 4
// time limit: 300 s
import { test } from 'uvu';
import { hasBrowser } from '../../../kit/web/browser.js';
import { assertPicture } from '../../../kit/web/steady.js';
import { Shop } from './shop.js';
import { DOUBTFUL, IN_DOUBT, PRINTER, TROUBLES, WELL } from './told.js';

/** Pictures of the state of the box. */

let shop: Shop;

const PRINTERS = { 'print.printers': [PRINTER], 'print.jobs': [] };
const PAPER = { isWhole: true, masks: ['.paper img'] };

if (hasBrowser) {
  test.before(async () => {
    shop = await Shop.start(30);
  });
  test.after(() => shop.stop());

  test('the state: all is well', async () => {
    for (const [name, look] of [
      ['status-phone', { device: 'phone' }],
      ['status-desktop', { device: 'desktop' }],
      ['status-desktop-dark-latin', { device: 'desktop', scheme: 'dark', language: 'sr-Latn' }],
    ] as const) {
      const { page, close } = await shop.open('status', { ...look, checks: WELL, answers: PRINTERS });
      await page.locator('.headline.ok').waitFor();
      await assertPicture(page, name, PAPER);
      await close();
    }
  });

  test('the state: troubles, and a receipt in doubt', async () => {
    const troubles = await shop.open('status', {
      device: 'phone',
      scheme: 'dark',
      checks: TROUBLES,
      answers: { ...PRINTERS, 'print.printers': [{ ...PRINTER, state: 'blocked', waiting: 2 }] },
    });
    await troubles.page.locator('.headline.failure').waitFor();
    await assertPicture(troubles.page, 'status-phone-troubles-dark');
    await troubles.close();
    const answers = { ...PRINTERS, 'pfr.open': [DOUBTFUL] };
    const { page, close } = await shop.open('status', { device: 'desktop', checks: IN_DOUBT, answers });
    await page.getByRole('button', { name: 'Одлучи' }).first().waitFor();
    await assertPicture(page, 'status-desktop-doubt', PAPER);
    await page.locator('#doubt').getByRole('button', { name: 'Одлучи' }).click();
    await assertPicture(page, 'status-desktop-decision');
    await close();
  });
} else {
  test.skip('there is no browser here');
}

test.run();

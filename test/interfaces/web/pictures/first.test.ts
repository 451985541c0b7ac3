// turns: 4
// time limit: 300 s
import { test } from 'uvu';
import { freePort } from '../../../kit/port.js';
import { hasBrowser } from '../../../kit/web/browser.js';
import { assertPicture, type Look, steadyPage } from '../../../kit/web/steady.js';
import { Shop } from './shop.js';

/** Pictures of the first screens: the helper page, a new box, the first steps, signing in. */

const PHONE: Look = { device: 'phone' };
const DARK_PHONE: Look = { device: 'phone', scheme: 'dark' };
const DESKTOP: Look = { device: 'desktop' };

if (hasBrowser) {
  test('the helper page', async () => {
    const shop = await Shop.startNew();
    try {
      const port = await freePort();
      await shop.box.set('helperPort', port);
      for (const [name, place, look] of [
        ['helper-android', '?for=android', PHONE],
        ['helper-ios-dark', '?for=ios&lang=lat', DARK_PHONE],
        ['helper-windows', '?for=windows&lang=en', DESKTOP],
      ] as const) {
        const { page, close } = await steadyPage(shop.browser, look);
        await page.goto(`http://127.0.0.1:${port}/${place}`);
        await page.locator('#yes').waitFor();
        await assertPicture(page, name, { isWhole: true });
        await close();
      }
      const { page, close } = await steadyPage(shop.browser, PHONE);
      await page.goto(shop.box.origin);
      await page.getByLabel('Код за преузимање').waitFor();
      await assertPicture(page, 'claim', { isWhole: true });
      await close();
    } finally {
      await shop.stop();
    }
  });

  test('signing in, and the first steps', async () => {
    const shop = await Shop.start();
    try {
      const signIn = await steadyPage(shop.browser, { ...DARK_PHONE, language: 'sr-Latn' });
      await signIn.page.goto(shop.box.origin);
      await signIn.page.getByLabel('Ime').waitFor();
      await assertPicture(signIn.page, 'sign-in-dark-latin');
      await signIn.close();
      for (const [step, look] of [
        ['', PHONE],
        ['company', PHONE],
        ['processor', DESKTOP],
        ['printer', DARK_PHONE],
        ['tablet', { ...PHONE, language: 'sr-Latn' }],
        ['backup', { ...DESKTOP, scheme: 'dark' }],
      ] as const) {
        const answers = { 'devices.found': { printers: [], ports: [] } };
        const { page, close } = await shop.open(`setup/${step}`, { ...look, answers });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await assertPicture(page, `setup-${step === '' ? 'overview' : step}`, { isWhole: true });
        await close();
      }
    } finally {
      await shop.stop();
    }
  });
} else {
  test.skip('there is no browser here');
}

test.run();

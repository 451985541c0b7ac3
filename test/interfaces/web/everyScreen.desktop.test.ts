// turns: 4
// time limit: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DESKTOP, hasBrowser } from '../../kit/web/browser.js';
import { openShop, walk } from './everyScreen.js';

const test = suite<Awaited<ReturnType<typeof openShop>>>('every screen at a desk');

/** Each screen was shown where it was asked for, and none has a fault. */
const all = ({ screens }: Awaited<ReturnType<typeof openShop>>): object => ({
  seen: screens,
  width: DESKTOP.viewport.width,
  faults: [],
});

if (hasBrowser) {
  test.before(async (context) => {
    Object.assign(context, await openShop());
  });
  test.after(({ managed }) => managed.stop());

  test('Serbian Cyrillic, dark', async (shop) => {
    const walked = await walk(shop, 'sr-Cyrl', 'desktop', 'dark');
    assert.equal(walked, { ...all(shop), settings: 'Подешавања', isDark: true });
  });
  test('Serbian Latin, light', async (shop) => {
    const walked = await walk(shop, 'sr-Latn', 'desktop', 'light', false);
    assert.equal(walked, { ...all(shop), settings: 'Podešavanja', isDark: false });
  });
  test('English, dark', async (shop) => {
    const walked = await walk(shop, 'en', 'desktop', 'dark', false);
    assert.equal(walked, { ...all(shop), settings: 'Settings', isDark: true });
  });
} else {
  test.skip('there is no browser here');
}

test.run();

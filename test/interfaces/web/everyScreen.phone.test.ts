// turns: 4
// time limit: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PHONE, hasBrowser } from '../../kit/web/browser.js';
import { openShop, walk } from './everyScreen.js';

const test = suite<Awaited<ReturnType<typeof openShop>>>('every screen on a phone');

/** Each screen was shown where it was asked for, and none has a fault. */
const all = ({ screens }: Awaited<ReturnType<typeof openShop>>): object => ({
  seen: screens,
  width: PHONE.viewport.width,
  faults: [],
});

if (hasBrowser) {
  test.before(async (context) => {
    Object.assign(context, await openShop());
  });
  test.after(({ managed }) => managed.stop());

  test('Serbian Cyrillic, light', async (shop) => {
    const walked = await walk(shop, 'sr-Cyrl', 'phone', 'light');
    assert.equal(walked, { ...all(shop), settings: 'Подешавања', isDark: false });
  });
  test('Serbian Latin, dark', async (shop) => {
    const walked = await walk(shop, 'sr-Latn', 'phone', 'dark');
    assert.equal(walked, { ...all(shop), settings: 'Podešavanja', isDark: true });
  });
  test('English, light', async (shop) => {
    const walked = await walk(shop, 'en', 'phone', 'light', false);
    assert.equal(walked, { ...all(shop), settings: 'Settings', isDark: false });
  });
} else {
  test.skip('there is no browser here');
}

test.run();

// turns: 4
// time limit: 300 s
import { suite } from 'uvu';
import { hasBrowser } from '../../kit/web/browser.js';
import { openShop, walk } from './everyScreen.js';

const test = suite<Awaited<ReturnType<typeof openShop>>>('every screen at a desk');

if (hasBrowser) {
  test.before(async (context) => {
    Object.assign(context, await openShop());
  });
  test.after(({ managed }) => managed.stop());

  test('Serbian Cyrillic, dark', (shop) => walk(shop, 'sr-Cyrl', 'desktop', 'dark'));
  test('Serbian Latin, light', (shop) => walk(shop, 'sr-Latn', 'desktop', 'light', false));
  test('English, dark', (shop) => walk(shop, 'en', 'desktop', 'dark', false));
} else {
  test.skip('there is no browser here');
}

test.run();

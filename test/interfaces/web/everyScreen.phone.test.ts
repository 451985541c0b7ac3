// turns: 4
// time limit: 300 s
import { suite } from 'uvu';
import { hasBrowser } from '../../kit/web/browser.js';
import { openShop, walk } from './everyScreen.js';

const test = suite<Awaited<ReturnType<typeof openShop>>>('every screen on a phone');

if (hasBrowser) {
  test.before(async (context) => {
    Object.assign(context, await openShop());
  });
  test.after(({ managed }) => managed.stop());

  test('Serbian Cyrillic, light', (shop) => walk(shop, 'sr-Cyrl', 'phone', 'light'));
  test('Serbian Latin, dark', (shop) => walk(shop, 'sr-Latn', 'phone', 'dark'));
  test('English, light', (shop) => walk(shop, 'en', 'phone', 'light', false));
} else {
  test.skip('there is no browser here');
}

test.run();

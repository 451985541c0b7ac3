// turns: 2
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FakePfrServer } from '../../kit/pfr/server.js';
import type { TestBox } from '../../kit/box.js';
import { hasBrowser } from '../../kit/web/browser.js';
import { atTill, receiptsOf, scan } from '../../kit/web/till.js';

/** What another device changes reaches a page that is open, without a touch. */
const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name });

async function withProcessor(box: TestBox, work: (processor: FakePfrServer) => Promise<void>): Promise<void> {
  const processor = await FakePfrServer.start({ now: box.now });
  processor.pfr.card.isOpen = true;
  try {
    await work(processor);
  } finally {
    await processor.stop();
  }
}

/** Gives the first item another price, RSD. */
async function setCoffee(box: TestBox, price: number): Promise<void> {
  const { items } = await box.parts.catalogue.activeAfter(0, 10, box.parts.invoicing.salePriority);
  const coffee = items.find(({ name }) => name === 'Кафа');
  assert.ok(coffee && (await box.parts.catalogue.update(coffee.id, { price })).ok);
}

/** Where what is tapped is on the screen, once two frames in a row show it there: a new size of the window takes some. */
async function places(page: Page): Promise<string> {
  const now = (): Promise<string> =>
    page.evaluate<string>(`new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => shown(
      JSON.stringify([...document.querySelectorAll('.tile, .lines .button, .pay .button')]
        .map((one) => one.getBoundingClientRect()).map(({ x, y }) => [x, y]))))))`);
  let before = await now();
  for (let after = await now(); after !== before; after = await now()) before = after;
  return before;
}

if (hasBrowser) {
  test('an open till learns environment and processor, prices, rules and a name, each by itself', () =>
    atTill(async (page, box) => {
      await page.getByText('ДЕМО РЕЖИМ: рачуни нису фискални').waitFor();
      await withProcessor(box, async ({ url }) => {
        await box.set('pfr.sandbox', { mode: 'lpfr', url, timeout: 2, signingLimit: 2 });
        await page.getByText('ПРОБНО ОКРУЖЕЊЕ: рачуни нису фискални').waitFor();
        await withProcessor(box, async (other) => {
          await box.set('pfr.production', { mode: 'lpfr', url: other.url, timeout: 2, signingLimit: 2 });
          await box.set('environment', 'production');
          await page.locator('.banner').waitFor({ state: 'detached' });
        });
        await box.set('environment', 'sandbox');
        await page.getByText('ПРОБНО ОКРУЖЕЊЕ').waitFor();
        await box.set('pfr.sandbox', { mode: 'demo' });
        await page.getByText('ДЕМО РЕЖИМ').waitFor();
      });
      await setCoffee(box, 175);
      await button(page, 'Кафа 175,00').waitFor();
      assert.ok((await box.parts.catalogue.create({ name: 'Лимунада', price: 200, label: 'Ђ' })).ok);
      await button(page, 'Лимунада 200,00').waitFor();
    }));

  test('a till says that the printer will have no paper for the next sale, before it is made, and nothing moves', () =>
    atTill(async (page, box) => {
      await button(page, /Бурек/).first().click();
      const before = await places(page);
      const printer = { name: 'каса', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' } as const;
      await box.set('printers', [printer]);
      await page.locator('.troubles', { hasText: 'Проверите да ли је штампач укључен' }).waitFor();
      await scan(page, '8600000000999');
      await page.getByText('Непознат код: 8600000000999').waitFor();
      assert.equal(await places(page), before);
      await page.setViewportSize({ width: 390, height: 844 });
      const narrow = await places(page);
      await box.set('printers', []);
      await page.locator('.troubles').waitFor({ state: 'detached' });
      assert.equal(await places(page), narrow);
    }));

  test('a page that was not told yet sells nothing to a box that has become another, and is corrected before it sells', () =>
    atTill(
      async (page, box, faults) => {
        await withProcessor(box, async ({ url }) => {
          await button(page, /Бурек/).first().click();
          await button(page, 'Наплати').click();
          await box.set('pfr.sandbox', { mode: 'lpfr', url, timeout: 2, signingLimit: 2 });
          await button(page, /тачно/).click();
          await page.getByText('Рачун није издат: уређај је у међувремену прешао').waitFor();
          await page.getByText('ПРОБНО ОКРУЖЕЊЕ').waitFor();
          assert.equal(await receiptsOf(box), []);
          await button(page, /тачно/).click();
          await page.getByText('Рачун је издат').waitFor();
          assert.is((await receiptsOf(box)).length, 1);
        });
        // The browser logs the refusal.
        faults.length = 0;
      },
      // As where the news is on its way.
      { hears: false },
    ));

  test('who is not a user any more is shown the sign-in, and a stream that was lost is opened again', () =>
    atTill(async (page, box, faults) => {
      const before = box.parts.users.findByName('Мира');
      assert.ok(before);
      await page.context().setOffline(true);
      await page.getByText('Нема везе са уређајем').waitFor();
      await setCoffee(box, 180);
      await page.context().setOffline(false);
      await button(page, 'Кафа 180,00').waitFor();
      assert.ok((await box.parts.users.create('Вера', 'owner', 'tajna-lozinka')).ok);
      assert.ok((await box.parts.users.remove(before.id)).ok);
      await page.getByLabel('Лозинка').waitFor();
      faults.length = 0;
    }));

  test('a till that nobody sees holds no connection, and knows all at once when it is seen again', () =>
    atTill(async (page, box) => {
      // Two pages of one window: Chromium without a screen calls neither of them hidden.
      const see = (hidden: boolean) =>
        page.evaluate(`
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
          document.dispatchEvent(new Event('visibilitychange'));
        `);
      const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/web/events/box'));
      await see(true);
      await left;
      await setCoffee(box, 190);
      const came = page.waitForRequest('**/web/events/box');
      await see(false);
      await came;
      await button(page, 'Кафа 190,00').waitFor();
    }));

  test('a page of an older program says so, and a tap loads the new one', () =>
    atTill(async (page, _box, faults) => {
      await button(page, 'Кафа 150,00').waitFor();
      const other = { program: '99.0.0', environment: 'sandbox', mode: 'demo', usesCard: false, shop: '', items: '' };
      const body = `event: box\ndata: ${JSON.stringify({ ...other, troubles: [] })}\n\n`;
      // As after an update, which ends the streams of all pages.
      await page.route('**/web/events/box', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
      const before = await places(page);
      await page.context().setOffline(true);
      await page.getByText('Нема везе са уређајем').waitFor();
      assert.equal(await places(page), before);
      await page.context().setOffline(false);
      const banner = page.locator('.banner', { hasText: 'нов' });
      await banner.waitFor();
      assert.equal(await places(page), before);
      await page.unroute('**/web/events/box');
      await banner.getByRole('button').click();
      await button(page, 'Кафа 150,00').waitFor();
      assert.is(await banner.count(), 0);
      faults.length = 0;
    }));
} else {
  test.skip('there is no browser here');
}

test.run();

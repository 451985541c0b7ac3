import type { BrowserContext, Page, Route } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';
import { DESKTOP, newDevice, newPage, openBrowser } from '../../kit/web/browser.js';
import { openShop, openTill, receiptsOf, signIn, untilKept } from '../../kit/web/till.js';
import { Turns } from '../../kit/turns.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new Turns(3);

const INVOICES = '**/web/v1/invoices';
const done = (page: Page): Promise<void> => page.getByText('Рачун је издат').waitFor();

/** A till with a coffee that is about to be paid. */
async function paying(work: (page: Page, box: TestBox, device: BrowserContext) => Promise<void>): Promise<void> {
  await TestBox.during(async (box) => {
    const browser = await openBrowser();
    try {
      await openShop(box);
      const device = await newDevice(browser, DESKTOP);
      const { page } = await newPage(device);
      await openTill(page, box.origin);
      await page.evaluate('navigator.serviceWorker.ready');
      await page.getByRole('button', { name: /Кафа/ }).click();
      await page.getByRole('button', { name: 'Наплати' }).click();
      await page.getByRole('button', { name: /тачно/ }).waitFor();
      await work(page, box, device);
      assert.equal(
        (await receiptsOf(box)).map(({ total }) => total),
        [150],
      );
    } finally {
      await browser.close();
    }
  });
}

/** Requests for a receipt reach the box, and their answers are lost as long as it says so. */
async function loseAnswers(page: Page): Promise<{ isLossy: boolean; readonly keys: string[] }> {
  const state = { isLossy: true, keys: [] as string[] };
  await page.route(INVOICES, async (route) => {
    state.keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (!state.isLossy) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return state;
}

turns.test('a lost answer is asked for again until it comes, and nothing invites a second sale', () =>
  paying(async (page) => {
    const network = await loseAnswers(page);
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText('Проверавам…').waitFor();
    assert.is(await page.getByRole('button', { name: 'Наплати' }).count(), 0);
    network.isLossy = false;
    await done(page);
    assert.is(new Set(network.keys).size, 1);
  }),
);

turns.test('a lost answer of the other environment is no refusal: it is asked for when the box is back there', () =>
  paying(async (page, box) => {
    let tries = 0;
    await page.route(INVOICES, async (route) => {
      tries += 1;
      if (tries === 2) await box.set('environment', 'production');
      if (tries > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText(/пребачен у друго окружење/).waitFor();
    await box.set('environment', 'sandbox');
    await done(page);
  }),
);

turns.test(
  'a processor that says nothing holds nobody: after 4 s the next buyer can be served, and the receipt stays in sight',
  () =>
    paying(async (page) => {
      await page.clock.install();
      const held: Route[] = [];
      await page.route(INVOICES, (route) => void held.push(route));
      await page.getByRole('button', { name: /тачно/ }).click();
      await page.getByText('Издајем рачун').waitFor();
      const next = page.getByRole('button', { name: 'Послужи следећег' });
      await page.clock.runFor(3900);
      assert.is(await next.count(), 0);
      await page.clock.runFor(200);
      await next.click();
      await page.getByText('У провери: 1').waitFor();
      assert.ok(await page.getByRole('button', { name: /Кафа/ }).isEnabled());
      await page.clock.resume();
      await Promise.all(held.map((route) => route.continue()));
      await page.getByText('У провери: 1').waitFor({ state: 'detached' });
    }),
);

turns.test('an outcome that is not known yet: the seconds until it is are counted down, and others can be served', () =>
  paying(async (page) => {
    const error = { code: 'pfr_error', message: 'Исход није познат.', rule: 'pfr.outcome-unknown', retryAfter: 42 };
    await page.route(INVOICES, (route) => route.fulfill({ status: 409, json: { error } }));
    const open = { state: 'open', uuid: null, number: null, retryAfter: 42 };
    await page.route('**/web/sale/*', (route) => route.fulfill({ status: 200, json: open }));
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText(/Исход се сазнаје најкасније за 42 с/).waitFor();
    await page.getByText(/Исход се сазнаје најкасније за (?:41|40|39) с/).waitFor();
    await page.getByRole('button', { name: 'Послужи следећег' }).waitFor();
    await page.unroute(INVOICES);
    await page.unroute('**/web/sale/*');
    await done(page);
  }),
);

turns.test('a tablet that is reloaded while it checks goes on checking', () =>
  paying(async (page) => {
    const network = await loseAnswers(page);
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText('Проверавам…').waitFor();
    await page.reload();
    await page.getByText('Проверавам…').waitFor();
    network.isLossy = false;
    await done(page);
    assert.is(new Set(network.keys).size, 1);
    await untilKept(page, 'the receipt', (kept) => kept.done !== null);
    await page.reload();
    await done(page);
    await page.getByRole('button', { name: 'Следећа продаја' }).click();
    await untilKept(page, 'that the next buyer is served', (kept) => kept.done === null);
    await page.reload();
    await page.getByText('Додирните артикал').waitFor();
  }),
);

turns.test('the box is away: the till opens from the memory of the tablet, and sells when it is back', () =>
  paying(async (page, box) => {
    const { origin } = box;
    await page.route(`${origin}/**`, (route) => route.abort());
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.locator('.news').getByText('Нема везе са уређајем').waitFor();
    await page.unroute(`${origin}/**`);
    await done(page);
    await untilKept(page, 'the receipt', (kept) => kept.done !== null);
    // Of a dead network, not of a tampered one: only then does the worker answer.
    await page.context().setOffline(true);
    await page.reload();
    await page.locator('.news').getByText('Нема везе са уређајем').waitFor();
    await done(page);
    await page.getByRole('button', { name: 'Следећа продаја' }).click();
    await page.getByRole('button', { name: /Бурек/ }).click();
    await page.getByLabel('Укупно').getByText('220,00').waitFor();
    await page.context().setOffline(false);
    await page.locator('.news').getByText('Нема везе са уређајем').waitFor({ state: 'detached' });
  }),
);

turns.test('two windows: the second takes the till over with the same request, the first stands still', () =>
  paying(async (page, _box, device) => {
    const network = await loseAnswers(page);
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText('Проверавам…').waitFor();
    const second = await device.newPage();
    await second.goto(page.url());
    await second.getByText('Каса је отворена у другом прозору').waitFor();
    await second.getByRole('button', { name: 'Преузми овде' }).click();
    await done(second);
    await page.getByText('Каса је отворена у другом прозору').waitFor();
    assert.is(new Set(network.keys).size, 1);
  }),
);

turns.test('who is signed out meanwhile finds the bill as it was', () =>
  paying(async (page, box) => {
    await page.context().clearCookies();
    await page.getByRole('button', { name: /тачно/ }).click();
    await signIn(page);
    await done(page);
    assert.is(box.parts.users.list().length, 1);
  }),
);

test.run();

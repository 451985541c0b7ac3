import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { assertAccessible, BrowserTurns } from '../../kit/web/accessibility.js';
import { PHONE } from '../../kit/web/browser.js';
import { atTill, chooseMore, nextSale, receiptsOf, scan } from '../../kit/web/till.js';
import { fitsWidth } from './page.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new BrowserTurns(2);

async function sellTwoBurek(page: Page, way: RegExp): Promise<void> {
  for (const _piece of [1, 2]) await page.getByRole('button', { name: /^Бурек/ }).tap();
  await page.getByRole('button', { name: 'Кафа 150,00' }).tap();
  await page.getByRole('button', { name: 'Наплати' }).tap();
  await page.getByRole('button', { name: way }).tap();
}

/** The form for the sale that is the last or the one before. */
async function openRefund(page: Page): Promise<void> {
  await chooseMore(page, /^Рачун је издат/);
  await page.getByRole('button', { name: 'Рефундирај', exact: true }).tap();
}

turns.test('no more is refunded than was sold, line by line, and a receipt without a rest offers no refund', () =>
  atTill(
    async (page, box) => {
      await sellTwoBurek(page, /^Платна картица/);
      await page.getByText('Плаћено: Платна картица').waitFor();
      await assertAccessible(page);
      await nextSale(page).tap();

      await openRefund(page);
      const submit = page.getByRole('button', { name: /^Рефундирај \d/ });
      await submit.waitFor();
      assert.ok(await submit.isDisabled(), 'nothing is chosen at first');
      await scan(page, '8600000000011');
      await page.getByRole('alert').getByText('Ово није ни ПФР број ни QR код рачуна.').waitFor();
      await page.getByRole('button', { name: 'Више: Бурек' }).tap();
      await page.getByText('По пропису').waitFor();
      await page.getByRole('button', { name: 'Рефундирај 220,00' }).tap();
      await page.getByText('Упишите број са документа').waitFor();
      await assertAccessible(page);
      assert.ok(await fitsWidth(page));
      await page.getByLabel('Број').fill('008123456');
      await page.getByLabel('Новац се враћа').selectOption('Cash');
      await page.getByRole('button', { name: 'Рефундирај 220,00' }).tap();
      await page.getByText('Вратите купцу 220,00 готовином.').waitFor();
      // The buyer signs it for the cash.
      await page.getByRole('button', { name: 'Копија' }).waitFor();
      await assertAccessible(page);
      await nextSale(page).tap();

      await openRefund(page);
      await page.getByText('Већ је рефундирано: 220,00').waitFor();
      await page.getByText('највише 1 ком по 220,00').waitFor();
      await page.getByRole('button', { name: 'Врати све' }).tap();
      await page.getByLabel('Документ купца').selectOption({ label: 'Купца нема: поништавам погрешан рачун' });
      await page.getByText('Само кад је рачун издат грешком').waitFor();
      await assertAccessible(page);
      await page.getByText(/^220,00, .*, рачун \S+-2$/).waitFor();
      await page.getByRole('button', { name: 'Рефундирај 370,00' }).tap();
      await page.getByText('Заиста вратити још?').waitFor();
      await assertAccessible(page);
      assert.ok(await fitsWidth(page));
      assert.is((await receiptsOf(box)).length, 2, 'one tap more is needed');
      await page.getByRole('button', { name: 'Да, рефундирај још 370,00' }).tap();
      await page.getByText('Вратите купцу 370,00 на картицу.').waitFor();
      assert.is(await page.getByRole('button', { name: 'Копија' }).count(), 0);
      await page.locator('.due').getByText('−370,00').waitFor();
      await nextSale(page).tap();

      await chooseMore(page, /^Рефундација је издата.*−370,00$/);
      await page
        .locator('.due', { hasText: /^Рефундација · \S+-3/ })
        .getByText('−370,00')
        .waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Назад' }).tap();
      await page.getByRole('button', { name: /^Рачун је издат/ }).tap();
      await page.getByText('Све са овог рачуна је већ рефундирано.').waitFor();
      assert.is(await page.getByRole('button', { name: 'Рефундирај' }).count(), 0);
      assert.equal(
        (await receiptsOf(box)).map(({ total }) => total),
        [370, 220, 590],
      );
    },
    { device: PHONE },
  ),
);

turns.test('what another tablet refunds while the form is open is seen before anything is sent', () =>
  atTill(
    async (page, box) => {
      await sellTwoBurek(page, /^Подели плаћање/);
      await page.getByRole('textbox', { name: 'Износ' }).fill('300');
      await page.getByRole('button', { name: 'Додај део' }).tap();
      await page.getByRole('textbox', { name: 'Износ' }).fill('500');
      await page.getByRole('button', { name: 'Додај део' }).tap();
      await page.locator('.split').getByText('Примљено у готовини500,00').waitFor();
      await page.locator('.split').getByRole('button', { name: 'Наплати' }).tap();
      await page.locator('.done').getByText('Примљено у готовини500,00').waitFor();
      await page.getByText('Вратите кусур210,00').waitFor();
      await nextSale(page).tap();
      await openRefund(page);
      // Never more by the card than was paid by it.
      const asPaid = page.getByLabel('Новац се враћа');
      await page.getByRole('button', { name: 'Више: Бурек' }).tap();
      assert.is(await asPaid.inputValue(), 'Card');
      await page.getByRole('button', { name: 'Више: Бурек' }).tap();
      await page.getByText('платна картица 300,00, готовина 140,00').waitFor();
      await page.getByRole('button', { name: 'Врати све' }).tap();
      await page.getByText('Новац се враћа: платна картица 300,00, готовина 290,00').waitFor();
      await page.getByLabel('Документ купца').selectOption({ label: 'Остало…' });
      await page.getByLabel('Документ купца').selectOption({ label: 'Лична карта Црне Горе' });
      assert.ok(
        await page.evaluate<boolean>('document.activeElement.labels?.[0]?.textContent === "Број"'),
        'it can be typed at once',
      );
      await page.getByLabel('Број').fill('123');
      const [sale] = await receiptsOf(box);
      const client = await box.client();
      const other = await client.post(`/invoices/${sale?.uuid}/refund`, { buyerId: '20:1' });
      assert.is(other.status, 201, other.text);
      await page.getByRole('button', { name: 'Рефундирај 590,00' }).tap();
      await page.getByText('Све са овог рачуна је већ рефундирано.').waitFor();
      await page.getByText('У међувремену').waitFor();
      assert.is((await receiptsOf(box)).length, 2);
    },
    { device: PHONE },
  ),
);

turns.test(
  'a refund sent again says what its page believed at the tap, so that a box that is another one refuses it',
  () =>
    atTill(
      async (page, box, faults) => {
        await sellTwoBurek(page, /тачно/);
        await nextSale(page).tap();
        await openRefund(page);
        await page.getByRole('button', { name: 'Врати све' }).tap();
        await page.getByLabel('Документ купца').selectOption({ label: 'Остало…' });
        await page.getByLabel('Документ купца').selectOption({ label: 'Лична карта Црне Горе' });
        await page.getByLabel('Број').fill('123');
        const processor = await FakePfrServer.start({ now: box.now });
        const beliefs: (string | undefined)[] = [];
        await page.route('**/web/v1/invoices/*/refund', async (route) => {
          beliefs.push(route.request().headers()['x-kasirbox-box']);
          if (beliefs.length > 1) return route.continue();
          // The first is lost on its way, and while it is asked again the box becomes another one, which the page hears of.
          await box.set('pfr.sandbox', { mode: 'lpfr', url: processor.url, timeout: 2, signingLimit: 2 });
          await page.getByText('ПРОБНО ОКРУЖЕЊЕ').waitFor();
          await route.abort();
        });
        try {
          await page.getByRole('button', { name: 'Рефундирај 590,00' }).tap();
          await page.getByText('уређај је у међувремену прешао').waitFor();
        } finally {
          await processor.stop();
        }
        assert.equal(beliefs, ['sandbox demo', 'sandbox demo']);
        assert.is((await receiptsOf(box)).length, 1);
        // The browser logs both refusals.
        faults.length = 0;
      },
      { device: PHONE },
    ),
);

test.run();

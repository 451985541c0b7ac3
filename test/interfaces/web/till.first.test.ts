import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TestBox } from '../../kit/box.js';
import { until } from '../../kit/until.js';
import { assertAccessible, BrowserTurns } from '../../kit/web/accessibility.js';
import { DESKTOP, PHONE } from '../../kit/web/browser.js';
import { atTill, nextSale, receiptsOf } from '../../kit/web/till.js';
import { fitsWidth } from './page.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new BrowserTurns(2);

/** A configured printer that cannot be reached. */
const withPrinter = (box: TestBox): Promise<void> =>
  box.set('printers', [{ name: 'kasa', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' }]);

/** Where the buttons that charge stand, by their texts without the amount. */
async function places(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: /тачно/ }).waitFor();
  const found: string[] = [];
  for (const button of await page.getByRole('region', { name: 'Наплати' }).getByRole('button').all()) {
    const box = await button.boundingBox();
    const name = (await button.innerText()).replace(/[\d.,]+/g, '#');
    found.push(
      [name, box?.x, box?.y, box?.width, box?.height]
        .map((one) => (typeof one === 'number' ? Math.round(one) : one))
        .join(' '),
    );
  }
  return found;
}

turns.test('any amount is one amount at first, weighed if need be, and its sum is shown before it is added', () =>
  atTill(
    async (page) => {
      await page.getByRole('button', { name: 'Слободан износ' }).tap();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Износ (РСД)').fill('160');
      await dialog.getByRole('status').getByText('160,00').waitFor();
      await dialog.getByLabel('Јединица').selectOption('кг');
      await dialog.getByLabel('Количина').fill('1,5');
      await dialog.getByLabel('Цена за 1 кг (РСД)').waitFor();
      await dialog.getByRole('status').getByText('240,00').waitFor();
      await assertAccessible(page);
      assert.ok(await fitsWidth(page));
      await dialog.getByRole('button', { name: 'Додај' }).tap();
      await page.getByLabel('Укупно').getByText('240,00').waitFor();
      await page.getByRole('button', { name: /^Ставке: 1/ }).tap();
      await page.getByText('1,5 кг × 160,00').waitFor();
    },
    { device: PHONE },
  ),
);

turns.test('the buttons that charge stay in their places, whatever is due', () =>
  atTill(
    async (page) => {
      await page.getByRole('button', { name: 'Чај 120,00' }).tap();
      await page.getByRole('button', { name: 'Наплати' }).tap();
      const small = await places(page);
      await page.getByRole('button', { name: 'Назад' }).tap();
      await page.getByRole('button', { name: 'Слободан износ' }).tap();
      await page.getByLabel('Износ (РСД)').fill('1234780');
      await page.getByRole('button', { name: 'Додај' }).tap();
      await page.getByRole('button', { name: 'Наплати' }).tap();
      assert.equal(await places(page), small);
      assert.match(small[2] ?? '', /^Платна картица/);
      assert.ok(await fitsWidth(page));
      await assertAccessible(page);
    },
    { device: PHONE },
  ),
);

turns.test('tiles count, lines and discounts are found by taps, and parked bills are not forgotten', () =>
  atTill(
    async (page) => {
      const coffee = page.getByRole('button', { name: 'Кафа 150,00' });
      await coffee.tap();
      await coffee.tap();
      await page.getByRole('button', { name: 'Кафа 150,00 2 на рачуну' }).waitFor();
      await page.getByRole('button', { name: /Ставке: 1 \(2 ком\)/ }).tap();
      await page.getByRole('button', { name: 'Попуст', exact: true }).tap();
      await page.getByRole('button', { name: '10 %' }).tap();
      await page.getByLabel('Укупно').getByText('270,00').waitFor();
      await assertAccessible(page);
      await page.getByText('Измени').tap();
      await page.getByRole('dialog').getByRole('status').getByText('270,00').waitFor();
      await page.getByRole('button', { name: 'Затвори' }).tap();
      await page.getByRole('button', { name: /Ставке: 1/ }).tap();

      await page.getByRole('button', { name: 'Још', exact: true }).tap();
      await page.getByRole('button', { name: 'Испразни рачун' }).waitFor();
      assert.not(await page.getByText('Тастатура:').isVisible(), 'a phone has no keys');
      await page.getByRole('button', { name: 'Одложи рачун' }).tap();
      await page.getByRole('button', { name: 'Одложени рачуни: 1' }).tap();
      await assertAccessible(page);
      await page.getByRole('button', { name: /^Врати рачун од .*270,00 .*Кафа$/ }).tap();
      await page.getByLabel('Укупно').getByText('270,00').waitFor();
      assert.is(await page.getByRole('button', { name: /^Одложени/ }).count(), 0);
      assert.ok(await fitsWidth(page));
    },
    { device: PHONE },
  ),
);

turns.test('a receipt that waits for paper is followed until it is printed, however long that takes', () =>
  atTill(
    async (page) => {
      let [state, asked] = ['blocked', 0];
      await page.route('**/print-jobs', (route) => {
        asked += 1;
        return route.fulfill({ json: { jobs: [{ id: 1, state }] } });
      });
      await page.clock.install();
      await page.getByRole('button', { name: 'Чај 120,00' }).click();
      await page.getByRole('button', { name: 'Наплати' }).click();
      await page.getByRole('button', { name: /тачно/ }).click();
      await page.getByText('Рачун чека штампач: проверите струју, папир и поклопац.').waitFor();
      await until('it is asked for longer than a roll of paper takes', async () => {
        await page.clock.runFor(3000);
        return asked > 25;
      });
      state = 'printed';
      await page.clock.runFor(3000);
      await page.getByText('Одштампано.').waitFor();
    },
    { device: DESKTOP, prepare: withPrinter },
  ),
);

turns.test('a paper that nobody has proven is printed again with one tap, and then a copy is issued', () =>
  atTill(
    async (page, box) => {
      let [states, printed] = [['unknown'], 0];
      const jobs = (): object[] => states.map((state, index) => ({ id: index + 1, state }));
      await page.route('**/print-jobs', (route) =>
        route.fulfill({ json: { jobs: jobs(), needsCopy: states.includes('printed') } }),
      );
      await page.route('**/print', async (route) => {
        printed += 1;
        states = ['unknown', 'queued'];
        await route.fulfill({ status: 202, json: { job: jobs()[1] } });
      });
      await page.getByRole('button', { name: 'Чај 120,00' }).click();
      await page.getByRole('button', { name: 'Наплати' }).click();
      await page.getByRole('button', { name: /тачно/ }).click();
      await page.getByText('Плаћено: Готовина').waitFor();
      await page.getByText('Погледајте да ли је папир изашао.').waitFor();
      const [again, copy] = [
        page.getByRole('button', { name: 'Штампај поново' }),
        page.getByRole('button', { name: 'Копија' }),
      ];
      assert.is(await copy.count(), 0);
      await again.click();
      await page.getByText('Шаље се на штампач…').waitFor();
      assert.ok(await again.isDisabled());
      states = ['unknown', 'printed'];
      await page.getByText('Одштампано.').waitFor();
      await again.waitFor({ state: 'detached' });
      assert.is(printed, 1);
      await assertAccessible(page);
      await copy.click();
      await page.getByRole('button', { name: 'Издај копију' }).click();
      await page.getByText('Копија је издата').waitFor();
      await nextSale(page).click();
      await page.getByRole('button', { name: 'Још', exact: true }).click();
      await page.getByText('Тастатура:').waitFor();
      await page.getByRole('button', { name: /^Рачун је издат/ }).click();
      await page.getByText('Одштампано.').waitFor();
      await copy.waitFor();
      assert.is(await again.count(), 0, 'nor later');
      assert.equal(
        (await receiptsOf(box)).map(({ invoiceType }) => invoiceType),
        ['Copy', 'Normal'],
      );
    },
    { device: DESKTOP, prepare: withPrinter },
  ),
);

test.run();

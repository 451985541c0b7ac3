import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertAccessible, BrowserTurns } from '../../kit/web/accessibility.js';
import { PHONE } from '../../kit/web/browser.js';
import { atTill, chooseMore, nextSale, receiptsOf, sellCash, untilKept } from '../../kit/web/till.js';
import { fitsWidth } from './page.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new BrowserTurns(2);

const BANNER = 'ОБУКА. Ово није продаја: рачуни нису фискални.';

turns.test('training makes training receipts only, outlives a reload, and gives real bills back as they were', () =>
  atTill(
    async (page, box) => {
      await sellCash(page, /^Чај/);
      await page.getByRole('button', { name: /^Кафа/ }).tap();
      await chooseMore(page, 'Обука');
      await page.getByText('Каса прелази у обуку').waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Почни обуку' }).tap();
      await page.getByText(BANNER).waitFor();
      await page.getByLabel('Укупно').getByText('0,00', { exact: true }).waitFor();
      await assertAccessible(page);
      assert.ok(await fitsWidth(page));

      await page.getByRole('button', { name: /^Бурек/ }).tap();
      await untilKept(page, 'the training', ({ training, cart }) => training !== undefined && cart.lines.length === 1);
      await page.reload();
      await page.getByText(BANNER).waitFor();
      await page.getByLabel('Укупно').getByText('220,00').waitFor();
      await page.getByRole('button', { name: 'Наплати' }).tap();
      await page.getByText(BANNER).waitFor();
      await page.getByRole('button', { name: '500', exact: true }).tap();
      await page.getByText('Рачун обуке је издат').waitFor();
      await page.getByText('Рачун обуке није фискални рачун. Не дајте га купцу.').waitFor();
      await page.getByText('Вратите кусур280,00').waitFor();
      await page.getByText(BANNER).waitFor();
      await assertAccessible(page);
      assert.ok(await fitsWidth(page));
      await nextSale(page).tap();

      // Only receipts of the training are listed, and only they are refunded.
      await page.getByRole('button', { name: 'Још', exact: true }).tap();
      for (const name of ['Аванс', 'Предрачун', 'Обука']) {
        assert.is(await page.getByRole('button', { name, exact: true }).count(), 0, name);
      }
      assert.is(await page.getByRole('button', { name: /^Рачун је издат/ }).count(), 0);
      await page.getByRole('button', { name: /^Рачун обуке је издат.*220,00/ }).tap();
      assert.is(await page.getByRole('button', { name: 'Копија' }).count(), 0);
      await page.getByRole('button', { name: 'Рефундирај', exact: true }).tap();
      await page.getByText('па се купцу не враћа новац').waitFor();
      await page.getByRole('button', { name: 'Врати све' }).tap();
      await page.getByLabel('Број').fill('008123456');
      await page.getByRole('button', { name: 'Рефундирај 220,00' }).tap();
      await page.getByText('Рефундација обуке је издата').waitFor();
      assert.is(await page.getByText('Вратите купцу').count(), 0);
      assert.is(await page.getByRole('button', { name: /Копија/ }).count(), 0);
      await nextSale(page).tap();

      await page.getByRole('button', { name: /^Чај/ }).tap();
      await page.getByRole('button', { name: 'Заврши обуку' }).tap();
      await page.getByRole('dialog').getByRole('button', { name: 'Заврши обуку' }).tap();
      await page.getByText(BANNER).waitFor({ state: 'detached' });
      await page.getByLabel('Укупно').getByText('150,00').waitFor();
      await page.getByRole('button', { name: 'Још', exact: true }).tap();
      assert.is(await page.getByRole('button', { name: /обуке/ }).count(), 0);
      await page.getByRole('button', { name: /^Рачун је издат.*120,00/ }).waitFor();
      await page.getByRole('button', { name: 'Назад' }).tap();
      await page.getByRole('button', { name: 'Наплати' }).tap();
      await page.getByRole('button', { name: /тачно/ }).tap();
      await page.getByText('Рачун је издат').waitFor();

      const made = await receiptsOf(box);
      assert.equal(
        made.map(({ invoiceType, total }) => [invoiceType, total]),
        [
          ['Normal', 150],
          ['Training', 220],
          ['Training', 220],
          ['Normal', 120],
        ],
      );
      const client = await box.client();
      const { totals } = JSON.parse((await client.get('/reports/summary')).text) as {
        totals: { invoices: number; turnover: number };
      };
      assert.equal([totals.invoices, totals.turnover], [2, 270], 'nothing of the training is turnover');
    },
    { device: PHONE },
  ),
);

turns.test('a real receipt is only shown in training, and another user is asked before anything is charged', () =>
  atTill(async (page, box, faults) => {
    const made = await box.parts.users.create('Јова', 'owner', 'druga-lozinka');
    assert.ok(made.ok);
    await sellCash(page, /^Чај/);
    const [sale] = await receiptsOf(box);
    await chooseMore(page, 'Обука');
    await page.getByRole('button', { name: 'Почни обуку' }).click();
    await page.getByText(BANNER).waitFor();
    await page.goto(`${box.origin}/#/till/find/${sale?.uuid}`);
    await page.getByText('Ово није рачун обуке.').waitFor();
    assert.is(await page.getByRole('button', { name: 'Рефундирај' }).count(), 0);
    await untilKept(page, 'the training', ({ training }) => training?.by === 'Мира');
    await page.context().clearCookies();
    await page.reload();
    await page.getByLabel('Име').fill('Јова');
    await page.getByLabel('Лозинка').fill('druga-lozinka');
    await page.getByRole('button', { name: 'Пријави се' }).click();
    await page.getByText('Каса је у обуци коју је започео други корисник: Мира.').waitFor();
    assert.is(await page.getByRole('button', { name: 'Наплати' }).count(), 0);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Настави обуку' }).click();
    await page.getByText('Ово није рачун обуке.').waitFor();
    await untilKept(page, 'who practises', ({ training }) => training?.by === 'Јова');
    faults.length = 0;
  }),
);

test.run();

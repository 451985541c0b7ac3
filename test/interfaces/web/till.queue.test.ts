import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FakePfrServer } from '../../kit/pfr/server.js';
import { assertAccessible, browserTest } from '../../kit/web/accessibility.js';
import { PHONE } from '../../kit/web/browser.js';
import { atTill, nextSale, openQueue, receiptsOf } from '../../kit/web/till.js';

browserTest(
  'while the processor is away a sale waits on the box, and is issued by itself once it is back',
  async () => {
    let processor: FakePfrServer | undefined;
    try {
      await atTill(
        async (page, box) => {
          await processor?.stop();
          await page.getByRole('button', { name: 'Кафа 150,00' }).tap();
          await page.getByRole('button', { name: 'Наплати' }).tap();
          await page.getByRole('button', { name: '200', exact: true }).tap();
          await page.getByRole('heading', { name: 'Фискални рачун још није издат' }).waitFor();
          await page.getByText('Рачун чека фискални процесор').waitFor();
          await page.getByText('Запишите купцу број у реду чекања: 1').waitFor();
          await page.getByText('Вратите кусур').waitFor();
          await assertAccessible(page);
          await nextSale(page).tap();
          await page.getByRole('button', { name: /Претходни рачун: кусур 50,00, чека процесор.*број 1/ }).waitFor();
          await page.getByRole('button', { name: 'Још', exact: true }).tap();
          const waiting = page.getByRole('button', { name: /^Фискални рачун још није издат/ });
          await waiting.tap();
          await page.getByText('Број у реду чекања: 1').waitFor();

          await processor?.up();
          // Asked again as a cashier would, until it is there.
          const found = page.getByRole('button', { name: 'Рефундирај' });
          while ((await found.count()) === 0) {
            if ((await waiting.count()) > 0) await waiting.tap();
            await found.waitFor({ timeout: 500 }).catch(() => undefined);
          }
          assert.equal(
            (await receiptsOf(box)).map(({ total }) => total),
            [150, 70],
          );
          // The list no longer says that it waits.
          await page.goto(`${box.origin}/#/till/more`);
          await page.getByRole('button', { name: /^Рачун је издат, \d\d:\d\d · 150,00/ }).waitFor();

          await processor?.stop();
          await page.getByRole('button', { name: 'Назад' }).tap();
          await page.getByRole('button', { name: 'Чај 120,00' }).tap();
          await page.getByRole('button', { name: 'Наплати' }).tap();
          await page.getByRole('button', { name: /тачно/ }).tap();
          await page.getByRole('heading', { name: 'Фискални рачун још није издат' }).waitFor();
          await processor?.up();
          // The receipt is shown in place of the waiting, without a tap.
          await page.getByRole('heading', { name: 'Рачун је издат' }).waitFor();
          await page.getByText('Купац скенира код').waitFor();
        },
        {
          device: PHONE,
          async prepare(box) {
            processor = await openQueue(box);
          },
        },
      );
    } finally {
      await processor?.stop();
    }
  },
);

test.run();

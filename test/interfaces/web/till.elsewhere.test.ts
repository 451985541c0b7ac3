// Technical Instruction for ESIR, 16.P6: receipts of other devices, of before fiscalization and of old cash registers.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import { TestBox } from '../../kit/box.js';
import { read } from '../../kit/client.js';
import { assertAccessible, BrowserTurns } from '../../kit/web/accessibility.js';
import { PHONE } from '../../kit/web/browser.js';
import { atTill, chooseMore, nextSale, receiptsOf, sellCash } from '../../kit/web/till.js';
import { body } from '../../sales/invoicing/bodies.js';
import { fitsWidth } from './page.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new BrowserTurns(2);

async function newest(box: TestBox): Promise<IssuedInvoice | undefined> {
  const [{ uuid } = { uuid: '' }] = await receiptsOf(box);
  return box.parts.ledger.invoice(uuid);
}

turns.test('a slip of an old cash register is refunded, with its number in Latin letters and the time asked for', () =>
  atTill(
    async (page, box) => {
      await chooseMore(page, 'Нађи рачун');
      await page.getByRole('button', { name: 'Рачун са другог уређаја' }).tap();
      await page.getByLabel('Где је рачун издат').selectOption({ label: 'стара фискална каса' });
      assert.is(await page.getByLabel('Шта издајете').count(), 0, 'only refunds refer to it');
      await page.getByLabel('Назив').fill('Хлеб');
      await page.getByLabel('Цена са ПДВ').fill('60');
      await page.getByLabel('Број исечка (БИ)').fill('159');
      await page.getByLabel('ИБФМ са исечка').fill('АБ12345');
      await page.getByLabel('Број', { exact: true }).fill('008123456');
      await page.getByRole('button', { name: 'Рефундирај 60,00' }).tap();
      await page.getByText('ИБФМ има два слова и шест цифара.').waitFor();
      await page.getByText('Упишите време са рачуна').waitFor();
      await assertAccessible(page);
      assert.ok(await fitsWidth(page));
      await page.getByLabel('ИБФМ са исечка').fill('АБ123456');
      await page.getByText('На рачуну ће писати: Реф. број XXXXXXXX-AB123456-159').waitFor();
      await page.getByLabel('Време са рачуна').fill('2099-03-25T10:00:00');
      await page.getByText('Рачун не може бити из будућности.').waitFor();
      assert.is((await receiptsOf(box)).length, 0);
      await page.getByLabel('Време са рачуна').fill('2022-03-25T10:00:05');
      await page.getByRole('button', { name: 'Рефундирај 60,00' }).tap();
      await page.getByText('Вратите купцу 60,00 готовином.').waitFor();
      await page.getByText('Купац је добио готовину').waitFor();
      await page.getByRole('button', { name: 'Копија' }).tap();
      await page.getByRole('button', { name: 'Издај копију' }).tap();
      await page.getByText('Копија је издата').waitFor();
      const [copy, refund] = await receiptsOf(box);
      const [made, copied] = await Promise.all([refund, copy].map((one) => box.parts.ledger.invoice(one?.uuid ?? '')));
      assert.equal(
        [made?.draft.referentNumber, made?.draft.referentTime, made?.draft.transactionType, made?.draft.buyerId],
        ['XXXXXXXX-AB123456-159', '2022-03-25 10:00:05', 'Refund', '20:008123456'],
      );
      assert.equal(
        [copied?.draft.invoiceType, copied?.draft.transactionType, copied?.draft.referentNumber],
        ['Copy', 'Refund', made?.signature.invoiceNumber],
      );
    },
    { device: PHONE },
  ),
);

turns.test(
  'the QR code of another box fills number, time and total; a copy must match it, and an own receipt is opened',
  () =>
    TestBox.during(async (other) => {
      const client = await other.client();
      const sale = read('Invoice', 201, await client.post('/invoices', body()));
      await atTill(async (page, box, faults) => {
        await sellCash(page, /^Чај/);
        const [own] = await receiptsOf(box);
        await chooseMore(page, 'Нађи рачун');
        await page.getByLabel('ПФР број или веза').fill(sale.pfr.verificationUrl);
        await page.getByRole('button', { name: 'Нађи', exact: true }).click();
        await page.getByText('Овај уређај нема такав рачун.').waitFor();
        faults.length = 0;
        await page.getByRole('button', { name: 'Рачун са другог уређаја' }).click();
        await page.getByText('На рачуну је укупно 300,00.').waitFor();
        assert.is(await page.getByLabel('ПФР број рачуна').inputValue(), sale.pfr.invoiceNumber);
        await page.getByLabel('Шта издајете').selectOption({ label: 'копија рачуна' });
        await page.getByLabel('Назив').fill('Кафа');
        await page.getByLabel('Цена са ПДВ').fill('299');
        await page.getByRole('button', { name: 'Издај копију од 299,00' }).click();
        await page.getByText('На рачуну је укупно 300,00, а уписана роба вреди 299,00.').waitFor();
        await page.getByLabel('Цена са ПДВ').fill('300');
        await page.getByRole('button', { name: 'Издај копију од 300,00' }).click();
        await page.getByText('Копија је издата').waitFor();
        // The look-up in the own ledger before it is issued finds none.
        faults.length = 0;
        const made = await newest(box);
        assert.equal(
          [made?.draft.invoiceType, made?.draft.transactionType, made?.draft.buyerId, made?.draft.referentNumber],
          ['Copy', 'Sale', null, sale.pfr.invoiceNumber],
        );
        assert.is(made?.draft.referentTime, sale.pfr.sdcDateTime);
        await nextSale(page).click();

        await chooseMore(page, 'Нађи рачун');
        await page.getByRole('button', { name: 'Рачун са другог уређаја' }).click();
        const ownInvoice = await box.parts.ledger.invoice(own?.uuid ?? '');
        await page.getByLabel('ПФР број рачуна').fill(ownInvoice?.signature.invoiceNumber ?? '');
        await page.getByLabel('Време са рачуна').fill('2026-01-05T10:00:00');
        await page.getByLabel('Назив').fill('Чај');
        await page.getByLabel('Цена са ПДВ').fill('120');
        await page.getByLabel('Број', { exact: true }).fill('008123456');
        await page.getByRole('button', { name: 'Рефундирај 120,00' }).click();
        await page.getByText('Овај рачун је издат на овом уређају.').waitFor();
        await assertAccessible(page);
        assert.is((await receiptsOf(box)).length, 2, 'nothing was issued');
        await page.getByRole('button', { name: 'Отвори рачун' }).click();
        await page.getByRole('button', { name: 'Рефундирај', exact: true }).waitFor();
      });
    }),
);

test.run();

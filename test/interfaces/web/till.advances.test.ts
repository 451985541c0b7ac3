// Technical Instruction for ESIR, 9.1: advances over several labels, of a pro-forma, in parts, and from before fiscalization.
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Draft } from '../../../src/contract/fiscal.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { TestBox } from '../../kit/box.js';
import { assertAccessible, BrowserTurns } from '../../kit/web/accessibility.js';
import { PHONE, TABLET } from '../../kit/web/browser.js';
import { atTill, chooseMore, nextSale, receiptsOf, untilKept } from '../../kit/web/till.js';
import { fitsWidth } from './page.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new BrowserTurns(3);

/** The receipts of a box, newest first. */
async function invoices(box: TestBox): Promise<readonly IssuedInvoice[]> {
  const found = await Promise.all((await receiptsOf(box)).map(({ uuid }) => box.parts.ledger.invoice(uuid)));
  return found.filter((one) => one !== undefined);
}

const linesOf = (draft: Draft | undefined): unknown[] | undefined =>
  draft?.lines.map(({ name, label, total }) => [name, label, total]);
const numberOf = (invoice: IssuedInvoice | undefined): string => invoice?.signature.invoiceNumber ?? '';

/** Kind, total and payments of a receipt, para. */
function moneyOf(invoice: IssuedInvoice | undefined): unknown[] {
  const { invoiceType, transactionType, total, payments } = invoice?.draft ?? {};
  return [
    `${invoiceType} ${transactionType}`,
    total,
    payments?.map(({ paymentType, amount }) => [paymentType, amount]),
  ];
}

async function closeFound(page: Page, row: RegExp): Promise<void> {
  await chooseMore(page, row);
  await page.getByRole('button', { name: 'Затвори аванс' }).click();
}

async function charge(page: Page, ...by: readonly (string | RegExp)[]): Promise<void> {
  await page.getByRole('button', { name: 'Наплати' }).click();
  for (const name of by) await page.getByRole('button', { name }).click();
}

turns.test('an advance of two labels is made of a pro-forma, realised in parts, and closed with the rest', () =>
  atTill(
    async (page, box, faults) => {
      await page.getByRole('button', { name: 'Кафа 150,00' }).click();
      await page.getByRole('button', { name: /Бурек/ }).click();
      await chooseMore(page, 'Предрачун');
      await page.getByRole('button', { name: 'Издај предрачун' }).click();
      await nextSale(page).click();
      await chooseMore(page, /^Предрачун је издат/);
      await page.getByRole('button', { name: 'Аванс по предрачуну' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Примљени аванс 2 (РСД)').fill('60');
      await dialog.getByRole('button', { name: 'Наплати' }).click();
      assert.is((await receiptsOf(box)).length, 1, 'an amount is missing');
      await assertAccessible(page);
      assert.ok(await fitsWidth(page));
      assert.equal(
        [
          await dialog.getByLabel('Пореска ознака', { exact: true }).inputValue(),
          await dialog.getByLabel('Пореска ознака 2').inputValue(),
        ],
        ['Ђ', 'Е'],
      );
      await dialog.getByLabel('Примљени аванс (РСД)').fill('100');
      await dialog.getByRole('button', { name: 'Наплати' }).click();
      await page.getByText('За наплату (аванс)').waitFor();
      await page.getByText('160,00').first().waitFor();
      await page.getByRole('button', { name: 'Картица' }).click();
      await page.getByText('Авансни рачун је издат').waitFor();
      await nextSale(page).click();
      const [advance, proForma] = await invoices(box);
      assert.ok(advance !== undefined);
      assert.equal(linesOf(advance.draft), [
        ['10: Аванс (Ђ)', 'Ђ', 100_00],
        ['11: Аванс (Е)', 'Е', 60_00],
      ]);
      assert.equal(moneyOf(advance), ['Advance Sale', 160_00, [['Card', 160_00]]]);
      assert.is(advance.draft.referentNumber, numberOf(proForma));

      // Coffee for 150,00 takes the 100,00 of its label, and 50,00 are paid.
      await closeFound(page, /^Авансни рачун је издат/);
      await page.getByRole('button', { name: 'Кафа 150,00' }).click();
      await untilKept(page, 'the closing', ({ cart }) => cart.kind === 'closing' && cart.lines.length === 1);
      await page.reload();
      await page.getByLabel('Укупно').getByText('50,00', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Наплати' }).click();
      await page.getByText('Роба вреди мање од аванса, па се реализује део. Од аванса остаје 60,00.').waitFor();
      await page.locator('.sum', { hasText: 'Плаћено авансом' }).getByText('100,00').waitFor();
      await assertAccessible(page);
      assert.ok(await fitsWidth(page));
      await page.getByRole('button', { name: 'Готовина, тачно 50,00' }).click();
      await nextSale(page).waitFor();
      assert.match(await page.getByLabel('Текст рачуна').innerText(), /Плаћено авансом: +100,00/);
      await nextSale(page).click();
      const [part, partRefund] = await invoices(box);
      assert.equal(moneyOf(partRefund), ['Advance Refund', 100_00, [['Card', 100_00]]]);
      assert.equal(
        [partRefund?.draft.referentNumber, part?.draft.referentNumber],
        [numberOf(advance), numberOf(partRefund)],
      );
      assert.equal(moneyOf(part), ['Normal Sale', 150_00, [['Cash', 50_00]]]);

      // Of the rest, 60,00 of the other label are used up, and the buyer gets change.
      await closeFound(page, /^Авансни рачун је издат/);
      await page.getByText(`Уплаћен аванс (рачун ${numberOf(advance)})`).waitFor();
      await page.getByRole('button', { name: /Бурек/ }).click();
      await page.getByLabel('Укупно').getByText('160,00', { exact: true }).waitFor();
      await charge(page, /^200$/);
      await page.getByText('Аванс је затворен').waitFor();
      await page.getByText('Вратите кусур40,00').waitFor();
      await assertAccessible(page);
      await nextSale(page).click();
      const [final, refund] = await invoices(box);
      assert.equal(moneyOf(refund), ['Advance Refund', 60_00, [['Card', 60_00]]]);
      assert.equal([moneyOf(final), final?.draft.tendered], [['Normal Sale', 220_00, [['Cash', 160_00]]], 200_00]);
      assert.equal(final?.draft.paidInAdvance?.payments, [{ paymentType: 'Card', amount: 60_00 }]);

      // Nothing is left of it.
      assert.equal(faults, []);
      await closeFound(page, /^Авансни рачун је издат/);
      await page.getByRole('alert').getByText(numberOf(advance)).waitFor();
      assert.is(faults.splice(0).length, 1, 'that it is refused');
      assert.is((await receiptsOf(box)).length, 6);
    },
    { device: PHONE },
  ),
);

turns.test('goods that use up a part and no more are realised without a payment', () =>
  atTill(
    async (page, box) => {
      await chooseMore(page, 'Аванс');
      await page.getByLabel('Примљени аванс').fill('1000');
      await page.getByLabel('Примљени аванс').press('Enter');
      await page.getByRole('button', { name: /тачно/ }).click();
      await nextSale(page).click();
      await closeFound(page, /^Авансни рачун је издат/);
      await page.getByRole('button', { name: /^Чај/ }).click();
      await charge(page);
      await page.getByText('Од аванса остаје 880,00.').waitFor();
      await page.getByRole('button', { name: 'Реализуј део аванса' }).click();
      await nextSale(page).click();
      const [final, refund, advance] = await invoices(box);
      assert.equal(moneyOf(refund), ['Advance Refund', 120_00, [['Cash', 120_00]]]);
      assert.equal(moneyOf(final), ['Normal Sale', 120_00, [['Cash', 0]]]);
      const client = await box.client();
      const { text } = await client.get(`/invoices/${advance?.uuid}`);
      assert.is((JSON.parse(text) as { advance: { left: number } }).advance.left, 880);
    },
    { device: TABLET },
  ),
);

turns.test('a paper from before fiscalization is closed, and another one continued and returned with its advance', () =>
  atTill(
    async (page, box) => {
      await chooseMore(page, 'Аванс пре фискализације');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Затвори аванс' }).click();
      await dialog.getByText('Упишите број, на пример 17, или цео број рачуна.').waitFor();
      await assertAccessible(page);
      assert.ok(await fitsWidth(page));
      await dialog.getByLabel('Број последњег документа о авансу').fill('17');
      await dialog.getByLabel('Датум документа').fill('2022-03-25');
      await dialog.getByLabel('Примљени аванс (РСД)').fill('100');
      await dialog.getByRole('button', { name: 'Додај пореску ознаку' }).click();
      await dialog.getByLabel('Примљени аванс 2 (РСД)').fill('50');
      await dialog.getByLabel('Пореска ознака 2').selectOption('Е');
      await dialog.getByRole('button', { name: 'Затвори аванс' }).click();
      await page.getByRole('button', { name: /^Чај/ }).click();
      await page.getByText('До износа аванса недостаје роба за 30,00.').waitFor();
      await charge(page);
      await page.getByText('Роба вреди мање од аванса. Додајте робу или рефундирајте аванс.').waitFor();
      assert.is(await page.getByRole('button', { name: /тачно|Затвори аванс|Реализуј/ }).count(), 0);
      await page.getByRole('button', { name: 'Назад' }).click();
      await page.getByRole('button', { name: /Бурек/ }).click();
      await charge(page, 'Готовина, тачно 190,00');
      await page.getByText('Аванс је затворен').waitFor();
      await assertAccessible(page);
      await nextSale(page).click();
      const [final, refund, ...none] = await invoices(box);
      assert.equal(none, []);
      assert.equal(linesOf(refund?.draft), [
        ['10: Аванс (Ђ)', 'Ђ', 100_00],
        ['11: Аванс (Е)', 'Е', 50_00],
      ]);
      assert.equal(
        [refund?.draft.referentNumber, refund?.draft.referentTime, final?.draft.referentNumber],
        ['XXXXXXXX-XXXXXXXX-17', '2022-03-25 00:00:00', numberOf(refund)],
      );
      assert.equal(moneyOf(final), ['Normal Sale', 340_00, [['Cash', 190_00]]]);

      await chooseMore(page, 'Аванс пре фискализације');
      await dialog.getByLabel('Број последњег документа о авансу').fill('18');
      await dialog.getByLabel('Датум документа').fill('2022-03-26');
      await dialog.getByRole('button', { name: 'Још један аванс' }).click();
      await dialog.getByText('Наставља аванс XXXXXXXX-XXXXXXXX-18').waitFor();
      await dialog.getByLabel('Примљени аванс (РСД)').fill('40');
      await dialog.getByRole('button', { name: 'Наплати' }).click();
      await page.getByRole('button', { name: /тачно/ }).click();
      await nextSale(page).click();
      const [advance] = await invoices(box);
      assert.equal(
        [advance?.draft.referentNumber, advance?.draft.referentTime, advance?.draft.total],
        ['XXXXXXXX-XXXXXXXX-18', '2022-03-26 00:00:00', 40_00],
      );

      await closeFound(page, /^Авансни рачун је издат/);
      await dialog.getByText('Први аванс се позива на документ пре фискализације.').waitFor();
      await assertAccessible(page);
      await dialog.getByLabel('Примљени аванс (РСД)').fill('150');
      await dialog.getByRole('button', { name: 'Затвори аванс' }).click();
      await page.getByRole('button', { name: /Бурек/ }).click();
      await charge(page, 'Картица');
      await page.getByText('Аванс је затворен').waitFor();
      const [last, both] = await invoices(box);
      assert.equal([both?.draft.total, both?.draft.referentNumber], [190_00, numberOf(advance)]);
      assert.equal(moneyOf(last), ['Normal Sale', 220_00, [['Card', 30_00]]]);
      assert.is((await receiptsOf(box)).length, 5);
    },
    { device: PHONE },
  ),
);

test.run();

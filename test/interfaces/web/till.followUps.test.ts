import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { TestBox } from '../../kit/box.js';
import { assertAccessible, BrowserTurns } from '../../kit/web/accessibility.js';
import { PHONE, TABLET } from '../../kit/web/browser.js';
import { atTill, chooseMore, nextSale, receiptsOf, scan } from '../../kit/web/till.js';
import { fitsWidth } from './page.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new BrowserTurns(2);

/** The receipts of a box, newest first. */
async function invoices(box: TestBox): Promise<readonly IssuedInvoice[]> {
  const found = await Promise.all((await receiptsOf(box)).map(({ uuid }) => box.parts.ledger.invoice(uuid)));
  return found.filter((one) => one !== undefined);
}

turns.test('a pro-forma with a discount is taken over into a bill, whose receipt refers to it', () =>
  atTill(async (page, box) => {
    await page.getByRole('button', { name: 'Кафа 150,00' }).click();
    await chooseMore(page, 'Попуст на цео рачун');
    await page.getByRole('button', { name: '10 %' }).click();
    const bill = page.getByRole('region', { name: 'Рачун', exact: true });
    await bill.getByText('Попуст 10 %').waitFor();
    await bill.getByText('−15,00').waitFor();
    await assertAccessible(page);
    await chooseMore(page, 'Предрачун');
    await page.getByText('Издаје се предрачун на 135,00.').waitFor();
    await page.getByRole('button', { name: 'Издај предрачун' }).click();
    await page.getByText('Предрачун је издат').waitFor();
    await nextSale(page).click();

    await page.getByRole('button', { name: /Бурек/ }).click();
    await chooseMore(page, /^Предрачун је издат/);
    await page.getByRole('button', { name: 'Преузми у рачун' }).waitFor();
    assert.is(await page.getByRole('button', { name: 'Копија' }).count(), 0, 'there is no copy of a pro-forma');
    await page.getByRole('button', { name: 'Преузми у рачун' }).click();
    await page.getByText(/^По предрачуну/).waitFor();
    await page.getByText('Кафа (попуст 10%)').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: 'Готовина, тачно 135,00' }).click();
    await page.getByText('Рачун је издат').waitFor();
    assert.match(await page.getByLabel('Текст рачуна').innerText(), /Кафа \(попуст 10%\)/);

    const [sale, proForma] = await invoices(box);
    assert.is(proForma?.draft.adText, 'Укупан попуст: 15,00');
    assert.is(sale?.draft.referentNumber, proForma?.signature.invoiceNumber);
    assert.ok(sale?.draft.referentTime);
    // The bill that stood open waits.
    await nextSale(page).click();
    await chooseMore(page, /^Врати рачун/);
    await page.getByLabel('Укупно').getByText('220,00').waitFor();
  }),
);

turns.test('a pro-forma is refunded without money, and a wrong refund is voided at the till, once', () =>
  atTill(
    async (page, box) => {
      await page.getByRole('button', { name: 'Кафа 150,00' }).tap();
      await chooseMore(page, 'Предрачун');
      await page.getByRole('button', { name: 'Издај предрачун' }).tap();
      await nextSale(page).tap();
      await chooseMore(page, /^Предрачун је издат/);
      await page.getByRole('button', { name: 'Рефундирај', exact: true }).tap();
      await page.getByRole('button', { name: 'Врати све' }).tap();
      await page.getByLabel('Број').fill('008123456');
      await page.getByRole('button', { name: 'Рефундирај 150,00' }).tap();
      await page.getByText('Рефундација предрачуна је издата').waitFor();
      assert.is(await page.getByText('Вратите купцу').count(), 0);
      await nextSale(page).tap();

      await page.getByRole('button', { name: 'Кафа 150,00' }).tap();
      await page.getByRole('button', { name: 'Наплати' }).tap();
      await page.getByRole('button', { name: /тачно/ }).tap();
      await nextSale(page).tap();
      await chooseMore(page, /^Рачун је издат/);
      await page.getByRole('button', { name: 'Рефундирај', exact: true }).tap();
      await page.getByRole('button', { name: 'Врати све' }).tap();
      await page.getByLabel('Број').fill('008123456');
      await page.getByRole('button', { name: 'Рефундирај 150,00' }).tap();
      await page.getByText('Купац је добио готовину').waitFor();
      await nextSale(page).tap();
      await chooseMore(page, /^Рефундација је издата/);
      await page.getByRole('button', { name: 'Поништи рефундацију' }).tap();
      await page.getByText(/^Погрешна рефундација \S+ на 150,00/).waitFor();
      await assertAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Поништи рефундацију' }).tap();
      await page.getByText('Рефундација је поништена', { exact: true }).waitFor();
      assert.is(await page.getByText('Вратите купцу').count(), 0);
      await nextSale(page).tap();
      await chooseMore(page, /^Рефундација је издата/);
      await page.getByText('Ова рефундација је поништена.').waitFor();
      assert.is(await page.getByRole('button', { name: 'Поништи рефундацију' }).count(), 0);

      const kinds = (await invoices(box)).map(({ draft: { invoiceType, transactionType, buyerId } }) =>
        [invoiceType, transactionType, buyerId ?? ''].join(' ').trim(),
      );
      assert.equal(kinds, [
        `Normal Refund 10:${box.parts.settings.now.company.tin}`,
        'Normal Refund 20:008123456',
        'Normal Sale',
        'ProForma Refund 20:008123456',
        'ProForma Sale',
      ]);
      const [voiding, wrong, sale] = await invoices(box);
      assert.is(voiding?.draft.referentNumber, wrong?.signature.invoiceNumber);
      const client = await box.client();
      const { text } = await client.get(`/invoices/${sale?.uuid}`);
      assert.is((JSON.parse(text) as { refundable: { amount: number } }).refundable.amount, 150);
    },
    { device: PHONE },
  ),
);

turns.test('an advance is followed by another one, and both are closed by what is delivered', () =>
  atTill(
    async (page, box, faults) => {
      await chooseMore(page, 'Аванс');
      await page.getByLabel('Примљени аванс').fill('100');
      await page.getByLabel('Примљени аванс').press('Enter');
      await page.getByText('За наплату (аванс)').waitFor();
      await scan(page, '8600000000011');
      await page.getByText('„Кафа” није додато: на аванс не иде роба.').waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Назад' }).tap();
      await page.getByText('Роба не иде на овај рачун.').waitFor();
      await page.getByRole('button', { name: /^Чај/ }).tap();
      await page.getByText('„Чај” није додато: на аванс не иде роба.').waitFor();
      await page.getByRole('button', { name: 'Наплати' }).tap();
      await page.getByRole('button', { name: 'Картица' }).tap();
      await nextSale(page).tap();
      await chooseMore(page, /^Авансни рачун је издат/);
      await page.getByRole('button', { name: 'Још један аванс' }).tap();
      await assertAccessible(page);
      await page.getByLabel('Примљени аванс').fill('80');
      await page.getByLabel('Примљени аванс').press('Enter');
      await page.getByRole('button', { name: /тачно/ }).tap();
      await nextSale(page).tap();
      const [second, first] = await invoices(box);
      assert.is(second?.draft.referentNumber, first?.signature.invoiceNumber);

      // Of two the first is not the one to close.
      const rows = page.getByRole('button', { name: /^Авансни рачун је издат/ });
      await page.getByRole('button', { name: 'Још', exact: true }).tap();
      await rows.nth(1).tap();
      await page.getByRole('button', { name: 'Затвори аванс' }).tap();
      await page
        .getByRole('alert')
        .getByText(second?.signature.invoiceNumber ?? '')
        .waitFor();
      assert.is(faults.splice(0).length, 1, 'that it is refused');
      await page.getByRole('button', { name: 'Назад' }).tap();
      await rows.nth(0).tap();
      await page.getByRole('button', { name: 'Затвори аванс' }).tap();
      const paidBefore = `Уплаћен аванс (рачун ${second?.signature.invoiceNumber})`;
      await page.getByLabel('Укупно').getByText('0,00', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Кафа 150,00' }).tap();
      const bill = page.getByRole('region', { name: 'Рачун', exact: true });
      await bill.getByText('До износа аванса недостаје роба за 30,00.').waitFor();
      await bill.locator('.sum', { hasText: paidBefore }).getByText('−180,00').waitFor();
      await assertAccessible(page);
      assert.ok(await fitsWidth(page));
      await page.getByRole('button', { name: /Бурек/ }).tap();
      await page.getByLabel('Укупно').getByText('190,00').waitFor();
      await page.getByRole('button', { name: 'Наплати' }).tap();
      await page.getByText('Плаћено авансом').waitFor();
      assert.ok(await fitsWidth(page));
      await page.getByRole('button', { name: 'Готовина, тачно 190,00' }).tap();
      await page.getByText('Аванс је затворен').waitFor();
      const done = page.locator('.done');
      assert.equal(
        (await done.locator('.sum').allTextContents()).map((text) => text.trim()),
        [`${paidBefore}180,00`, 'Сада наплаћено: Готовина190,00'],
      );
      await assertAccessible(page);
      const [final, refund] = await invoices(box);
      assert.is(refund?.draft.total, 180_00);
      assert.equal(final?.draft.payments, [{ paymentType: 'Cash', amount: 190_00 }]);
      assert.equal(final?.draft.paidInAdvance?.payments, [
        { paymentType: 'Card', amount: 100_00 },
        { paymentType: 'Cash', amount: 80_00 },
      ]);
    },
    { device: PHONE },
  ),
);

turns.test('the buyer scans the receipt from the tablet, and the drawer opens by a button that is recorded', () =>
  atTill(
    async (page, box) => {
      await page.getByRole('button', { name: 'Кафа 150,00' }).tap();
      await page.getByRole('button', { name: 'Наплати' }).tap();
      await page.getByRole('button', { name: '200', exact: true }).tap();
      const code = page.getByRole('img', { name: 'QR код рачуна' });
      await code.waitFor();
      await page.getByText('Вратите кусур').waitFor();
      await assertAccessible(page);
      await nextSale(page).tap();

      const recorded: unknown[] = [];
      const { ledger, printing } = box.parts;
      const put = ledger.put.bind(ledger);
      ledger.put = (change) => {
        if (change.type === 'audit') recorded.push(change.entry);
        return put(change);
      };
      const opened: string[] = [];
      Object.assign(printing, {
        openDrawer: async (name: string) => {
          opened.push(name);
          return opened.length === 1 ? { ok: false, error: 'paper' } : { ok: true, value: undefined };
        },
      });
      await chooseMore(page, 'Отвори фиоку');
      await page.getByText('Штампач је остао без папира.').waitFor();
      await page.getByRole('button', { name: 'Отвори фиоку' }).tap();
      await page.getByText('Фиока је отворена.').waitFor();
      await assertAccessible(page);
      assert.equal(opened, ['kasa', 'kasa']);
      const user = box.parts.users.findByName('Мира')?.id;
      const entry = {
        event: 'operation',
        operation: 'print.drawer',
        subject: 'kasa',
        user,
        name: 'Мира',
        isDone: true,
      };
      assert.equal(recorded, [entry, entry]);
    },
    {
      device: TABLET,
      async prepare(box) {
        // No server listens there.
        const kasa = { name: 'kasa', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' };
        await box.set('printers', [
          { ...kasa, drawer: 'pin2' },
          { ...kasa, name: 'bar', address: 'tcp://127.0.0.2:9' },
        ]);
      },
    },
  ),
);

test.run();

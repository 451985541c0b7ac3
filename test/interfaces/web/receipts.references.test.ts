// What refers to a receipt, from the list of receipts: refunds of every kind, the voiding of a wrong one (Technical Instruction for
// ESIR, 9.3), the copy that a buyer signs (9.6), and receipts of elsewhere (16.P6).
import type { Browser, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../sales/invoicing/bodies.js';
import type { Invoice, InvoiceWithState } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read } from '../../kit/client.js';
import { Turns } from '../../kit/turns.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { hasBrowser, openBrowser, PHONE } from '../../kit/web/browser.js';
import { fitsWidth, personAt } from './page.js';

let browser: Browser;
let box: TestBox;
let client: Client;

async function issue(change: object = {}): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', body({ ...change })));
}

async function stateOf({ uuid }: Invoice): Promise<InvoiceWithState> {
  return read('InvoiceWithState', 200, await client.get(`/invoices/${uuid}`));
}

async function all(): Promise<readonly Invoice[]> {
  return read('InvoiceList', 200, await client.get('/invoices')).invoices;
}

/** Refunds all of the receipt that is shown, to an identity card. */
async function refundAll(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Рефундирај', exact: true }).click();
  await page.getByRole('button', { name: 'Врати све' }).click();
  await page.getByLabel('Број', { exact: true }).fill('008123456');
  await page.getByRole('button', { name: `Рефундирај ${amount}` }).click();
}

if (hasBrowser) {
  /** Each starts a box, and works in a browser. */
  const turns = new Turns(3);

  test.before(async () => {
    browser = await openBrowser();
  });
  test.after(() => browser.close());
  test.before.each(async () => {
    box = await TestBox.start();
    client = await box.client();
  });
  test.after.each(() => box.stop());

  turns.test('a pro-forma and a training receipt are refunded in their own kind, without money', async () => {
    const receipts = [await issue({ invoiceType: 'ProForma' }), await issue({ invoiceType: 'Training' })];
    const { page, faults, device } = await personAt(browser, box, PHONE);
    for (const { uuid, invoiceType, pfr } of receipts) {
      await page.goto(`${box.origin}/#/receipts/${uuid}`);
      await refundAll(page, '300,00');
      await page.getByRole('link', { name: 'Отвори га' }).waitFor();
      assert.is(await page.getByText(/Вратите купцу|копију рефундације/).count(), 0, invoiceType);
      await page.getByRole('link', { name: 'Отвори га' }).click();
      const [refund] = await all();
      await page.locator('.paper').waitFor();
      assert.equal(
        [refund?.invoiceType, refund?.transactionType, refund?.referentDocumentNumber, refund?.total, refund?.buyerId],
        [invoiceType, 'Refund', pfr.invoiceNumber, 300, '20:008123456'],
      );
    }
    assert.equal(faults, []);
    await device.close();
  });

  turns.test(
    'a wrong refund is voided once, and then the right one is issued, with the copy that the buyer signs',
    async () => {
      const sale = await issue();
      const { page, faults, device } = await personAt(browser, box, PHONE);
      await page.goto(`${box.origin}/#/receipts/${sale.uuid}`);
      await refundAll(page, '300,00');
      await page.getByText('Купац је добио готовину').waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Издај копију за потпис' }).click();
      await page.getByText(/^Издат је рачун \S+-3\.$/).waitFor();
      const [copy, wrong] = await all();
      assert.ok(wrong !== undefined);
      assert.equal(
        [copy?.invoiceType, copy?.transactionType, copy?.referentDocumentNumber],
        ['Copy', 'Refund', wrong.pfr.invoiceNumber],
      );
      assert.is((await stateOf(sale)).refundable?.amount, 0);

      await page.getByRole('link', { name: 'Отвори га' }).click();
      await page.getByRole('button', { name: 'Поништи рефундацију' }).click();
      await page.getByText(/^Погрешна рефундација \S+ на 300,00 поништава се/).waitFor();
      await assertAccessible(page);
      assert.ok(await fitsWidth(page));
      await page.getByRole('dialog').getByRole('button', { name: 'Поништи рефундацију' }).click();
      await page.getByRole('link', { name: 'Отвори га' }).waitFor();
      const [voided] = await all();
      const { tin } = box.parts.settings.now.company;
      assert.equal(
        [voided?.transactionType, voided?.referentDocumentNumber, voided?.buyerId, voided?.total, voided?.warnings],
        ['Refund', wrong.pfr.invoiceNumber, `10:${tin}`, 300, undefined],
      );
      await page.goto(`${box.origin}/#/receipts/${wrong.uuid}`);
      await page.reload();
      await page.getByText('Ова рефундација је поништена.').waitFor();
      assert.is(await page.getByRole('button', { name: 'Поништи рефундацију' }).count(), 0);

      assert.is((await stateOf(sale)).refundable?.amount, 300);
      await page.goto(`${box.origin}/#/receipts/${sale.uuid}`);
      await refundAll(page, '300,00');
      await page.getByText('Купац је добио готовину').waitFor();
      assert.is((await all())[0]?.warnings, undefined);
      assert.equal(faults, []);
      await device.close();
    },
  );

  turns.test(
    'a receipt from before fiscalization is refunded from the list, once though the answer is lost',
    async () => {
      const { page, device } = await personAt(browser, box, {});
      await page.goto(`${box.origin}/#/receipts`);
      await page.getByRole('button', { name: 'Рачун са другог уређаја' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Где је рачун издат').selectOption('books');
      await dialog.getByLabel('Број рачуна у евиденцији').fill('121');
      await dialog.getByText('На рачуну ће писати: Реф. број XXXXXXXX-XXXXXXXX-121').waitFor();
      await dialog.getByLabel('Датум рачуна').fill('2022-03-25');
      await dialog.getByLabel('Назив').fill('Хлеб');
      await dialog.getByLabel('Цена са ПДВ').fill('60');
      await dialog.getByLabel('Број', { exact: true }).fill('008123456');
      await assertAccessible(page);
      await page.route('**/web/v1/invoices', async (route) => {
        // It reaches the box, and the answer does not come back.
        await route.fetch();
        await route.abort();
      });
      await dialog.getByRole('button', { name: 'Рефундирај 60,00' }).click();
      await dialog.getByText('Проверавам да ли је рачун издат').waitFor();
      await page.reload();
      await page.unroute('**/web/v1/invoices');
      await page.getByRole('button', { name: 'Провери поново' }).click();
      await page.getByText('Вратите купцу 60,00 готовином.').waitFor();
      const [refund, ...others] = await all();
      assert.equal(
        [refund?.referentDocumentNumber, refund?.transactionType, refund?.total, others.length],
        ['XXXXXXXX-XXXXXXXX-121', 'Refund', 60, 0],
      );
      await device.close();
    },
  );

  turns.test('the corporate cards of a buyer and a month are refunded by one receipt, and not twice', async () => {
    const items = [{ name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ', moreLabels: ['Е'] }];
    const buyer = { buyerId: '10:100000049', payments: [{ paymentType: 'Voucher', amount: 300 }], items };
    await issue({ ...buyer, buyerCostCenterId: '50:111' });
    const last = await issue({ ...buyer, buyerCostCenterId: '50:222' });
    await issue();
    const [day = ''] = last.pfr.sdcDateTime.split(' ');
    const first = `${day.slice(0, 8)}01`;
    const { page, faults, device } = await personAt(browser, box, PHONE);
    await page.goto(`${box.origin}/#/receipts`);
    const dialog = page.getByRole('dialog');
    const look = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Збирна рефундација' }).click();
      await dialog.getByLabel('Број', { exact: true }).fill('100000049');
      await dialog.getByLabel('Од дана').fill(first);
      await dialog.getByLabel('До дана').fill(day);
      await dialog.getByRole('button', { name: 'Прикажи промет' }).click();
    };
    await look();
    await dialog.getByText(`Рачуна: 2. Збирна рефундација се позива на последњи, ${last.pfr.invoiceNumber}.`).waitFor();
    await dialog.getByText('Кафа (Ђ, Е): 4 ком × 150,00 = 600,00').waitFor();
    await assertAccessible(page);
    assert.ok(await fitsWidth(page));
    await dialog.getByLabel('До дана').fill('2099-01-01');
    await dialog.getByText('Изаберите први и последњи дан у истом месецу.').waitFor();
    assert.is(await dialog.getByRole('button', { name: /^Рефундирај/ }).count(), 0, 'another period was not looked at');
    await dialog.getByLabel('До дана').fill(day);
    await dialog.getByRole('button', { name: 'Прикажи промет' }).click();
    await dialog.getByRole('button', { name: 'Рефундирај 600,00' }).click();
    await dialog.getByRole('link', { name: 'Отвори га' }).waitFor();
    const [refund] = await all();
    const part = (date: string): string => date.split('-').reverse().join('');
    assert.equal(
      [refund?.invoiceType, refund?.transactionType, refund?.total, refund?.buyerId],
      ['Normal', 'Refund', 600, '10:100000049'],
    );
    assert.equal(refund?.items[0]?.moreLabels, ['Е']);
    assert.ok(refund?.journal.includes(`60:${part(first)}_${part(day)}`), refund?.journal);
    assert.equal(
      [refund?.referentDocumentNumber, refund?.payments, refund?.warnings],
      [last.pfr.invoiceNumber, [{ paymentType: 'Voucher', amount: 600 }], undefined],
    );
    await page.keyboard.press('Escape');
    await look();
    await dialog.getByText('Све је већ рефундирано.').waitFor();
    await dialog.getByText('Раније рефундације се одузимају:').waitFor();
    assert.is(await dialog.getByRole('button', { name: /^Рефундирај/ }).count(), 0);
    assert.equal(faults, []);
    await device.close();
  });
}

test.run();

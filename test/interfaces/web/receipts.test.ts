import type { Browser, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body, line } from '../../sales/invoicing/bodies.js';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read } from '../../kit/client.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { hasBrowser, openBrowser, PHONE } from '../../kit/web/browser.js';
import { fitsWidth, personAt } from './page.js';
import { Turns } from '../../kit/turns.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

let browser: Browser;
let box: TestBox;
let client: Client;

async function issue(change: object = {}): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', body({ ...change })));
}

async function all(): Promise<Invoice[]> {
  return [...read('InvoiceList', 200, await client.get('/invoices')).invoices];
}

/** The screen with the list. */
async function atReceipts(options: object = {}): Promise<Awaited<ReturnType<typeof personAt>>> {
  const person = await personAt(browser, box, options);
  await person.page.goto(`${box.origin}/#/receipts`);
  await person.page.getByRole('list', { name: 'Нађени рачуни' }).waitFor();
  return person;
}

async function search(page: Page, by: string, sought: string): Promise<void> {
  await page.getByLabel('Тражи по').selectOption(by);
  await page.getByLabel('Шта тражите').fill(sought);
  await page.getByRole('button', { name: 'Тражи', exact: true }).click();
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

  turns.test('a receipt is found by item, amount, number and link, and hostile names are texts', async () => {
    const first = await issue({ items: [line({ name: HOSTILE, unitPrice: 50 })], cashier: 'Ж'.repeat(50) });
    await issue({ items: [line({ name: `אבג ${'Х'.repeat(190)}` })] });
    const { page, faults, device } = await atReceipts(PHONE);
    assert.is(await page.locator('.receipt-row').count(), 2);
    assert.is(await page.locator('main img').count(), 0);
    assert.ok(await fitsWidth(page));
    await assertAccessible(page);
    await search(page, 'article', 'onerror');
    await page.locator('.receipt-row').nth(1).waitFor({ state: 'detached' });
    assert.ok(await page.getByText(HOSTILE).isVisible());
    await search(page, 'amount', '9.999,00');
    await page.getByText('Нема таквих рачуна.').waitFor();
    await search(page, 'amount', 'много');
    await page.getByText('Износ се пише овако').waitFor();
    await search(page, 'cashier', 'žžž');
    await page.getByText(HOSTILE).waitFor();
    await search(page, 'number', '1');
    await page.locator('.paper', { hasText: '<img src=x' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Сви рачуни' }).click();
    await page.getByRole('button', { name: 'Скенирај QR код' }).click();
    await page.getByLabel('Веза са рачуна').fill(first.pfr.verificationUrl);
    await page.getByRole('button', { name: 'Нађи рачун' }).click();
    await page.locator('.paper', { hasText: first.pfr.invoiceNumber }).waitFor();
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('a box without receipts says so, and a new search ends the one before', async () => {
    const { page, faults, device } = await personAt(browser, box, {});
    await page.getByRole('link', { name: 'Рачуни', exact: true }).click();
    await page.getByText('Још нема рачуна.').waitFor();
    await issue();
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/receipts.find', async (route) => {
      if (route.request().postData()?.includes('кафа') === true) await held;
      await route.continue().catch(() => undefined);
    });
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/receipts.find'));
    await search(page, 'article', 'кафа');
    await page.getByLabel('Шта тражите').fill('чај');
    await page.getByLabel('Шта тражите').press('Enter');
    await aborted;
    await page.getByText('Нема таквих рачуна.').waitFor();
    goOn();
    await search(page, 'article', 'KAFA');
    await page.locator('.receipt-row').waitFor();
    await assertAccessible(page);
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('a whole receipt is refunded once, though the answer is lost and the page is left meanwhile', async () => {
    const sale = await issue();
    const { page, device } = await atReceipts();
    await page.locator('.receipt-row').click();
    await page.getByRole('button', { name: 'Рефундирај', exact: true }).click();
    await page.getByRole('button', { name: 'Врати све' }).click();
    await page.getByLabel('Број', { exact: true }).fill('100000049');
    const keys: string[] = [];
    await page.route('**/refund', async (route) => {
      keys.push((await route.request().allHeaders())['idempotency-key'] ?? '');
      // It reaches the box, and the answer does not come back.
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Рефундирај 300,00' }).click();
    await page.getByText('Проверавам да ли је рачун издат').waitFor();
    await page.reload();
    await page.unroute('**/refund');
    await page.getByText('Још се не зна').waitFor();
    assert.is(await page.getByRole('button', { name: 'Рефундирај 300,00' }).count(), 0);
    const [request] = await Promise.all([
      page.waitForRequest('**/refund'),
      page.getByRole('button', { name: 'Провери поново' }).click(),
    ]);
    keys.push((await request.allHeaders())['idempotency-key'] ?? '');
    await page.getByRole('link', { name: 'Отвори га' }).click();
    await page.getByRole('heading', { name: 'Рефундација −300,00' }).waitFor();
    assert.is(new Set(keys).size, 1);
    assert.ok(keys.length > 1);
    const [refund, ...others] = await all();
    assert.is(refund?.referentDocumentNumber, sale.pfr.invoiceNumber);
    await page
      .locator('.facts > div', { hasText: /^Враћено/ })
      .getByText('готовина 300,00')
      .waitFor();
    const taxes = page.getByRole('region', { name: 'Порез' });
    assert.equal(await taxes.locator('tbody td').allTextContents(), ['Ђ: О-ПДВ', '20,00\u00a0%', '50,00']);
    await taxes.getByRole('row', { name: 'Укупан износ пореза 50,00' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Сви рачуни' }).click();
    const row = page.locator('.receipt-row', { hasText: '−300,00' });
    await row.getByText('Рефундација', { exact: true }).waitFor();
    assert.is(others.length, 1);
    await device.close();
  });

  turns.test('chosen lines and quantities are refunded, and no more than was sold', async () => {
    const items = [line({ quantity: 3 }), line({ name: 'Сир', unit: 'кг', quantity: 0.5, unitPrice: 1000 })];
    const sale = await issue({ items, buyerId: '10:100000049' });
    const { page, faults, device } = await atReceipts();
    await page.locator('.receipt-row').click();
    for (const [cheese, refused] of [
      ['0,2', '0,6'],
      ['0,3', '0,4'],
    ] as const) {
      await page.getByRole('button', { name: 'Рефундирај', exact: true }).click();
      await page.getByLabel('Враћа се: Сир').fill(refused);
      assert.ok(await page.getByRole('button', { name: /^Рефундирај \d/ }).isDisabled());
      await page.getByLabel('Враћа се: Сир').fill(cheese);
      await page.getByLabel('Враћа се: Кафа').fill(cheese === '0,2' ? '1' : '');
      await assertAccessible(page);
      await page.getByRole('button', { name: /^Рефундирај \d/ }).click();
      if (cheese === '0,3') {
        await page.getByText('Заиста вратити још?').waitFor();
        await page.getByText(/^350,00, .*, рачун \S+-2$/).waitFor();
        await assertAccessible(page);
        await page.getByRole('button', { name: 'Да, рефундирај још 300,00' }).click();
      }
      await page.getByText(/^Издат је рачун/).waitFor();
      await page.getByRole('button', { name: 'Затвори' }).click();
    }
    const [second, first] = await all();
    assert.equal([second?.total, first?.total], [300, 350]);
    assert.equal(
      first?.items.map(({ name, quantity, unit }) => [name, quantity, unit]),
      [
        ['Кафа', 1, 'ком'],
        ['Сир', 0.2, 'кг'],
      ],
    );
    assert.equal(first?.payments, [{ paymentType: 'Cash', amount: 350 }]);
    assert.is(first?.buyerId, '10:100000049');
    assert.is(first?.referentDocumentNumber, sale.pfr.invoiceNumber);
    assert.is(first?.referentDocumentDT, sale.pfr.sdcDateTime);
    assert.is(first?.cashier, 'Ана');
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('a buyer that cannot exist is asked for again at a refund; a pro-forma is not copied', async () => {
    await issue({ invoiceType: 'ProForma' });
    await issue({ buyerId: '10:12' });
    const { page, faults, device } = await atReceipts();
    await page.locator('.receipt-row').first().click();
    await page.getByRole('button', { name: 'Издај копију' }).waitFor();
    await page.getByRole('button', { name: 'Рефундирај', exact: true }).click();
    await page.getByLabel('Враћа се: Кафа').fill('1');
    await page.getByRole('button', { name: /^Рефундирај \d/ }).click();
    await page.getByText('Упишите број са документа').waitFor();
    await page.getByLabel('Број').fill('001234567');
    await page.getByRole('button', { name: /^Рефундирај \d/ }).click();
    await page.getByText(/^Издат је рачун/).waitFor();
    const [refund] = await all();
    assert.is(refund?.buyerId, '20:001234567');
    await page.getByRole('button', { name: 'Затвори' }).click();
    await page.getByRole('link', { name: 'Сви рачуни' }).click();
    await page.locator('.receipt-row').last().click();
    await page
      .getByText(/ОВО НИЈЕ ФИСКАЛНИ РАЧУН/)
      .first()
      .waitFor();
    assert.is(await page.getByRole('button', { name: 'Издај копију' }).count(), 0);
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('a copy is issued, and an advance closed', async () => {
    await issue({ invoiceType: 'Advance', items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })] });
    const { page, faults, device } = await atReceipts();
    // Without the number and the label of its prescribed name.
    await page.locator('.receipt-row bdi', { hasText: /^Аванс$/ }).click();
    await page.getByRole('button', { name: 'Издај копију' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Издај копију' }).click();
    await page.getByText(/^Издат је рачун/).waitFor();
    await page.getByRole('button', { name: 'Затвори', exact: true }).click();
    await page.getByRole('button', { name: 'Затвори аванс' }).click();
    await page.getByLabel('Назив').fill('Клупа');
    await page.getByLabel('Цена са ПДВ').fill('1.000,50');
    await page.getByLabel('Остатак 700,50 је плаћен').selectOption('Card');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Издај коначан рачун од 1.000,50' }).click();
    await page.getByText(/^Издат је рачун/).waitFor();
    const [final, refund, copy] = await all();
    assert.equal(
      [final, refund, copy].map((one) => [one?.invoiceType, one?.transactionType, one?.total]),
      [
        ['Normal', 'Sale', 1000.5],
        ['Advance', 'Refund', 300],
        ['Copy', 'Sale', 300],
      ],
    );
    assert.equal(final?.payments, [{ paymentType: 'Card', amount: 700.5 }]);
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('an advance is realised in parts, closed with its paper, and its refund is not voided alone', async () => {
    const advance = await issue({
      invoiceType: 'Advance',
      items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })],
      ...{ referentDocumentNumber: 'XXXXXXXX-XXXXXXXX-17', referentDocumentDT: '2022-03-25 00:00:00' },
    });
    const { page, faults, device } = await atReceipts();
    await page.goto(`${box.origin}/#/receipts/${advance.uuid}`);
    const dialog = page.getByRole('dialog');
    const deliver = async (price: string): Promise<void> => {
      await page.getByRole('button', { name: 'Затвори аванс' }).click();
      await dialog.getByLabel('Назив').fill('Клупа');
      await dialog.getByLabel('Цена са ПДВ').fill(price);
    };
    await deliver('100');
    await dialog.getByText('Од аванса је остало 300,00.').waitFor();
    await dialog.getByText('Роба вреди мање од аванса, па се реализује део. Од аванса остаје 200,00.').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Реализуј део аванса: 100,00' }).click();
    await page.getByText(/^Издат је рачун/).waitFor();
    await page.getByRole('button', { name: 'Затвори', exact: true }).click();
    await deliver('400');
    await dialog.getByText('Од аванса је остало 200,00.').waitFor();
    await dialog.getByLabel('Аванс пре фискализације, ознака Ђ (РСД)').fill('50');
    await dialog.getByLabel('Остатак 150,00 је плаћен').selectOption('Card');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Издај коначан рачун од 400,00' }).click();
    await page.getByText(/^Издат је рачун/).waitFor();
    const [final, refund, ...earlier] = await all();
    assert.equal(
      [final, refund, ...earlier].map((one) => [one?.invoiceType, one?.total, one?.payments]),
      [
        ['Normal', 400, [{ paymentType: 'Card', amount: 150 }]],
        ['Advance', 250, [{ paymentType: 'Cash', amount: 250 }]],
        ['Normal', 100, [{ paymentType: 'Cash', amount: 0 }]],
        ['Advance', 100, [{ paymentType: 'Cash', amount: 100 }]],
        ['Advance', 300, [{ paymentType: 'Cash', amount: 300 }]],
      ],
    );

    await page.goto(`${box.origin}/#/receipts/${refund?.uuid}`);
    await page.getByRole('button', { name: 'Поништи рефундацију' }).click();
    assert.equal(faults, []);
    await dialog.getByRole('button', { name: 'Поништи рефундацију' }).click();
    await page.getByText(`Прво поништите рачун ${final?.pfr.invoiceNumber}`).waitFor();
    assert.is(faults.splice(0).length, 1, 'that it is refused');
    assert.is((await all()).length, 5);
    await device.close();
  });
} else {
  test.skip('there is no browser here');
}

test.run();

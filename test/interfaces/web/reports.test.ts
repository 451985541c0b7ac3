import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body, line } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read } from '../../kit/client.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { hasBrowser, openBrowser, PHONE } from '../../kit/web/browser.js';
import { fitsWidth, personAt } from './page.js';
import { Turns } from '../../kit/turns.js';

const HOSTILE = '=cmd|"<img src=x onerror=alert(1)>"';
const DAY_MS = 86_400_000;

let browser: Browser;
let box: TestBox;
let client: Client;

if (hasBrowser) {
  /** Each works in a browser. */
  const turns = new Turns(3);

  test.before(async () => {
    browser = await openBrowser();
    box = await TestBox.start({ clockOffset: -DAY_MS });
    client = await box.client();
    read('Invoice', 201, await client.post('/invoices', body({ cashier: 'Јуче' })));
    box.clockOffset = 0;
    const items = [line({ quantity: 5 }), line({ name: HOSTILE, label: 'Е', unitPrice: 10 })];
    const { pfr } = read('Invoice', 201, await client.post('/invoices', body({ items, cashier: HOSTILE })));
    const refund = { transactionType: 'Refund', referentDocumentNumber: pfr.invoiceNumber, buyerId: '10:123456789' };
    const back = body({ ...refund, items: [line({ quantity: 1 })], cashier: HOSTILE });
    read('Invoice', 201, await client.post('/invoices', back));
  });
  test.after(async () => {
    await browser.close();
    await box.stop();
  });

  turns.test('a period is chosen by one tap, and its figures are those of the box', async () => {
    const { page, faults, device } = await personAt(browser, box, PHONE);
    await page.goto(`${box.origin}/#/reports`);
    const totals = page.locator('.totals');
    await totals.getByText('150,00').waitFor();
    assert.equal(await totals.locator('dd').allTextContents(), ['620,00', '2', '1', '150,00']);
    assert.is(await page.locator('main img').count(), 0);
    const items = page.getByRole('region', { name: 'По артиклима' });
    await items.getByText('600,00').waitFor();
    await assertAccessible(page);
    assert.ok(await fitsWidth(page));
    await page.getByRole('button', { name: 'Јуче' }).click();
    await totals.getByText('300,00').waitFor();
    await page.getByRole('region', { name: 'По касирима' }).getByText('Јуче').waitFor();
    await page.getByRole('button', { name: 'Други период' }).click();
    const day = (offset: number): string =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Belgrade' }).format(Date.now() + offset * DAY_MS);
    await page.getByLabel('Од дана').fill(day(-1));
    await page.getByLabel('До дана').fill(day(0));
    await totals.getByText('920,00').waitFor();
    await page.getByRole('img', { name: 'По данима' }).waitFor();
    await page.getByLabel('Од дана').fill(day(1));
    await page.getByText('Први дан не може бити после последњег.').waitFor();
    await assertAccessible(page);
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('a closed advance is no money given back, and the tax of each label is shown', async () => {
    await TestBox.during(async (shop) => {
      const own = await shop.client();
      const advance = {
        invoiceType: 'Advance',
        items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 1500 })],
      };
      const { uuid } = read('Invoice', 201, await own.post('/invoices', body(advance)));
      const closed = await own.post(`/invoices/${uuid}/close-advance`, body({ items: [line({ quantity: 13 })] }));
      assert.is(closed.status, 201, closed.text);
      const sale = read('Invoice', 201, await own.post('/invoices', body()));
      const refund = { transactionType: 'Refund', referentDocumentNumber: sale.pfr.invoiceNumber, buyerId: '20:1' };
      read('Invoice', 201, await own.post('/invoices', body({ ...refund, items: [line({ quantity: 1 })] })));
      const { page, faults, device } = await personAt(browser, shop, PHONE);
      await page.goto(`${shop.origin}/#/reports`);
      const totals = page.locator('.totals');
      await totals.getByText('Затворени аванси (1)').waitFor();
      assert.equal(await totals.locator('dd').allTextContents(), ['2.100,00', '5', '1', '150,00', '1.500,00']);
      const taxes = page.getByRole('region', { name: 'Порез' });
      assert.equal(await taxes.locator('td').allTextContents(), [
        ...['Ђ: О-ПДВ', '20,00\u00a0%', '2.100,00', '350,00'],
        ...['Укупан износ пореза', '', '', '350,00'],
      ]);
      const items = page.getByRole('region', { name: 'По артиклима' });
      assert.equal(await items.locator('tr', { hasText: 'Аванс' }).locator('td').allTextContents(), [
        'Аванс (Ђ)',
        '',
        '0,00',
      ]);
      await page.getByRole('button', { name: 'Порез: преузми CSV' }).waitFor();
      assert.ok(await fitsWidth(page));
      await assertAccessible(page);
      assert.equal(faults, []);
      await device.close();
    });
  });

  turns.test('no figure of a period stands under the heading of another, however late the answer is', async () => {
    const { page, faults, device } = await personAt(browser, box);
    await page.goto(`${box.origin}/#/reports`);
    await page.locator('.totals').getByText('620,00').waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/reports[./](?:summary|refunds|daily)/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Јуче' }).click();
    await page.locator('.loading').first().waitFor();
    assert.is(await page.getByText('620,00').count(), 0);
    const print = page.getByRole('button', { name: 'Штампај на А4' });
    assert.ok(await print.isDisabled(), 'paper has the whole report or is not printed');
    release();
    await page.locator('.totals').getByText('300,00').waitFor();
    await page.getByRole('region', { name: 'По артиклима' }).waitFor();
    assert.not.ok(await print.isDisabled());
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('a table is had as a file for a spreadsheet', async () => {
    const { page, faults, device } = await personAt(browser, box);
    await page.goto(`${box.origin}/#/reports`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'По артиклима: преузми CSV' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^items-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    assert.ok(text.startsWith('\ufeffназив;јединица;ознака;количина;промет\r\n'), text);
    assert.ok(text.includes('Кафа;ком;Ђ;4,000;600,00\r\n'), text);
    assert.ok(text.includes(`"'=cmd`), text);
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('the box draws the report as a PDF with the head of the shop', async () => {
    const { page, faults, device } = await personAt(browser, box);
    await page.goto(`${box.origin}/#/reports`);
    await page.locator('.totals').getByText('620,00').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Преузми PDF' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^promet-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/);
    const bytes = readFileSync(await download.path());
    assert.is(bytes.subarray(0, 5).toString(), '%PDF-');
    assert.match(bytes.subarray(-8).toString('latin1'), /%%EOF/);
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('a printed report has the shop at its head, and no buttons', async () => {
    const { page, device } = await personAt(browser, box);
    await page.goto(`${box.origin}/#/reports`);
    await page.locator('.totals').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { name: 'Извештај о промету' }).waitFor();
    assert.match(await page.locator('.paper-only').innerText(), /ПИБ: \d{9}/);
    assert.is(await page.getByRole('button').filter({ visible: true }).count(), 0);
    await device.close();
  });
} else {
  test.skip('there is no browser here');
}

test.run();

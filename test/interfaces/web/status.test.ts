import type { Browser, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { VERSION } from '../../../src/base/version.js';
import { body, line } from '../../sales/invoicing/bodies.js';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read } from '../../kit/client.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { hasBrowser, newDevice, newPage, openBrowser, PHONE } from '../../kit/web/browser.js';
import { fitsWidth, personAt } from './page.js';
import { Turns } from '../../kit/turns.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

let browser: Browser;
let box: TestBox;
let client: Client;

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

  turns.test('an owner sees what to mend and what was sold, and both change as they happen', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) await client.post('/invoices', body({ cashier: `Вера ${number}` }));
    const { page, faults, device } = await personAt(browser, box, PHONE);
    await page.getByText('уживо').waitFor();
    await page.getByText('Подаци о продавцу нису унети.').waitFor();
    assert.ok(await page.getByRole('link', { name: 'У подешавања' }).isVisible());
    await page.locator('.figure', { hasText: '1.800,00' }).waitFor();
    const height = await heightOf(page);
    assert.ok(height <= 1.5 * PHONE.viewport.height, `one and a half screens, not ${height} px`);
    await page.getByText('Промет последњих 30 дана').first().click();
    await page.getByRole('img', { name: 'Промет последњих 30 дана' }).waitFor();
    await page.getByText('Као табела').first().click();
    assert.is(await page.locator('.figure-chart td.number').last().innerText(), '1.800,00');
    await page.locator('.last a', { hasText: '300,00' }).first().waitFor();
    await assertAccessible(page);

    await client.post('/invoices', body());
    await page.locator('.figure', { hasText: '2.100,00' }).waitFor();
    await box.set('printers', [
      { name: 'kasa', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster', autoPrint: false },
    ]);
    const found = page.locator('.check', { hasText: 'Штампач kasa' });
    await found.getByRole('button', { name: 'Пробна штампа: kasa' }).waitFor();
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('a technician sees how the box is, and nothing of what was sold', async () => {
    await client.post('/invoices', body());
    const { page, faults, device } = await personAt(browser, box, { name: 'Тома', role: 'technician' });
    await page.getByText('уживо').waitFor();
    await page.getByRole('heading', { name: 'Процесор' }).waitFor();
    await page.getByText('DEMO').first().waitFor();
    assert.is(await page.getByText('300,00').count(), 0);
    assert.is(await page.getByRole('heading', { name: 'Последњи рачуни' }).count(), 0);
    assert.is(await page.getByRole('link', { name: 'Рачуни' }).count(), 0);
    await page.getByRole('button', { name: 'Провери сада' }).click();
    await assertAccessible(page);
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('an approval is set and confirmed on pages, and who is not signed in sees what the box is', async () => {
    const number = `742/${VERSION}`;
    const { page, faults, device } = await personAt(browser, box, { name: 'Тома', role: 'technician' });
    await page.goto(`${box.origin}/#/settings/company`);
    const form = page.getByRole('form', { name: 'ЕСИР број' });
    await form.getByLabel('Број из регистра').fill('742');
    assert.is(await form.getByLabel('Верзија').count(), 0);
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await page.getByText(`На рачунима: ${number}`).waitFor();
    await assertAccessible(page);
    await page.goto(`${box.origin}/#/status`);
    await page.getByText('није потврђено да одобрење важи за ту верзију').waitFor();
    await page.getByRole('button', { name: `Одобрење важи за ${number}` }).click();
    await page.getByText('није потврђено да одобрење важи за ту верзију').waitFor({ state: 'detached' });
    assert.equal(box.parts.settings.now.esir, { number: '742', version: VERSION });
    // A build that has a number of its own.
    const supplier = 'Касе д.о.о., Нишка 1, 18000 Ниш, 018 123 456';
    const given = {
      ...{ maker: 'kasirbox', supplier, serialNumber: '1', version: VERSION },
      ...{ esirNumber: '900/1.0', hardware: null },
    };
    await page.route('**/web/identity', (route) => route.fulfill({ json: { ...given, isNumberOfBuild: true } }));
    await page.goto(`${box.origin}/#/settings/company`);
    await page.getByText('На рачунима: 900/1.0').waitFor();
    assert.is(await form.count(), 0, 'nobody can set another');
    await page.goto(`${box.origin}/#/status`);
    await page.getByText(supplier).waitFor();
    assert.equal(faults, []);
    await device.close();

    const stranger = await newDevice(browser, { ...PHONE, serviceWorkers: 'block' });
    const { page: signIn } = await newPage(stranger);
    await signIn.goto(box.origin);
    await signIn.getByRole('button', { name: 'О уређају' }).click();
    const about = signIn.getByRole('dialog', { name: 'О уређају' });
    for (const row of [
      'Произвођач\nkasirbox',
      `Серијски број\n${box.parts.ledger.boxId.toString('hex')}`,
      `Верзија програма\n${VERSION}`,
      `ЕСИР број\n${number}`,
    ])
      assert.ok((await about.locator('dl').innerText()).includes(row), row);
    await assertAccessible(signIn);
    await stranger.close();
  });

  turns.test('hostile names are shown as texts', async () => {
    const items = [line({ name: HOSTILE }), line({ name: `אבג ${'Х'.repeat(190)}` })];
    read('Invoice', 201, await client.post('/invoices', body({ items, cashier: HOSTILE }))) satisfies Invoice;
    const { page, faults, device } = await personAt(browser, box, PHONE);
    await page.locator('.last a').first().click();
    await page.locator('.paper', { hasText: '<img src=x' }).first().waitFor();
    assert.is(await page.locator('main img').count(), 0);
    assert.ok(await fitsWidth(page));
    assert.equal(faults, []);
    await device.close();
  });

  turns.test('a page of a box that was away is live again by itself', async () => {
    const { page, device } = await personAt(browser, box, { name: 'Тома', role: 'technician' });
    await page.getByText('уживо').waitFor();
    await page.route('**/web/events', (route) => route.abort());
    await page.reload();
    await page.getByText('веза је прекинута').waitFor();
    await page.unroute('**/web/events');
    await page.getByText('уживо').waitFor();
    await device.close();
  });
} else {
  test.skip('there is no browser here');
}

/** Of the whole page, px, without the list of what is wrong. */
function heightOf(page: Page): Promise<number> {
  return page.evaluate(
    "document.documentElement.scrollHeight - (document.querySelector('.checks')?.getBoundingClientRect().height ?? 0)",
  );
}

test.run();

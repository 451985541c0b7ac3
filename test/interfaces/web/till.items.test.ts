import { english } from '../../../src/base/index.js';
// time limit: 300 s
import * as assert from 'uvu/assert';
import { test } from 'uvu';
import { browserTest } from '../../kit/web/accessibility.js';
import { TestBox } from '../../kit/box.js';
import { newDevice, newPage, openBrowser, TABLET } from '../../kit/web/browser.js';
import { nextSale, scan, untilKept } from '../../kit/web/till.js';
import { makeUsers, PIN } from '../../kit/web/visitor.js';
import { inEnglish } from '../../kit/inEnglish.js';

/** More than one answer of the box holds; the last by name come in the last piece. */
const MANY = 2500;

async function fillCatalogue(box: TestBox): Promise<void> {
  const rows = Array.from({ length: MANY }, (_, index) => {
    const number = String(index + 1).padStart(4, '0');
    const fields = { plu: `A${number}`, name: `Шраф ${number}`, label: 'Ђ', price: index + 1, gtin: `86${number}0000` };
    return { line: index + 1, fields };
  });
  const done = await box.parts.catalogue.import(rows);
  if (!done.ok || done.value.faults.length > 0) throw new Error(JSON.stringify(inEnglish(done)));
}

browserTest(
  'a cashier sells any of thousands of items: by name, by PLU, by barcode, also after a reload without the box',
  () =>
    TestBox.during(async (box) => {
      await makeUsers(box);
      await fillCatalogue(box);
      const admitted = await box.parts.tablets.admit('Таблет', 'Ана');
      if (!admitted.ok) throw new Error(english(admitted.error));
      const browser = await openBrowser();
      try {
        const device = await newDevice(browser, TABLET);
        const { hostname } = new URL(box.origin);
        const cookie = { name: '__Host-kasirbox-tablet', value: admitted.value.token, domain: hostname, path: '/' };
        await device.addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: 'Strict' }]);
        const { page, faults } = await newPage(device);
        await page.goto(box.origin);
        await page.getByRole('button', { name: 'Ђорђе' }).click();
        await page.getByLabel('ПИН').fill(PIN);
        await page.getByRole('button', { name: 'Пријави се' }).click();
        await page.getByRole('button', { name: /Шраф 0001/ }).waitFor();

        await page.getByRole('searchbox').fill('sraf 2499');
        // A tap is over before the click that it becomes: what it does must be seen before the next thing is done.
        const total = (amount: string): Promise<void> => page.getByLabel('Укупно').getByText(amount).waitFor();
        await page.getByRole('button', { name: /Шраф 2499/ }).tap();
        await total('2.499,00');
        await page.getByRole('searchbox').fill('A1777');
        await page.keyboard.press('Enter');
        await scan(page, '8624980000');
        await total('6.774,00');
        await page.getByRole('button', { name: 'Наплати' }).tap();
        await page.getByRole('button', { name: /тачно/ }).tap();
        await nextSale(page).waitFor();

        // The owner changes a price meanwhile: the next sale has it.
        const id = box.parts.ledger.main.itemByPlu('A2400')?.id ?? 0;
        await box.parts.catalogue.update(id, { price: 99.5 });
        await nextSale(page).tap();
        await page.getByRole('searchbox').fill('A2400');
        await page.getByRole('button', { name: 'Шраф 2400 99,50' }).tap();
        await total('99,50');

        // New prices that come in the middle of a bill wait for its end, also those of items that come onto it later.
        await box.parts.catalogue.update(id, { price: 120 });
        const asked = page.waitForResponse((response) => /items\?after=[1-9]/.test(response.url()));
        await page.evaluate("window.dispatchEvent(new Event('online'))");
        await (await asked).finished();
        await page.getByRole('searchbox').fill('A2400');
        await page.getByRole('button', { name: 'Шраф 2400 99,50' }).tap();
        await total('199,00');
        await page.getByRole('button', { name: 'Наплати' }).tap();
        await page.getByRole('button', { name: /тачно/ }).tap();
        await nextSale(page).waitFor();
        await nextSale(page).tap();
        await page.getByRole('searchbox').fill('A2400');
        await page.getByRole('button', { name: 'Шраф 2400 120,00' }).tap();
        await total('120,00');
        await page.getByRole('searchbox').fill('');

        await page.evaluate('navigator.serviceWorker.ready');
        assert.equal(faults, []);
        await untilKept(page, 'the bill', ({ cart }) => cart.lines.length === 1);
        await device.setOffline(true);
        await page.reload();
        await page.getByRole('button', { name: /Шраф 0001/ }).waitFor();
        await scan(page, '8624990000');
        await total('2.619,00');
      } finally {
        await browser.close();
      }
    }),
);

test.run();

import type { Browser } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../invoicing/bodies.js';
import { TestBox } from '../kit/box.js';
import { FakePfrServer } from '../kit/pfr/server.js';
import { assertAccessible } from '../kit/web/accessibility.js';
import { hasBrowser, openBrowser, PHONE } from '../kit/web/browser.js';
import { personAt } from './page.js';

let browser: Browser;

if (hasBrowser) {
  test.before(async () => {
    browser = await openBrowser();
  });
  test.after(() => browser.close());

  test('a technician enters the PIN that the card waits for, and decides about a receipt in doubt', async () => {
    const fake = await FakePfrServer.start();
    const box = await TestBox.start();
    try {
      await box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url, timeout: 1, signingLimit: 1 });
      const { page, faults, device } = await personAt(browser, box, { name: 'Тома', role: 'technician', ...PHONE });
      await page.getByText('Рачуни се тренутно не издају').waitFor();
      await page.locator('.check').getByRole('button', { name: 'Унеси ПИН картице' }).click();
      const pin = page.getByLabel('ПИН картице', { exact: true });
      await pin.fill('12');
      await page.getByRole('button', { name: 'Пошаљи' }).click();
      await page.getByText('ПИН има тачно четири цифре.').waitFor();
      await pin.fill('9876');
      await page.getByRole('button', { name: 'Пошаљи' }).click();
      await page.getByText('ПИН није исправан').waitFor();
      await pin.fill('1234');
      await page.getByRole('button', { name: 'Пошаљи' }).click();
      await page.getByText('Рачуни се тренутно не издају').waitFor({ state: 'detached' });

      fake.faults.add(
        { fault: 'drop', signs: false },
        { on: 'find', fault: 'answer', signs: false, status: 503, body: '', standing: true },
      );
      const client = await box.client();
      const reply = await client.post('/invoices', body(), { 'Idempotency-Key': 'doubtful-1' });
      assert.is(reply.status, 409, reply.text);
      const doubt = page.locator('#doubt');
      await doubt.getByText('300,00').waitFor();
      await doubt.getByRole('button', { name: 'Одлучи' }).click();
      await page.getByRole('button', { name: 'Није издат' }).click();
      await page.getByLabel('Одакле то знате').fill('нема га на порталу');
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Забележи одлуку' }).click();
      await doubt.getByText('рачун није издат').waitFor();
      await doubt.getByText('За сваки рачун се зна').waitFor();
      assert.equal(faults, []);
      await device.close();
    } finally {
      await box.stop();
      await fake.stop();
    }
  });
}

test.run();

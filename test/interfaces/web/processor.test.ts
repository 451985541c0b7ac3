// turns: 3
import type { Browser } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import type { Remembered } from '../../kit/pfr/memory.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { hasBrowser, openBrowser, PHONE } from '../../kit/web/browser.js';
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
      await box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url, timeout: 1, signingLimit: 1, settlingSale: false });
      const { page, faults, device } = await personAt(browser, box, { name: 'Тома', role: 'technician', ...PHONE });
      await page.getByText('Рачуни се тренутно не издају').waitFor();
      // Wherever the PIN is missed, it can be typed.
      await page.goto(`${box.origin}/#/setup/processor`);
      await page.getByRole('button', { name: 'Унеси ПИН картице' }).waitFor();
      await page.goto(`${box.origin}/#/till`);
      const notice = page.getByRole('status').filter({ hasText: 'Фискална картица чека ПИН.' });
      await notice.getByRole('button', { name: 'Унеси ПИН картице' }).click();
      await page.getByLabel('ПИН картице', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.goto(`${box.origin}/#/status`);
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

  test('a receipt whose answer was lost is settled by its link from the portal, and the till gets it', async () => {
    const portal: Remembered[] = [];
    const fake = await FakePfrServer.start({
      pin: null,
      memory: { load: () => [], keep: (receipt) => void portal.push(receipt) },
    });
    const box = await TestBox.start();
    try {
      await box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url, timeout: 1, signingLimit: 1, settlingSale: false });
      const client = await box.client();
      const { status, text } = await client.post('/invoices', body());
      assert.is(status, 201, text);
      fake.faults.add(
        { fault: 'drop', signs: true },
        { on: 'find', fault: 'answer', signs: false, status: 503, body: '', standing: true },
      );
      const sent = [body(), { 'Idempotency-Key': 'doubtful-2' }] as const;
      assert.is((await client.post('/invoices', ...sent)).status, 409);
      const [other, lost] = portal.map(({ invoiceNumber, answer }) => {
        return { number: invoiceNumber, link: answer['verificationUrl'] as string };
      });

      const { page, faults, device } = await personAt(browser, box, { name: 'Тома', role: 'technician', ...PHONE });
      const doubt = page.locator('#doubt');
      await doubt.getByRole('button', { name: 'Одлучи' }).click();
      await page.getByLabel('Одакле то знате').fill('нађен на порталу');
      const link = page.getByLabel('Веза за проверу рачуна');
      const record = page.getByRole('button', { name: 'Забележи одлуку' });
      assert.ok(await record.isDisabled(), 'there is no link yet');
      await link.fill(lost?.link.slice(0, -40) ?? '');
      await record.click();
      await page.getByText('Ово није цела веза за проверу').waitFor();
      await link.fill(other?.link ?? '');
      await record.click();
      await page.getByText('Ово је веза другог рачуна: не слаже се број.').waitFor();
      assert.is((await client.get('/invoices')).text.includes(lost?.number ?? '-'), false);
      await assertAccessible(page);
      // As it comes out of an e-mail.
      await link.fill(` ${lost?.link}\n`);
      await record.click();
      await doubt.getByText(`Одлука је забележена. Рачун: ${lost?.number}`).waitFor();
      await doubt.getByText('За сваки рачун се зна').waitFor();
      const again = await client.post('/invoices', ...sent);
      assert.match(again.text, new RegExp(`"invoiceNumber":"${lost?.number}"`));
      assert.is(fake.pfr.signed.length, 2, 'nothing was signed twice');
      // Refused on purpose, which a browser logs.
      assert.equal(
        faults.filter((fault) => !fault.includes('409')),
        [],
      );
      await device.close();
    } finally {
      await box.stop();
      await fake.stop();
    }
  });
} else {
  test.skip('there is no browser here');
}

test.run();

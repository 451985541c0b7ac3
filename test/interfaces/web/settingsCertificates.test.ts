import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makePfx, TestAuthority } from '../../kit/pfr/certificates.js';
import { hasBrowser, PHONE } from '../../kit/web/browser.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { assertFits, Managed } from '../../kit/web/managing.js';
import { clientOf, COMPANY } from '../../processors/pfr/certificate/files.js';
import { Turns } from '../../kit/turns.js';

const HOUR = 60 * 60 * 1000;
const test = suite<{ managed: Managed }>('certificates on a page');

if (hasBrowser) {
  /** Each works in a browser. */
  const turns = new Turns(2, test);

  test.before(async (context) => {
    context.managed = await Managed.start();
  });
  test.after(({ managed }) => managed.stop());

  turns.test(
    'one is there with its facts, further authorities are trusted and not, and it is removed',
    async ({ managed }) => {
      const { box } = managed;
      const authority = await TestAuthority.create();
      const credentials = await authority.client({ jid: 'SAND0001', environment: 'sandbox', company: COMPANY });
      const pfx = makePfx(credentials, { password: 'Q7W8E9R0', ciphers: 'rc2' });
      const { page, faults, close } = await managed.open('setup/certificate', undefined, PHONE);
      await box.set('pfr.sandbox', { mode: 'vpfr', pac: 'ABC123' });
      await page.reload();
      await page.getByLabel('Датотека сертификата').setInputFiles({ name: 'a.pfx', mimeType: '', buffer: pfx });
      await page.getByLabel('Лозинка сертификата').fill('Q7W8E9R0');
      await page.getByRole('button', { name: 'Инсталирај сертификат' }).click();
      await page.getByText('Сертификат је инсталиран.').waitFor();

      await page.goto(`${box.origin}/#/settings/certificates`);
      const card = page.locator('section', { has: page.getByRole('heading', { name: 'Сертификат: Пробно' }) });
      await card.getByText('SAND0001').waitFor();
      await assertFits(page);
      const trust = card.locator('input[type=file]');
      await trust.setInputFiles({ name: 'a.pem', mimeType: '', buffer: Buffer.from('no certificate') });
      await card.locator('.notice.failure').waitFor();
      await trust.setInputFiles({ name: 'a.pem', mimeType: '', buffer: Buffer.from(authority.pem) });
      await card
        .getByText(/^Верује се и:/)
        .first()
        .waitFor();
      await assertAccessible(page);
      await card.getByRole('button', { name: 'Уклони додате издаваоце' }).click();
      await card
        .getByText(/^Верује се и:/)
        .first()
        .waitFor({ state: 'detached' });
      await card.getByRole('button', { name: 'Уклони сертификат' }).click();
      await page.getByRole('dialog').getByText('Без сертификата В-ПФР не издаје рачуне').waitFor();
      await assertAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Уклони сертификат' }).click();
      await card.getByText('Сертификат није инсталиран.').waitFor();
      assert.equal(
        faults.filter((fault) => !/status of 409/.test(fault)),
        [],
      );
      await close();
    },
  );

  turns.test(
    'one that has ended is called so on every page, and the first run asks for another',
    async ({ managed }) => {
      const { box } = managed;
      const authority = await TestAuthority.create();
      const validity = { from: box.now() - HOUR, until: box.now() + HOUR };
      const options = { jid: 'SAND0002', environment: 'sandbox', company: COMPANY, validity } as const;
      const client = clientOf(await authority.client(options), [authority.pem]);
      await box.parts.certificates.install('sandbox', client);
      await box.set('pfr.sandbox', { mode: 'vpfr', pac: 'ABC123' });
      box.clockOffset += 2 * HOUR;
      const { page, faults, close } = await managed.open('setup/certificate', undefined, PHONE);
      await page.getByText('Сертификат је истекао. Инсталирајте нови који је послала Пореска управа.').waitFor();
      await page.getByLabel('Датотека сертификата').waitFor();
      assert.not.ok((await page.locator('.progress li.done .name').allTextContents()).includes('Сертификат'));
      await assertFits(page);
      await assertAccessible(page);
      await page.goto(`${box.origin}/#/settings/certificates`);
      await page.getByText(/^Истекао је /).waitFor();
      await page.goto(`${box.origin}/#/status`);
      await page.getByText('За сервисера').click();
      await page.getByText(/^SAND0002, истекао је /).waitFor();
      assert.equal(faults, []);
      await close();
      box.clockOffset -= 2 * HOUR;
    },
  );

  turns.test('the authority of the box is renewed with the same key', async ({ managed }) => {
    const { page, faults, close } = await managed.open('settings/certificates');
    await page.getByRole('button', { name: 'Обнови сертификат' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Уређај добија нов сертификат са истим кључем.').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Обнови сертификат' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.fingerprint').waitFor();
    assert.is(await page.locator('.notice.failure').count(), 0);
    assert.equal(faults, []);
    await close();
  });
} else {
  test.skip('there is no browser here');
}

test.run();

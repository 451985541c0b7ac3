import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { body, line } from '../../sales/invoicing/bodies.js';
import type { Invoice } from '../../kit/answers.js';
import { type Client, read } from '../../kit/client.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { FakePrinter } from '../../kit/printer/core.js';
import { TcpFront } from '../../kit/printer/fronts/tcp.js';
import { SmtpServer } from '../../kit/smtp/server.js';
import { hasBrowser, PHONE } from '../../kit/web/browser.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { assertFits, Managed } from '../../kit/web/managing.js';
import { Turns } from '../../kit/turns.js';

const test = suite<{ managed: Managed; client: Client }>('a receipt leaves the box, or waits');

async function issue(client: Client): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', body()));
}

/** Where the buttons of a receipt are, and how large. */
const PLACES = `JSON.stringify([...document.querySelectorAll('.acts .button')].map((one) => one.getBoundingClientRect()))`;
const IS_BELOW = `(() => {
  const bottoms = [...document.querySelectorAll('.acts .button')].map((one) => one.getBoundingClientRect().bottom);
  return document.querySelector('.acts .notice').getBoundingClientRect().top >= Math.max(...bottoms);
})()`;

if (hasBrowser) {
  /** Each works in a browser. */
  const turns = new Turns(3, test);

  test.before(async (context) => {
    context.managed = await Managed.start();
    context.client = await context.managed.box.client();
  });
  test.after(({ managed }) => managed.stop());

  turns.test('by e-mail and as a PDF', ({ managed, client }) =>
    SmtpServer.during({}, async (server) => {
      const { uuid, pfr } = await issue(client);
      const { page, faults, close } = await managed.open(`receipts/${uuid}`, undefined, PHONE);
      await page.getByRole('button', { name: 'Пошаљи е-поштом' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Е-адреса купца').fill('kupac@example.rs');
      await dialog.getByRole('button', { name: 'Пошаљи', exact: true }).click();
      await dialog.locator('.notice.failure').waitFor();
      const way = dialog.getByRole('link', { name: 'Подешавања › Е-пошта' });
      assert.is(await way.getAttribute('href'), '#/settings/mail');
      await assertAccessible(page);
      await managed.box.set('mail', { host: '127.0.0.1', port: server.port, secure: false, from: 'kasa@pekara.rs' });
      await dialog.getByLabel('Е-адреса купца').fill('kupac');
      await dialog.getByRole('button', { name: 'Пошаљи', exact: true }).click();
      // A wrong address is not mended in the settings.
      await way.waitFor({ state: 'detached' });
      await dialog.locator('.notice.failure').waitFor();
      await dialog.getByLabel('Е-адреса купца').fill('kupac@example.rs');
      await dialog.getByRole('button', { name: 'Пошаљи', exact: true }).click();
      await dialog.getByText('Послато на kupac@example.rs.').waitFor();
      await assertFits(page);
      assert.equal(
        server.received.map(({ to }) => to),
        [['kupac@example.rs']],
      );
      assert.ok(server.received[0]?.content.includes(pfr.invoiceNumber));
      await dialog.getByRole('button', { name: 'Затвори' }).click();
      const link = await page.getByRole('link', { name: 'PDF', exact: true }).getAttribute('href');
      const pdf = await page.context().request.get(`${managed.box.origin}${link}`);
      assert.is(pdf.status(), 200);
      assert.is((await pdf.body()).subarray(0, 5).toString(), '%PDF-');
      assert.equal(
        faults.filter((fault) => !/status of 4\d\d/.test(fault)),
        [],
      );
      await close();
    }),
  );

  turns.test('printed again, and a job that waits for its printer is cancelled', async ({ managed, client }) => {
    const printer = new FakePrinter();
    const front = await TcpFront.start(printer);
    const { box } = managed;
    const setting = { name: 'sank', width: 80, dpi: 203, mode: 'raster' } as const;
    await box.set('printers', [{ ...setting, address: `tcp://127.0.0.1:${front.port}` }]);
    const { uuid, pfr } = await issue(client);
    const { page, faults, close } = await managed.open(`receipts/${uuid}`, undefined, PHONE);
    const places = (): Promise<string> => page.evaluate(PLACES);
    const again = page.getByRole('button', { name: 'Штампај поново' });
    await again.waitFor();
    const before = await places();
    await again.click();
    await page.getByText('Послато на штампач sank.').waitFor();
    assert.is(await places(), before, 'what came of it moves no button');
    assert.ok(await page.evaluate(IS_BELOW), 'and lies below them all');
    await front.stop();
    await page.getByRole('button', { name: 'Штампај поново' }).click();
    await page.goto(`${box.origin}/#/status`);
    const job = page.locator('.entry', { hasText: pfr.invoiceNumber });
    await job.getByRole('button', { name: 'Откажи' }).first().waitFor();
    await assertFits(page);
    await assertAccessible(page);
    const cancel = job.getByRole('button', { name: 'Откажи' });
    // The first paper may have waited too.
    for (let left = await cancel.count(); left > 0; left -= 1) {
      await cancel.first().click();
      await cancel.nth(left - 1).waitFor({ state: 'detached' });
    }
    assert.equal(faults, []);
    await close();
    await box.set('printers', []);
  });

  turns.test(
    'a sale that waits is removed with a reason, and stays in sight until it is settled',
    async ({ managed, client }) => {
      const fake = await FakePfrServer.start({ pin: null });
      const { box } = managed;
      await box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url, timeout: 1 });
      await box.set('offlineQueue', { enabled: true, maxCount: 9, maxAgeHours: 9, printSlip: false });
      // Without rates that are known nothing waits.
      await issue(client);
      await fake.stop();
      const asked = { items: [line({ unitPrice: 61.5 })], whenOffline: 'queue', clientRequestId: 'red-0001' };
      const { status, text } = await client.post('/invoices', asked);
      assert.is(status, 202, text);
      const { page, faults, close } = await managed.open('status', undefined, PHONE);
      const queue = page.locator('#queue');
      await queue.getByText('123,00').waitFor();
      await assertFits(page);
      await queue.getByRole('button', { name: 'Уклони' }).click();
      const dialog = page.getByRole('dialog');
      const removing = dialog.getByRole('button', { name: 'Уклони' });
      await dialog.getByText('остаје у списку „Продато без рачуна”').waitFor();
      assert.ok(await removing.isDisabled(), 'without a reason');
      await assertAccessible(page);
      await dialog.getByLabel('Разлог').fill('Купац је одустао.');
      await removing.click();
      await queue.getByRole('heading', { name: 'Продато без рачуна' }).waitFor();
      await queue.getByText(/Купац је одустао\.$/).waitFor();
      await queue.getByRole('button', { name: 'Уклони' }).waitFor({ state: 'detached' });
      await assertFits(page);
      await page.reload();
      await queue.getByRole('button', { name: 'Реши' }).click();
      await dialog.getByLabel('ПФР број рачуна').fill('ABCD1234-ABCD1234-15');
      await dialog.getByRole('button', { name: 'Реши' }).click();
      await dialog.getByText('Наведите разлог због којег важи').waitFor();
      await dialog.getByRole('button', { name: 'Роба или новац су враћени' }).click();
      await assertAccessible(page);
      await dialog.getByLabel('Разлог').fill('Новац је враћен купцу.');
      await dialog.getByRole('button', { name: 'Реши' }).click();
      await queue.getByText('Продато без рачуна').waitFor({ state: 'detached' });
      assert.equal(box.parts.invoicing.queue.withoutReceipt.list(), []);
      // The refusal of a receipt of another box without a reason.
      assert.ok(
        faults.every((fault) => fault.includes('409')),
        faults.join(),
      );
      await close();
      await box.set('pfr.sandbox', { mode: 'demo' });
    },
  );
} else {
  test.skip('there is no browser here');
}

test.run();

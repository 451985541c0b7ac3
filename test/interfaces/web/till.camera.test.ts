import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertAccessible, BrowserTurns } from '../../kit/web/accessibility.js';
import { PHONE, withFolder } from '../../kit/web/browser.js';
import { atTill, chooseMore, receiptsOf } from '../../kit/web/till.js';
import { eanPicture, qrPicture, writeVideo } from '../../kit/web/video.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new BrowserTurns(2);

turns.test(
  'the camera of a browser that reads no codes itself finds an item by EAN-13, and a receipt by its QR code',
  () =>
    withFolder((folder) => {
      const film = join(folder, 'film.y4m');
      writeVideo(film, eanPicture('8600000000011', 4));
      const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
      return atTill(
        async (page, box) => {
          assert.is(await page.evaluate('typeof BarcodeDetector'), 'undefined');
          const scripts: string[] = [];
          page.on('request', (request) => scripts.push(request.url()));
          await page.getByRole('button', { name: 'Скенирај камером' }).tap();
          await page.getByLabel('Укупно').getByText('150,00').waitFor();
          assert.is(await page.getByRole('dialog').count(), 0);

          await page.getByRole('button', { name: 'Наплати' }).tap();
          await page.getByRole('button', { name: /тачно/ }).tap();
          await page.getByRole('button', { name: 'Следећа продаја' }).tap();
          const [sale] = await receiptsOf(box);
          const invoice = await box.parts.ledger.invoice(sale?.uuid ?? '');
          writeVideo(film, qrPicture(invoice?.signature.verificationUrl ?? '', 5));
          await chooseMore(page, 'Нађи рачун');
          await page.getByRole('button', { name: 'Скенирај камером' }).tap();
          await page.getByRole('button', { name: 'Рефундирај' }).waitFor();
          await page
            .getByText(invoice?.signature.invoiceNumber ?? '')
            .first()
            .waitFor();
          await assertAccessible(page);

          await page.goto(`${box.origin}/#/receipts`);
          await page.getByRole('button', { name: 'Скенирај QR код' }).tap();
          await page.waitForURL(`**/#/receipts/${sale?.uuid}`);
        },
        {
          device: { ...PHONE, permissions: ['camera'] },
          args: [...camera, `--use-file-for-fake-video-capture=${film}`],
        },
      );
    }),
);

turns.test('a till without a camera says so', () =>
  atTill(async (page) => {
    await page.getByRole('button', { name: 'Скенирај камером' }).click();
    await page.getByText('Камера није доступна').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }),
);

test.run();

// time limit: 300 s
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Draft } from '../../../../src/contract/fiscal.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { COPY_REFUND, HIGHEST_SALE, issued, REFUND, SALE, SMALL_SALE } from '../../../paper/journal/invoices.js';
import { assertAccessible } from '../../../kit/web/accessibility.js';
import { hasBrowser } from '../../../kit/web/browser.js';
import { assertPicture, openSteadyBrowser } from '../../../kit/web/steady.js';
import { type MailView, showMail } from './shown.js';
import { Turns } from '../../../kit/turns.js';

/** Each shows mails in a browser. */
const turns = new Turns(hasBrowser ? 4 : 0);

/** The mail with a receipt, as a phone of 360 px and a desktop show it. */

const PLACE = { folder: join(import.meta.dirname, 'expected'), isWhole: true } as const;
const PHONE = { device: 'phone' } as const;
const DARK = { device: 'phone', scheme: 'dark' } as const;
const SANDBOX = issued(COPY_REFUND, { environment: 'sandbox' });

/** A receipt of a shop with a name without a blank, which must be broken somewhere. */
function wide(of: Draft): IssuedInvoice {
  const { signature, ...rest } = issued(of);
  return { ...rest, signature: { ...signature, company: { ...signature.company, name: 'Ђ'.repeat(100) } } };
}

let browser: Browser;

async function during(
  invoice: IssuedInvoice,
  view: MailView,
  work: (shown: Awaited<ReturnType<typeof showMail>>) => Promise<void>,
): Promise<void> {
  const shown = await showMail(browser, invoice, view);
  try {
    await work(shown);
  } finally {
    await shown.close();
  }
}

if (hasBrowser) {
  test.before(async () => {
    browser = await openSteadyBrowser();
  });
  test.after(() => browser.close());

  const PICTURES: readonly (readonly [name: string, invoice: IssuedInvoice, view: MailView])[] = [
    ['mail-phone', issued(SMALL_SALE), PHONE],
    ['mail-phone-dark', issued(SMALL_SALE), DARK],
    ['mail-phone-not-fiscal', SANDBOX, { ...PHONE, attached: null }],
    ['mail-phone-not-fiscal-dark', SANDBOX, { ...DARK, attached: null }],
    ['mail-phone-dark-stripped', issued(REFUND), { ...DARK, isStripped: true }],
    ['mail-desktop', issued(SALE), { device: 'desktop' }],
  ];
  for (const [name, invoice, view] of PICTURES) {
    turns.test(name, () => during(invoice, view, ({ page }) => assertPicture(page, name, PLACE)));
  }

  turns.test('axe finds nothing, light and dark, with and without style sheets', async () => {
    for (const look of [PHONE, DARK]) {
      for (const isStripped of [false, true]) {
        await during(SANDBOX, { ...look, isStripped }, ({ page }) => assertAccessible(page));
      }
    }
  });

  turns.test(
    'nothing is loaded, and on 360 px nothing is wider than the screen, whatever the receipt says',
    async () => {
      for (const isStripped of [false, true]) {
        for (const attached of [`${'A1'.repeat(40)}.pdf`, null]) {
          await during(wide(HIGHEST_SALE), { ...PHONE, isStripped, attached }, async ({ page, asked }) => {
            const over = `(one) => one.scrollWidth - one.clientWidth`;
            const blocks = `document.scrollingElement, document.querySelector('pre')`;
            assert.equal(await page.evaluate(`[innerWidth, ...[${blocks}].map(${over})]`), [360, 0, 0]);
            assert.equal(asked, []);
          });
        }
      }
    },
  );

  turns.test(
    'the button leads to the check, is high enough for a thumb, and comes before what is below the first screen',
    () =>
      during(issued(SALE), PHONE, async ({ page }) => {
        const button = page.getByRole('link', { name: 'Проверите рачун', exact: true });
        assert.is(await button.getAttribute('href'), issued(SALE).signature.verificationUrl);
        const { y = 0, height = 0, width = 0 } = (await button.boundingBox()) ?? {};
        assert.ok(height >= 44 && width >= 200 && y + height < 400, `${y} ${height} ${width}`);
      }),
  );

  turns.test('on a desktop the mail is one column of 600 px', () =>
    during(issued(SALE), { device: 'desktop' }, async ({ page }) => {
      const box = await page.locator('.card').boundingBox();
      assert.equal([box?.width, box?.x], [600, 340]);
    }),
  );
} else {
  test.skip('there is no browser here');
}

test.run();

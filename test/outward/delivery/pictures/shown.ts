import type { Browser, Page } from 'playwright-core';
import { receiptMail } from '../../../../src/outward/delivery/mail/receiptMail.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { type Look, steadyPage } from '../../../kit/web/steady.js';

/** No such host; the mail is given out in its place. */
const PLACE = 'https://mail.invalid/';

export interface MailView extends Look {
  /** File name of the attachment; null: none. */
  readonly attached?: string | null;
  /** As in a client that drops style sheets. */
  readonly isStripped?: boolean;
}

export interface ShownMail {
  readonly page: Page;
  /** What the mail has asked for beside itself. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens the mail of a receipt as a mail client does, in a browser. */
export async function showMail(browser: Browser, invoice: IssuedInvoice, view: MailView): Promise<ShownMail> {
  const { attached = `${invoice.signature.invoiceNumber}.pdf`, isStripped = false } = view;
  const { html } = receiptMail(invoice, attached);
  const body = isStripped ? html.replace(/<style>.*?<\/style>/gs, '') : html;
  const { page, close } = await steadyPage(browser, view);
  const asked: string[] = [];
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url === PLACE) return route.fulfill({ contentType: 'text/html', body });
    asked.push(url);
    return route.abort();
  });
  await page.goto(PLACE);
  return { page, asked, close };
}

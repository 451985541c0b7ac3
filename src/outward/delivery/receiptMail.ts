import type { IssuedInvoice } from '../../platform/ledger/index.js';
import { factsOf, subjectOf } from './mail/facts.js';
import { mailHtml } from './mail/html.js';
import { mailText } from './mail/text.js';

/** The mail to a customer with a receipt, in Serbian Cyrillic. */
interface ReceiptMail {
  /** One row. */
  readonly subject: string;
  readonly text: string;
  /** A complete document that loads nothing. */
  readonly html: string;
}

/**
 * The mail of a receipt: shop, amount and date, notes if it is not a fiscal receipt, the verification link, the
 * attachment, and its text as printed. `attached` is the file name of its document, null without one.
 */
export function receiptMail(invoice: IssuedInvoice, attached: string | null): ReceiptMail {
  const facts = factsOf(invoice, attached);
  const subject = subjectOf(facts);
  return { subject, text: mailText(facts), html: mailHtml(subject, facts) };
}

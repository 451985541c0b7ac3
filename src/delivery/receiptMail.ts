import { escapeHtml, oneLine, PFR_TRAITS } from '../base/index.js';
import { documentName, isFiscalType, printedJournal } from '../journal/index.js';
import type { IssuedInvoice } from '../ledger/index.js';

/** The mail to a customer with a receipt, in Serbian Cyrillic. */
export interface ReceiptMail {
  /** One row. */
  readonly subject: string;
  readonly text: string;
  /** A complete document that loads nothing. */
  readonly html: string;
}

/** The mail of a receipt: its text as printed, its verification link, and notes if it is not a fiscal receipt. */
export function receiptMail(invoice: IssuedInvoice): ReceiptMail {
  const { draft, signature } = invoice;
  const subject = oneLine(`${nameOf(invoice)} ${signature.invoiceNumber} - ${signature.company.name}`);
  const journal = printedJournal(signature.journal, draft);
  const notes = notesOn(invoice);
  const link = signature.verificationUrl;
  return {
    subject,
    text: [subject, ...notes, `Провера рачуна:\r\n${link}`, journal].join('\r\n\r\n'),
    html: htmlOf(subject, notes, link, journal),
  };
}

/** What a receipt is called in a message. */
export function nameOf({ mode, draft }: IssuedInvoice): string {
  if (!PFR_TRAITS[mode].issuesRealReceipts) return 'Демо рачун';
  return documentName(draft.invoiceType, draft.transactionType);
}

/** Sentences that say why a receipt is not fiscal. */
export function notesOn({ mode, environment, draft }: IssuedInvoice): string[] {
  const notes: string[] = [];
  if (!PFR_TRAITS[mode].issuesRealReceipts) notes.push('Ово је демо рачун. Није фискализован и нема фискалну важност.');
  else if (environment === 'sandbox') notes.push('Рачун је издат у тестном окружењу и нема фискалну важност.');
  if (!isFiscalType(draft.invoiceType)) notes.push('Ово није фискални рачун.');
  return notes;
}

function htmlOf(subject: string, notes: readonly string[], link: string, journal: string): string {
  const address = escapeHtml(link);
  // Nothing but an HTTP address may become a link.
  const shown = /^https?:\/\//.test(link) ? `<a href="${address}">${address}</a>` : address;
  return `<!doctype html>
<html lang="sr-Cyrl">
<head>
<meta charset="utf-8">
<title>${escapeHtml(subject)}</title>
</head>
<body style="font-family: sans-serif">
<h1 style="font-size: 1.2em">${escapeHtml(subject)}</h1>
${notes.map((note) => `<p><strong>${escapeHtml(note)}</strong></p>\n`).join('')}<p style="overflow-wrap: anywhere">Провера рачуна: ${shown}</p>
<pre style="font-family: 'DejaVu Sans Mono', Consolas, monospace; line-height: 1.3">${escapeHtml(journal)}</pre>
</body>
</html>
`;
}

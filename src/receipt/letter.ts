import { escapeHtml } from '../base/html.js';
import { oneLine } from '../base/text.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import { documentName, isFiscalType } from './lettering.js';
import { printedJournal } from './printed.js';

/** What a customer gets of a receipt by e-mail, in Serbian Cyrillic. */
export interface Letter {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** A whole page that loads nothing. */
  readonly html: string;
}

/** The letter that carries a receipt: its text as printed, the link that verifies it, and what it is not. */
export function receiptLetter(invoice: IssuedInvoice): Letter {
  const { draft, signature } = invoice;
  const name = invoice.mode === 'demo' ? 'Демо рачун' : documentName(draft.invoiceType, draft.transactionType);
  const subject = oneLine(`${name} ${signature.invoiceNumber} - ${signature.company.name}`);
  const journal = printedJournal(signature.journal, draft);
  const notes = notesOn(invoice);
  const link = signature.verificationUrl;
  return {
    subject,
    text: [subject, ...notes, `Провера рачуна:\r\n${link}`, journal].join('\r\n\r\n'),
    html: htmlOf(subject, notes, link, journal),
  };
}

/** Nobody must take for a fiscal receipt what is none. */
export function notesOn({ mode, environment, draft }: IssuedInvoice): string[] {
  const notes: string[] = [];
  if (mode === 'demo') notes.push('Ово је демо рачун. Није фискализован и нема фискалну важност.');
  else if (environment === 'sandbox') notes.push('Рачун је издат у тестном окружењу и нема фискалну важност.');
  if (!isFiscalType(draft.invoiceType)) notes.push('Ово није фискални рачун.');
  return notes;
}

function htmlOf(subject: string, notes: readonly string[], link: string, journal: string): string {
  const address = escapeHtml(link);
  // Mail programs show only what begins like this as a link, and nothing else may be one.
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

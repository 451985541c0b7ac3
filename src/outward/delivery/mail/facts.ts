import { formatMoney, oneLine, printableRow, receiptTime } from '../../../base/index.js';
import { PFR_TRAITS, isFiscalType } from '../../../contract/index.js';
import { documentName, printedJournal } from '../../../paper/journal/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';

/** The data of a receipt in a mail, in Serbian Cyrillic and in this order. All but `slip` are one row each. */
export interface MailFacts {
  readonly shop: string;
  /** Name of the kind of receipt, such as `Рефундација`. */
  readonly kind: string;
  /** `1.234,50 РСД`; positive on refunds too, as on the receipt. */
  readonly amount: string;
  /** `21.11.2026. 8:05:09` */
  readonly time: string;
  /** Why it is not fiscal; empty for a fiscal receipt. */
  readonly notes: readonly string[];
  /** The processor's verification link. */
  readonly link: string;
  /** The name of the attachment, or how to get one when there is none. */
  readonly attachment: string;
  /** Text as printed. */
  readonly slip: string;
}

/** The facts of a receipt. `attached` is the file name of its document, null without one. */
export function factsOf(invoice: IssuedInvoice, attached: string | null): MailFacts {
  const { draft, signature } = invoice;
  return {
    shop: row(signature.company.name),
    kind: nameOf(invoice),
    amount: `${formatMoney(draft.total)} РСД`,
    time: receiptTime(signature.time),
    notes: notesOn(invoice),
    link: row(signature.verificationUrl),
    attachment: attachmentOf(attached),
    slip: printedJournal(signature.journal, draft),
  };
}

/**
 * `Рачун 699,00 РСД, Пекара Ђурђевак, 21.11.2026.`: in a list of mails the amount distinguishes receipts of one shop.
 */
export function subjectOf({ kind, amount, shop, time }: MailFacts): string {
  const [day = ''] = time.split(' ');
  return `${kind} ${amount}, ${shop}, ${day}`;
}

/**
 * The name of a receipt in a message. The name marks a receipt without fiscal validity, since a subject is too short
 * for a sentence.
 */
export function nameOf({ mode, environment, draft }: IssuedInvoice): string {
  const name = documentName(draft.invoiceType, draft.transactionType);
  const mark = PFR_TRAITS[mode].issuesRealReceipts ? (environment === 'sandbox' ? 'Тест' : '') : 'Демо';
  return mark === '' ? name : `${mark} ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** Sentences that state why a receipt is not fiscal. */
export function notesOn({ mode, environment, draft }: IssuedInvoice): string[] {
  const notes: string[] = [];
  if (!PFR_TRAITS[mode].issuesRealReceipts) notes.push('Ово је демо рачун. Није фискализован и нема фискалну важност.');
  else if (environment === 'sandbox') notes.push('Рачун је издат у пробном окружењу и нема фискалну важност.');
  if (!isFiscalType(draft.invoiceType)) notes.push('Ово није фискални рачун.');
  return notes;
}

/** The file in every PDF of a receipt, for programs. */
const DATA_FILE = 'racun.json';

function attachmentOf(name: string | null): string {
  if (name !== null)
    return `У прилогу је овај рачун у PDF-у за штампу: ${name} (садржи и податке за програме, ${DATA_FILE}).`;
  return 'PDF овог пута није приложен; цео текст је испод. Ако вам треба PDF, затражите од продавца да поруку пошаље поново.';
}

/** A value of a processor as one row that cannot begin a header, hide a text or reverse it. */
function row(text: string): string {
  return printableRow(oneLine(text)).trim();
}

/** What the API answers about a receipt: the members that checks look at. */
export interface Invoice {
  readonly uuid: string;
  readonly invoiceType: string;
  readonly transactionType: string;
  readonly cashier: string | null;
  readonly total: number;
  readonly payments: readonly { readonly paymentType: string; readonly amount: number }[];
  readonly items: readonly InvoiceLine[];
  readonly taxItems: readonly { readonly label: string; readonly rate: number; readonly amount: number }[];
  readonly buyerId: string | null;
  readonly referentDocumentNumber: string | null;
  readonly referentDocumentDT: string | null;
  readonly journal: string;
  readonly pfr: {
    readonly invoiceNumber: string;
    readonly invoiceCounter: string;
    readonly sdcDateTime: string;
    readonly verificationUrl: string;
  };
  readonly warnings?: readonly { readonly rule: string; readonly message: string }[];
}

interface InvoiceLine {
  readonly name: string;
  readonly unit: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly totalAmount: number;
  readonly label: string;
  readonly gtin: string | null;
}

/** How the API answered. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** An error answer; empty texts for any other answer. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly rule: string;
}

/** A call whose answer is not what the check needs to go on. */
export class Unexpected extends Error {}

/** The JSON of an answer that must have one of these statuses. */
export function bodyOf({ status, text }: Reply, ...statuses: readonly number[]): unknown {
  if (!statuses.includes(status)) throw new Unexpected(`${status} ${text.slice(0, 400)}`);
  return JSON.parse(text);
}

/** The error of an answer. */
export function refusalOf({ text }: Reply): Refusal {
  const { error = {} } = parsed(text) as { readonly error?: Partial<Refusal> };
  return { code: error.code ?? '', message: error.message ?? '', rule: error.rule ?? '' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** Rows of a text without rules and with single blanks: `Укупан износ: 389,90`. */
export function rowsOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((row) => row.replace(/^[\s=-]+|[\s=-]+$/g, '').replace(/\s+/g, ' '))
    .filter((row) => row !== '');
}

/** The value behind a caption, `ЕСИР број`; undefined where no row has it. */
export function valueOf(invoice: Pick<Invoice, 'journal'>, caption: string): string | undefined {
  const row = rowsOf(invoice.journal).find((one) => one.startsWith(`${caption}:`));
  return row?.slice(caption.length + 1).trim();
}

/** The text of a sheet in HTML as it is read: without tags, a row for each row. */
export function textOfSheet(html: string): string {
  const [, sheet = html] = /<!--sheet-->([\s\S]*?)<!--\/sheet-->/.exec(html) ?? [];
  return sheet
    .replace(/<(style|script|svg)[\s\S]*?<\/\1>/g, '')
    .replace(/<(?:br|\/p|\/div|\/pre|\/tr|\/h\d|\/li|\/dt|\/dd|\/section)[^>]*>/g, '\n')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&');
}

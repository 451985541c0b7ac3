import {
  dayNumber,
  defineMessages,
  failed,
  isLocalDate,
  type LocalTime,
  localTime,
  type Message,
  ok,
  type Para,
  type Result,
  type SalesFirst,
  searchKey,
  systemClock,
} from '../../../base/index.js';
import {
  type Environment,
  INVOICE_TYPES,
  type InvoiceLine,
  type InvoiceType,
  type PaymentType,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../../contract/index.js';
import type { InvoiceSequence, IssuedInvoice, Ledger, StoredItem } from '../../../platform/ledger/index.js';
import type { Catalogue } from '../../../shop/catalogue/index.js';
import { integer, oneOf, optional, text } from '../fields.js';
import { type AdminDeps, operation } from '../operation.js';
import { BAD_DAY } from '../reports/figures.js';
import { findByNumber } from '../../../sales/invoicing/index.js';
import { decodeLink, readLinkPayload } from '../../../paper/journal/index.js';

/** A receipt in a list, in Belgrade time. */
export interface ReceiptRow {
  readonly uuid: string;
  /** PFR number. */
  readonly number: string;
  readonly counter: string;
  readonly time: LocalTime;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly total: Para;
  readonly payments: readonly PaymentType[];
  readonly cashier: string;
  readonly buyerId: string | null;
  /** PFR number of the receipt that it refers to. */
  readonly referent: string | null;
  /** Names of the first lines, at most {@link MAX_NAMES}. */
  readonly names: readonly string[];
  readonly lines: number;
}

const MAX_NAMES = 3;

export function receiptRow({ uuid, draft, signature }: IssuedInvoice): ReceiptRow {
  const { invoiceType, transactionType, total, payments, cashier, buyerId, referentNumber, lines } = draft;
  return {
    ...{ uuid, invoiceType, transactionType, total, cashier, buyerId },
    number: signature.invoiceNumber,
    counter: signature.invoiceCounter,
    time: localTime(signature.time),
    payments: payments.map(({ paymentType }) => paymentType),
    referent: referentNumber,
    names: lines.slice(0, MAX_NAMES).map(({ name }) => name),
    lines: lines.length,
  };
}

const MESSAGES = defineMessages('receipts', {
  brokenLink: { en: 'This is not a complete receipt link.', sr: 'Ово није цела веза рачуна.' },
});

/** Maximum receipts of one answer, and maximum receipts read for it: some hundred ms on a small board. */
const MAX_FOUND = 25;
const MAX_READ = 1000;
/** Duration of a slice of the search, ms. */
const SLICE = 8;

export interface FoundReceipts {
  /** Receipts of the active environment, newest first. */
  readonly receipts: readonly ReceiptRow[];
  /** `skip` of the next question, when there may be more. */
  readonly next: number | null;
}

/**
 * Finds receipts. `number`: PFR number or its end; `link`: content of the QR code; `referent`: PFR number that others
 * refer to; each of these alone. Otherwise days, types, `amount` in para, and parts of buyer, cashier and article in
 * either alphabet, which must all match. Sales between two questions shift the list: a receipt may appear twice, but
 * none is missed.
 */
export const findReceipts = operation({
  permission: 'turnover',
  isReadOnly: true,
  input: {
    number: optional(text),
    link: optional(text),
    referent: optional(text),
    from: optional(text),
    to: optional(text),
    invoiceType: optional(oneOf(INVOICE_TYPES)),
    transactionType: optional(oneOf(TRANSACTION_TYPES)),
    amount: optional(integer),
    buyer: optional(text),
    cashier: optional(text),
    article: optional(text),
    skip: optional(integer),
  },
  async run(
    { ledger, settings, catalogue, invoicing }: Pick<AdminDeps, 'ledger' | 'settings' | 'catalogue' | 'invoicing'>,
    { number, link, referent, from, to, invoiceType, skip: asked = 0, ...wanted },
    _tell,
    signal,
  ): Promise<Result<FoundReceipts, Message>> {
    const { environment } = settings.now;
    const named = link === undefined ? number : numberInLink(link);
    if (link !== undefined && named === undefined) return failed(MESSAGES.brokenLink);
    if (named !== undefined) return ok(whole(await receiptsByNumber(ledger, environment, named.trim())));
    if (referent !== undefined) return ok(whole(await receiptsReferringTo(ledger, environment, referent)));
    if (![from, to].every((day) => day === undefined || isLocalDate(day))) return failed(BAD_DAY);
    const skip = Math.max(0, asked);
    const days = {
      from: from === undefined ? undefined : dayNumber(from),
      to: to === undefined ? undefined : dayNumber(to),
    };
    const sequence = await ledger.invoiceSequence({ environment, invoiceType, ...days, skip, limit: MAX_READ });
    const { found, read, isOver } = await search(sequence, matcherOf(wanted, catalogue), invoicing.salesFirst, signal);
    // In a damaged ledger a page may have fewer receipts than expected.
    const isLast = isOver && (read === 0 || (read < MAX_READ && ledger.damage.length === 0));
    return ok({ receipts: found.map(receiptRow), next: isLast ? null : skip + (isOver ? MAX_READ : read) });
  },
});

function whole(invoices: readonly IssuedInvoice[]): FoundReceipts {
  return { receipts: invoices.map(receiptRow), next: null };
}

interface Searched {
  readonly found: readonly IssuedInvoice[];
  readonly read: number;
  readonly isOver: boolean;
}

/** Reads on until enough is found or the caller no longer waits, slice by slice, so that sales go first. */
async function search(
  sequence: InvoiceSequence,
  isWanted: (invoice: IssuedInvoice) => boolean,
  { slice }: Pick<SalesFirst, 'slice'>,
  signal: AbortSignal,
): Promise<Searched> {
  const found: IssuedInvoice[] = [];
  let read = 0;
  for (let isOver = false; ;) {
    isOver = await slice(async () => {
      const began = systemClock.monotonic();
      while (found.length < MAX_FOUND && systemClock.monotonic() - began < SLICE) {
        const { value } = await sequence.next();
        if (value === undefined) return true;
        read += 1;
        if (isWanted(value)) found.push(value);
      }
      return false;
    });
    if (!isOver && found.length < MAX_FOUND && !signal.aborted) continue;
    await sequence.return();
    return { found, read, isOver };
  }
}

/** Criteria of a search; absent ones match every receipt. */
interface Wanted {
  readonly amount?: Para;
  readonly transactionType?: TransactionType;
  /** Part of the buyer's identification. */
  readonly buyer?: string;
  /** Part of the cashier's name. */
  readonly cashier?: string;
  /** Part of a name, or a whole PLU or GTIN. */
  readonly article?: string;
}

type Test = (invoice: IssuedInvoice) => boolean;

/** Returns a predicate for receipts. Work that is the same for every receipt is done once. */
function matcherOf(
  { amount, transactionType, buyer = '', cashier = '', article = '' }: Wanted,
  catalogue: Pick<Catalogue, 'all'>,
): Test {
  const tests: Test[] = [];
  if (amount !== undefined) tests.push(({ draft }) => draft.total === amount);
  if (transactionType !== undefined) tests.push(({ draft }) => draft.transactionType === transactionType);
  if (buyer !== '') tests.push(partTest(buyer, ({ draft }) => draft.buyerId ?? ''));
  if (cashier !== '') tests.push(partTest(cashier, ({ draft }) => draft.cashier));
  if (article !== '') {
    const isArticle = articleTest(article, catalogue);
    tests.push(({ draft }) => draft.lines.some(isArticle));
  }
  return (invoice) => tests.every((test) => test(invoice));
}

/** Searched like the catalogue: `Ђорђе`, `Đorđe` and `djordje` are the same. */
function partTest(part: string, textOf: (invoice: IssuedInvoice) => string): Test {
  const key = searchKey(part);
  return (invoice) => searchKey(textOf(invoice)).includes(key);
}

/** A line does not contain a PLU. It is taken from the catalogue item that the line links to, or that has its name. */
function articleTest(article: string, catalogue: Pick<Catalogue, 'all'>): (line: InvoiceLine) => boolean {
  const part = searchKey(article);
  const code = article.toLowerCase();
  const item: StoredItem | undefined = catalogue.all().find(({ plu }) => plu?.toLowerCase() === code);
  return ({ name, gtin, itemId }) =>
    gtin === article ||
    (item !== undefined && (itemId === item.id || name === item.name)) ||
    searchKey(name).includes(part);
}

/** A running number alone, as copied from the end of a PFR number. */
const RUNNING = /^\d{1,10}$/;

/**
 * The receipts with this number: a whole PFR number, or a running number, which may occur in each counter series of the
 * current processor.
 */
async function receiptsByNumber(ledger: Ledger, environment: Environment, number: string): Promise<IssuedInvoice[]> {
  const numbers = RUNNING.test(number) ? await numbersOf(ledger, environment, Number(number)) : [number];
  const found: IssuedInvoice[] = [];
  for (const one of numbers) {
    const invoice = await findByNumber(ledger, one);
    if (invoice?.environment === environment) found.push(invoice);
  }
  return found;
}

async function numbersOf(ledger: Ledger, environment: Environment, counter: number): Promise<string[]> {
  const [newest] = await ledger.invoices({ environment, skip: 0, limit: 1 });
  if (newest === undefined) return [];
  return Object.keys(ledger.main.runsInUse(newest.signature.requestedBy)).map((run) => `${run}-${counter}`);
}

/** The PFR number in the verification link of a QR code; undefined when the link is incomplete. */
function numberInLink(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const payload = readLinkPayload(new URL(link).searchParams.get('vl') ?? '');
  const decoded = payload && decodeLink(payload);
  return decoded && `${decoded.requestedBy}-${decoded.signedBy}-${decoded.totalCounter}`;
}

/** The receipts that refer to a PFR number, of any type, in order of issue. */
async function receiptsReferringTo(ledger: Ledger, environment: Environment, number: string): Promise<IssuedInvoice[]> {
  const found: IssuedInvoice[] = [];
  for (const invoiceType of INVOICE_TYPES) {
    for (const transactionType of TRANSACTION_TYPES) {
      found.push(...(await ledger.invoicesByReferent({ environment, number, invoiceType, transactionType })));
    }
  }
  return found.sort((one, other) => one.createdAt - other.createdAt);
}

import type { Slice } from '../../../base/index.js';
import { type Draft, isFiscalType } from '../../../contract/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { isAdvanceSale } from '../draft/receiptKind.js';
import { ownTins } from '../draft/ownTins.js';
import { findByNumber } from '../draft/pfrNumber.js';

/**
 * Maximum number of receipts of a kind that are read among those that refer to one receipt. In practice a receipt is
 * not refunded or copied more often.
 */
const MAX_REFERRING = 100;

/**
 * How many refunds are followed of which each voids the one before. In practice there are two or three. A program that
 * names its last refund in each new one makes thousands, and a sale would wait until all were read.
 */
const MAX_VOIDING_DEPTH = 20;

/** Runs each step of a read at once, because a sale must not wait. */
export const unsliced: Slice = async (step) => step();

export type Kind = Pick<Draft, 'invoiceType' | 'transactionType'>;
export const REFUNDS: readonly Kind[] = [
  { invoiceType: 'Normal', transactionType: 'Refund' },
  { invoiceType: 'Advance', transactionType: 'Refund' },
];
/** A final receipt refers to the refund of an advance. */
export const FINAL = { invoiceType: 'Normal', transactionType: 'Sale' } as const;
export const COPIES: readonly Kind[] = [
  { invoiceType: 'Copy', transactionType: 'Sale' },
  { invoiceType: 'Copy', transactionType: 'Refund' },
];

/**
 * What decides which refunds count. Of the settings it is the TIN of the seller: a receipt that voids another has the
 * seller as its buyer.
 */
export interface Books {
  readonly ledger: Ledger;
  readonly settings: Pick<Settings, 'now'>;
}

/** Receipts that refer to another one, in order of issue; `more`: how many others were not read. */
export interface Referring {
  readonly receipts: readonly IssuedInvoice[];
  readonly more: number;
}

/**
 * Reads the receipts of these kinds that refer to a receipt, at most `most` of them. Throws UnreadableRecord and
 * DiskError.
 */
export async function readReferring(
  ledger: Ledger,
  { environment, signature }: IssuedInvoice,
  kinds: readonly Kind[],
  { slice = unsliced, max = MAX_REFERRING }: { readonly slice?: Slice; readonly max?: number } = {},
): Promise<Referring> {
  const referents = kinds.map((kind) => ({ environment, number: signature.invoiceNumber, ...kind }));
  const { first, count } = await slice(() => ledger.firstByReferents(referents, max));
  const receipts: IssuedInvoice[] = [];
  for (;;) {
    const next = await slice(() => first.next());
    if (next.done === true) return { receipts, more: Math.max(0, count - max) };
    receipts.push(next.value);
  }
}

/**
 * The refunds that count against a fiscal receipt: a refund that was voided by another one counts no more (Technical
 * Instruction for ESIR, 9.3). For a refund, these are the receipts that void it. Undefined for a receipt that is not
 * fiscal: a training refund, for example, returns no money. `until`: as of the issue of this refund.
 */
export async function readRefunds(
  { ledger, settings }: Books,
  receipt: IssuedInvoice,
  { slice, until }: { readonly slice?: Slice; readonly until?: IssuedInvoice } = {},
): Promise<Referring | undefined> {
  if (!isFiscalType(receipt.draft.invoiceType)) return undefined;
  return readCounted({ ledger, settings, ...(slice && { slice }), ...(until && { until }) }, receipt, new Set());
}

/** Those of these refunds that were not voided by another one before `until`. */
export async function unvoided(
  books: Books,
  refunds: readonly IssuedInvoice[],
  { slice, until }: { readonly slice?: Slice; readonly until?: IssuedInvoice } = {},
): Promise<readonly IssuedInvoice[]> {
  const options = { ...(slice && { slice }), ...(until && { until }) };
  const counted: IssuedInvoice[] = [];
  for (const refund of refunds) if (!(await isVoided(books, refund, options))) counted.push(refund);
  return counted;
}

interface Reading extends Books {
  readonly slice?: Slice;
  readonly until?: IssuedInvoice;
}

/** `above`: uuids of the receipts that led here, since two receipts may name each other's number. */
async function readCounted(reading: Reading, receipt: IssuedInvoice, above: ReadonlySet<string>): Promise<Referring> {
  const { ledger, slice, until } = reading;
  if (above.size > MAX_VOIDING_DEPTH) return { receipts: [], more: 0 };
  const { receipts, more } = await readReferring(ledger, receipt, REFUNDS, { ...(slice && { slice }) });
  const place = receipts.findIndex(({ uuid }) => uuid === until?.uuid);
  // `until` may refer to another receipt: a summary refund names only one of the sales that it returns.
  const before =
    place < 0
      ? receipts.filter(({ createdAt }) => until === undefined || createdAt < until.createdAt)
      : receipts.slice(0, place);
  const known = new Set([...above, receipt.uuid]);
  const counted: IssuedInvoice[] = [];
  for (const one of before) if (!known.has(one.uuid) && !(await isVoidedIn(reading, one, known))) counted.push(one);
  return { receipts: counted, more: place < 0 ? more : 0 };
}

/**
 * True when all of a refund was voided; `until`: as of the issue of this later refund. The refund of an advance still
 * counts while a final receipt refers to it: its money was spent, and would otherwise be returned a second time.
 */
export function isVoided(
  { ledger, settings }: Books,
  refund: IssuedInvoice,
  options: { readonly slice?: Slice; readonly until?: IssuedInvoice } = {},
): Promise<boolean> {
  return isVoidedIn({ ledger, settings, ...options }, refund, new Set());
}

async function isVoidedIn(reading: Reading, refund: IssuedInvoice, above: ReadonlySet<string>): Promise<boolean> {
  const { receipts } = await readCounted(reading, refund, above);
  return sumOf(receipts) >= BigInt(refund.draft.total) && (await finalIn(reading, refund, above)) === undefined;
}

/**
 * The final receipt for which the refund of an advance was issued, unless it was voided itself: refunded to the seller
 * (9.3). One that was refunded to its buyer stays, because that refund has returned what was paid in advance. `until`:
 * as of the issue of this later refund.
 */
export function unvoidedFinal(
  { ledger, settings }: Books,
  refund: IssuedInvoice,
  options: { readonly slice?: Slice; readonly until?: IssuedInvoice } = {},
): Promise<IssuedInvoice | undefined> {
  return finalIn({ ledger, settings, ...options }, refund, new Set());
}

async function finalIn(
  reading: Reading,
  refund: IssuedInvoice,
  above: ReadonlySet<string>,
): Promise<IssuedInvoice | undefined> {
  const { ledger, slice = unsliced, until } = reading;
  if (refund.draft.invoiceType !== 'Advance' && !(await slice(() => returnsAdvance(ledger, refund)))) return undefined;
  const { receipts } = await readReferring(ledger, refund, [FINAL], { slice });
  for (const final of receipts) {
    const isLater = until !== undefined && final.createdAt >= until.createdAt;
    if (!isLater && !(await isSaleVoidedIn(reading, final, new Set([...above, refund.uuid])))) return final;
  }
  return undefined;
}

/** Parts of an advance may be returned by Normal Refunds, too (9.1.3). */
async function returnsAdvance(ledger: Ledger, { environment, draft }: IssuedInvoice): Promise<boolean> {
  const sale = await findByNumber(ledger, draft.referentNumber ?? '');
  return sale?.environment === environment && isAdvanceSale(sale.draft);
}

async function isSaleVoidedIn(reading: Reading, sale: IssuedInvoice, above: ReadonlySet<string>): Promise<boolean> {
  const { receipts } = await readCounted(reading, sale, above);
  const toSeller = receipts.filter((refund) =>
    ownTins(reading.settings, sale, refund).some((tin) => refund.draft.buyerId === `10:${tin}`),
  );
  return sumOf(toSeller) >= BigInt(sale.draft.total);
}

function sumOf(receipts: readonly IssuedInvoice[]): bigint {
  return receipts.reduce((sum, { draft }) => sum + BigInt(draft.total), 0n);
}

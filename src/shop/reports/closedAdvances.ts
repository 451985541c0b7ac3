import type { Environment, InvoiceType } from '../../contract/index.js';
import { type ParaSum, runInSlices, type SalePriority, systemClock } from '../../base/index.js';
import type { DayTurnover, InvoiceSequence, IssuedInvoice, Ledger, Period } from '../../platform/ledger/index.js';
import { dailyTurnover } from './days.js';

/** Most receipts that one report reads; that takes half a minute on a small board. */
export const MAX_RECEIPTS = 40_000;
/** Duration of a slice of the work, ms. */
const SLICE = 8;

/** Receipts of one type of a Belgrade day, 20261121. */
interface Day {
  readonly environment: Environment;
  readonly day: number;
  readonly invoiceType: InvoiceType;
}

/**
 * Calls `use` with each receipt of a day, in slices between which sales go first. Ends early when `signal` is aborted.
 */
export async function eachReceiptOf(
  ledger: Ledger,
  { environment, day, invoiceType }: Day,
  use: (receipt: IssuedInvoice) => void,
  { slice }: Pick<SalePriority, 'slice'>,
  signal: AbortSignal,
): Promise<void> {
  const page = { environment, invoiceType, from: day, to: day, skip: 0, limit: MAX_RECEIPTS };
  const sequence: InvoiceSequence = await ledger.invoiceSequence(page);
  for (let isOver = false; !isOver && !signal.aborted;) {
    isOver = await slice(async () => {
      const began = systemClock.monotonic();
      while (systemClock.monotonic() - began < SLICE) {
        const { value } = await sequence.next();
        if (value === undefined) return true;
        use(value);
      }
      return false;
    });
  }
  await sequence.return();
}

/** Refunds of advances that returned no money, and their total, positive. */
export interface ClosedAdvances {
  readonly count: number;
  readonly amount: ParaSum;
}

/** A day or a period without such refunds. */
const NO_CLOSED_ADVANCES: ClosedAdvances = { count: 0, amount: 0n };

/**
 * Refunds by Belgrade day of advances that a final receipt refers to. Closing an advance issues such a refund beside
 * the final receipt (Technical Instruction for ESIR, 9.1); the buyer keeps the goods and gets no money. Days without
 * one have no entry. Reads only the advance receipts of days with refunds, and ends early when `signal` is aborted.
 */
export async function closedAdvances(
  ledger: Ledger,
  period: Period,
  salePriority: Pick<SalePriority, 'slice'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, ClosedAdvances>> {
  const byDay = new Map<number, ClosedAdvances>();
  const isUnwanted = (): boolean => signal.aborted;
  for (const { day, refunds } of await runInSlices(dailyTurnover(ledger, period), salePriority.slice)) {
    if (isUnwanted()) return byDay;
    if (refunds === 0) continue;
    const found: IssuedInvoice[] = [];
    const collect = (receipt: IssuedInvoice): void => {
      if (receipt.draft.transactionType === 'Refund') found.push(receipt);
    };
    await eachReceiptOf(ledger, { ...period, day, invoiceType: 'Advance' }, collect, salePriority, signal);
    for (const refund of found) {
      if (isUnwanted()) return byDay;
      if (await salePriority.slice(() => isClosing(ledger, refund))) {
        byDay.set(day, added(byDay.get(day), { count: 1, amount: BigInt(refund.draft.total) }));
      }
    }
  }
  return byDay;
}

async function isClosing(ledger: Ledger, { environment, signature }: IssuedInvoice): Promise<boolean> {
  const final = { invoiceType: 'Normal', transactionType: 'Sale' } as const;
  const found = await ledger.invoicesByReferent({ environment, number: signature.invoiceNumber, ...final });
  return found.length > 0;
}

function added(one: ClosedAdvances = NO_CLOSED_ADVANCES, other: ClosedAdvances): ClosedAdvances {
  return { count: one.count + other.count, amount: one.amount + other.amount };
}

/** The sum of all days. */
export function sumOfClosed(byDay: ReadonlyMap<number, ClosedAdvances>): ClosedAdvances {
  return [...byDay.values()].reduce(added, NO_CLOSED_ADVANCES);
}

/** The turnover of days, with `refunds` and `refunded` reduced to the money that buyers got back. */
export function withoutClosings(
  days: readonly DayTurnover[],
  byDay: ReadonlyMap<number, ClosedAdvances>,
): readonly DayTurnover[] {
  return days.map((row) => {
    const { count, amount } = byDay.get(row.day) ?? NO_CLOSED_ADVANCES;
    return { ...row, refunds: row.refunds - count, refunded: row.refunded - amount };
  });
}

import { counterType, PFR_TRAITS, readPfrNumber, counterSeries, type RunningNumbers } from '../../../contract/index.js';
import type { Intent } from '../../../platform/ledger/index.js';

/** Maximum number of ranges. Another till on the card leaves a gap with each of its receipts. */
const MAX_RANGES = 500;

/** A range of running numbers, both ends included. */
interface Range {
  from: number;
  to: number;
}

/**
 * The running numbers of one sequence whose receipts the box has. Beyond {@link MAX_RANGES} the lowest are dropped and
 * count as missing, which can never prove something wrong.
 */
export class RecordedNumbers {
  /** In ascending order, with gaps between them. */
  private readonly ranges: Range[] = [];

  add(number: number): void {
    const next = this.ranges.findIndex(({ to }) => to >= number - 1);
    const range = this.ranges[next];
    if (range === undefined) this.ranges.push({ from: number, to: number });
    else if (number < range.from - 1) this.ranges.splice(next, 0, { from: number, to: number });
    else this.extend(range, next, number);
    if (this.ranges.length > MAX_RANGES) this.ranges.shift();
  }

  /** The number is inside the range or directly next to it. */
  private extend(range: Range, index: number, number: number): void {
    range.from = Math.min(range.from, number);
    range.to = Math.max(range.to, number);
    const after = this.ranges[index + 1];
    if (after === undefined || after.from > range.to + 1) return;
    range.to = after.to;
    this.ranges.splice(index + 1, 1);
  }

  /** How many numbers above `after` and up to `upTo` the box has no receipt for. */
  countMissing(after: number, upTo: number): number {
    const recorded = this.ranges.reduce((sum, { from, to }) => {
      return sum + Math.max(0, Math.min(to, upTo) - Math.max(from, after + 1) + 1);
    }, 0);
    return Math.max(0, upTo - after) - recorded;
  }

  /** The first missing numbers, at most `most`, in ascending order. */
  missing(after: number, upTo: number, most: number): number[] {
    const found: number[] = [];
    for (let number = after + 1; number <= upTo && found.length < most; number += 1) {
      const range = this.ranges.find(({ from, to }) => from <= number && number <= to);
      if (range === undefined) found.push(number);
      else number = range.to;
    }
    return found;
  }

  /** The numbers on both sides of the last gap; undefined without a gap. */
  get lastGap(): { readonly before: number; readonly after: number } | undefined {
    const [below, above] = this.ranges.slice(-2);
    return above === undefined || below === undefined ? undefined : { before: below.to, after: above.from };
  }
}

/** What the running numbers prove about an order whose answer was lost. */
export type CounterProof =
  /** None of the numbers assigned since is missing: nothing was signed for it. */
  | { readonly kind: 'not signed' }
  /** The lost orders explain every missing number. `number`: the PFR number that remains for this order. */
  | { readonly kind: 'signed'; readonly number: string }
  /** Numbers are missing that others may have used, or another signer may have signed it. */
  | { readonly kind: 'no proof' }
  /** No number has arrived yet that was assigned after the order could no longer be signed. */
  | { readonly kind: 'waiting' };

/** An order whose answer was lost, and the numbers that are evidence about it. */
interface LostOrder {
  readonly intent: Intent;
  /** True when the processor can no longer sign it. */
  readonly isPastSigningLimit: boolean;
  /**
   * By counter series: numbers that were assigned after it could no longer be signed. 0, or no entry, for none.
   */
  readonly laterNumbers: ReadonlyMap<string, RunningNumbers>;
}

/** The numbers of one counter series whose receipts the box has: of all receipts, and of each type. */
export interface RecordedSeries {
  readonly total: RecordedNumbers;
  readonly byType: ReadonlyMap<string, RecordedNumbers>;
}

/**
 * What one counter series proves about an order. 'complete': no number is missing, so the series did not sign it.
 * 'gaps': numbers are missing. 'none': the series has no evidence yet.
 */
type SeriesEvidence = 'complete' | 'gaps' | 'none';

/** Evaluates the open orders of one environment by the running numbers. `lost`: all of them, oldest first. */
export class ProofFinder {
  constructor(
    private readonly lost: readonly LostOrder[],
    private readonly recorded: ReadonlyMap<string, RecordedSeries>,
  ) {}

  proofFor(order: LostOrder): CounterProof {
    if (order.laterNumbers.size === 0) return { kind: 'waiting' };
    const found = this.seriesOf(order).map((series) => ({ series, evidence: this.evidenceOf(series, order) }));
    const doubtful = found.filter(({ evidence }) => evidence !== 'complete');
    const [first] = doubtful;
    if (first === undefined) return { kind: this.isAnyKnown(order) ? 'not signed' : 'no proof' };
    return doubtful.length === 1 && first.evidence === 'gaps'
      ? this.explain(first.series, order)
      : { kind: 'no proof' };
  }

  /**
   * True when any counter series was known before. For a certificate without any receipt in this box, each of its
   * signers may have signed the order.
   */
  private isAnyKnown({ intent: { mode, counterBaseline } }: LostOrder): boolean {
    const { uid, counters = {}, lastNumber } = counterBaseline;
    if (PFR_TRAITS[mode].hasOneSigner || (lastNumber ?? '') !== '') return true;
    return Object.keys(counters).some((series) => series.startsWith(`${uid}-`));
  }

  /**
   * The counter series that may have signed the order: that of its card, or those of all known signers of its
   * certificate.
   */
  private seriesOf({ intent: { mode, counterBaseline }, laterNumbers }: LostOrder): readonly string[] {
    const { uid, counters = {} } = counterBaseline;
    if (PFR_TRAITS[mode].hasOneSigner) return [counterSeries({ requestedBy: uid, signedBy: uid })];
    const known = [...Object.keys(counters), ...laterNumbers.keys(), ...this.recorded.keys()];
    return [...new Set(known)].filter((series) => series.startsWith(`${uid}-`));
  }

  /**
   * The total counter and the counter of the type are independent evidence. One of them without a gap is sufficient.
   */
  private evidenceOf(series: string, order: LostOrder): SeriesEvidence {
    const later = order.laterNumbers.get(series);
    if (later === undefined) return 'none';
    const recorded = this.recorded.get(series);
    const type = counterType(order.intent.draft);
    const typed = later.byType[type];
    const isComplete = (numbers: RecordedNumbers | undefined, after: number, upTo: number): boolean =>
      (numbers?.countMissing(after, upTo) ?? upTo - after) <= 0;
    if (isComplete(recorded?.total, totalBefore(order, series), later.total)) return 'complete';
    const isTypeComplete =
      typed !== undefined && isComplete(recorded?.byType.get(type), typeBefore(order, series, type), typed);
    return isTypeComplete ? 'complete' : 'gaps';
  }

  /**
   * Checks that exactly as many numbers are missing as orders were lost, in total and of each type. Each order then has
   * one of them.
   */
  private explain(series: string, order: LostOrder): CounterProof {
    const open = this.lost.filter(
      (one) => this.seriesOf(one).includes(series) && this.evidenceOf(series, one) !== 'complete',
    );
    if (!open.every(({ isPastSigningLimit, laterNumbers }) => isPastSigningLimit && laterNumbers.has(series)))
      return { kind: 'waiting' };
    const areOurs = open.every((one) => this.isOnlyMissingIn(series, one) && !hasOtherTill(one, series));
    const numbers = areOurs ? this.missingIn(series, open) : undefined;
    const number = numbers?.[open.indexOf(order)];
    return number === undefined ? { kind: 'no proof' } : { kind: 'signed', number: `${series}-${number}` };
  }

  private isOnlyMissingIn(series: string, order: LostOrder): boolean {
    return this.seriesOf(order).every((other) => other === series || this.evidenceOf(other, order) === 'complete');
  }

  /** The missing numbers in the order of the lost orders; undefined when they do not match. */
  private missingIn(series: string, open: readonly LostOrder[]): readonly number[] | undefined {
    const after = Math.min(...open.map((one) => totalBefore(one, series)));
    const upTo = Math.max(...open.map(({ laterNumbers }) => laterNumbers.get(series)?.total ?? 0));
    const numbers = allMissing(this.recorded.get(series)?.total, after, upTo, open.length);
    const isEach = open.every((one, index) =>
      isWithin(numbers[index], totalBefore(one, series), one.laterNumbers.get(series)?.total),
    );
    return numbers.length === open.length && isEach && this.doTypesFit(series, open) ? numbers : undefined;
  }

  private doTypesFit(series: string, open: readonly LostOrder[]): boolean {
    return [...new Set(open.map(({ intent }) => counterType(intent.draft)))].every((type) => {
      const own = open.filter(({ intent }) => counterType(intent.draft) === type);
      const upTo = Math.max(...own.map(({ laterNumbers }) => laterNumbers.get(series)?.byType[type] ?? 0));
      // No receipt of the type has followed: only the total counts.
      if (upTo === 0) return true;
      const after = Math.min(...own.map((one) => typeBefore(one, series, type)));
      return allMissing(this.recorded.get(series)?.byType.get(type), after, upTo, own.length).length === own.length;
    });
  }
}

/** The missing numbers, or one more than `wanted` of them when there are more. */
function allMissing(
  recorded: RecordedNumbers | undefined,
  after: number,
  upTo: number,
  wanted: number,
): readonly number[] {
  const most = wanted + 1;
  if (recorded !== undefined) return recorded.missing(after, upTo, most);
  return Array.from({ length: Math.max(0, Math.min(upTo - after, most)) }, (_, index) => after + 1 + index);
}

function isWithin(number: number | undefined, after: number, upTo = 0): boolean {
  return number !== undefined && number > after && number <= upTo;
}

/**
 * The last number of the series assigned before the order was sent, as known to the box or the processor; 0 for none.
 */
export function totalBefore({ intent: { counterBaseline } }: Pick<LostOrder, 'intent'>, series: string): number {
  return Math.max(counterBaseline.counters?.[series]?.total ?? 0, reportedIn(counterBaseline.lastNumber, series));
}

function typeBefore({ intent: { counterBaseline } }: LostOrder, series: string, type: string): number {
  return counterBaseline.counters?.[series]?.byType[type] ?? 0;
}

function reportedIn(lastNumber: string | null, series: string): number {
  const last = readPfrNumber(lastNumber ?? '');
  return last !== undefined && counterSeries(last) === series ? last.counter : 0;
}

/**
 * True when the card already had a later number than the receipts of this box. Another till then uses the card, and a
 * gap may be from that till.
 */
function hasOtherTill({ intent: { counterBaseline } }: LostOrder, series: string): boolean {
  const own = counterBaseline.counters?.[series]?.total ?? 0;
  return own > 0 && reportedIn(counterBaseline.lastNumber, series) > own;
}

import {
  type CounterBaseline,
  counterType,
  type Draft,
  type Environment,
  ENVIRONMENTS,
  readPfrNumber,
  counterSeries,
  type RunningNumbers,
  type Signature,
} from '../../../contract/index.js';
import type { Log } from '../../../base/index.js';
import type { Intent, Ledger } from '../../../platform/ledger/index.js';
import { ProofFinder, RecordedNumbers, type RecordedSeries, totalBefore, type CounterProof } from './counterProof.js';
import type { OpenIntents, UnresolvedIntent } from './openIntents.js';

/**
 * How many receipts are read at a time after a restart, and how many times at most. Receipts before them then prove
 * nothing.
 */
const RECALLED = 500;
const MAX_READS = 20;
const NO_LATER_NUMBERS: ReadonlyMap<string, RunningNumbers> = new Map();

/** The numbers of one counter series, to be extended. */
interface GrowingSeries extends RecordedSeries {
  readonly byType: Map<string, RecordedNumbers>;
}

interface CounterEvidenceDeps {
  readonly ledger: Ledger;
  readonly openIntents: OpenIntents;
}

/**
 * Collects the running numbers of the receipts that followed lost answers. Each counter series has no gaps, so
 * the next receipts show what was signed before them. A number proves something about an order only if it was assigned
 * after the order's signing limit, when the order could no longer be signed.
 */
export class CounterEvidence {
  private readonly recorded: Readonly<Record<Environment, Map<string, GrowingSeries>>> = {
    sandbox: new Map(),
    production: new Map(),
  };
  /** By request id and counter series: the last numbers that were assigned when the order could no longer be signed. */
  private readonly laterNumbers = new Map<string, Map<string, RunningNumbers>>();

  constructor(private readonly deps: CounterEvidenceDeps) {}

  /**
   * Adds a receipt that is now in the ledger, and notes its numbers for the open orders that they say something about.
   */
  add(issued: Intent, signature: Signature): void {
    const { openIntents } = this.deps;
    const lost = openIntents
      .unresolved(issued.environment)
      .filter(({ intent }) => intent.requestId !== issued.requestId);
    this.extend(lost, issued.environment, signature, issued.draft);
    const numbers = { total: signature.totalCounter, byType: { [counterType(issued.draft)]: signature.typeCounter } };
    for (const { intent } of lost) {
      if (openIntents.wasOverBefore(intent, issued)) this.noteLater(intent, counterSeries(signature), numbers);
    }
  }

  /** After a restart: adds the receipts issued since the open orders were sent. */
  async recall(environment: Environment): Promise<void> {
    const { ledger, openIntents } = this.deps;
    for (let read = 0; read < MAX_READS; read += 1) {
      const recent = await ledger.invoices({ environment, skip: read * RECALLED, limit: RECALLED });
      const lost = openIntents.unresolved(environment);
      const added = recent.filter(({ signature, draft }) => this.extend(lost, environment, signature, draft));
      if (added.length === 0 || recent.length < RECALLED) return;
    }
  }

  /**
   * Adds the counters that the processor reports about itself, at a moment when the order could no longer be signed.
   */
  report(intent: Intent, { uid, lastNumber }: CounterBaseline): void {
    if (uid !== intent.counterBaseline.uid || lastNumber === null) return;
    const last = readPfrNumber(lastNumber);
    if (last === undefined && lastNumber !== '') return;
    const series = counterSeries(last ?? { requestedBy: uid, signedBy: uid });
    const total = last?.counter ?? 0;
    const known = Math.max(this.deps.ledger.main.runningNumbersOf(series).total, totalBefore({ intent }, series));
    // A report behind the known numbers is outdated, or the processor reports no numbers.
    if (total >= known) this.noteLater(intent, series, { total, byType: {} });
  }

  /** True when a receipt of its card or certificate was recorded since the order was sent. */
  isFollowed({ counterBaseline: { uid, counters = {} } }: Intent): boolean {
    const now = Object.entries(this.deps.ledger.main.countersInUse(uid));
    return now.some(([series, { total }]) => total > (counters[series]?.total ?? 0));
  }

  /** True when a number is missing between the order and a receipt that may be its own. */
  lacksBefore(intent: Intent, signature: Signature): boolean {
    const series = counterSeries(signature);
    const after = totalBefore({ intent }, series);
    const upTo = signature.totalCounter - 1;
    const known = this.recorded[intent.environment].get(series);
    return (known?.total.countMissing(after, upTo) ?? upTo - after) > 0;
  }

  /** What the numbers prove about the open orders of an environment, by request id. */
  proofs(environment: Environment): ReadonlyMap<string, CounterProof> {
    const lost = this.deps.openIntents.unresolved(environment).map(({ intent }) => ({
      intent,
      isPastSigningLimit: this.deps.openIntents.isPastSigningLimit(intent),
      laterNumbers: this.laterNumbers.get(intent.requestId) ?? NO_LATER_NUMBERS,
    }));
    const finder = new ProofFinder(lost, this.recorded[environment]);
    return new Map(lost.map((order) => [order.intent.requestId, finder.proofFor(order)]));
  }

  /**
   * Discards numbers that are no longer needed. Returns the counter series with missing numbers that no open order
   * explains any more, with the numbers on both sides of the last gap.
   */
  discardUnneeded(
    environment: Environment,
  ): readonly { readonly series: string; readonly before: number; readonly after: number }[] {
    const open = new Set(ENVIRONMENTS.flatMap((one) => this.deps.openIntents.of(one)).map((one) => one.requestId));
    for (const requestId of this.laterNumbers.keys()) if (!open.has(requestId)) this.laterNumbers.delete(requestId);
    if (this.deps.openIntents.of(environment).length > 0) return [];
    const gaps = [...this.recorded[environment]].flatMap(([series, { total }]) => {
      const gap = total.lastGap;
      return gap === undefined ? [] : [{ series, ...gap }];
    });
    this.recorded[environment].clear();
    return gaps;
  }

  private noteLater({ requestId }: Pick<Intent, 'requestId'>, series: string, { total, byType }: RunningNumbers): void {
    const bySeries = this.laterNumbers.get(requestId) ?? new Map<string, RunningNumbers>();
    const before = bySeries.get(series);
    bySeries.set(series, { total: Math.max(before?.total ?? 0, total), byType: { ...before?.byType, ...byType } });
    this.laterNumbers.set(requestId, bySeries);
  }

  /**
   * Adds the number of a receipt if it is later than the last number known before the first lost order, where the
   * tracked part of its series begins. True when it was added. While nothing is lost, series that are already tracked
   * are still extended. Otherwise the next lost order would seem to begin after a gap.
   */
  private extend(
    lost: readonly UnresolvedIntent[],
    environment: Environment,
    signature: Signature,
    draft: Draft,
  ): boolean {
    const recorded = this.recorded[environment];
    const series = counterSeries(signature);
    if (lost.length === 0 && !recorded.has(series)) return false;
    const begin = lost.length === 0 ? 0 : Math.min(...lost.map((order) => totalBefore(order, series)));
    if (signature.totalCounter <= begin) return false;
    const numbers = recorded.get(series) ?? {
      total: new RecordedNumbers(),
      byType: new Map<string, RecordedNumbers>(),
    };
    recorded.set(series, numbers);
    const type = counterType(draft);
    const typed = numbers.byType.get(type) ?? new RecordedNumbers();
    numbers.byType.set(type, typed);
    if (begin > 0) numbers.total.add(begin);
    numbers.total.add(signature.totalCounter);
    typed.add(signature.typeCounter);
    return true;
  }
}

/** Running numbers that are missing between two receipts of this box. */
interface CounterGap {
  /** JID of the card or certificate. */
  readonly jid: string;
  /** Running numbers of the last receipt in the ledger and of the next one. */
  readonly before: number;
  readonly after: number;
}

/**
 * A signer of a known certificate whose first number here is at most this is new. The numbers below it may then be lost
 * orders, and count as a gap. With a higher first number, the signer has signed receipts elsewhere.
 */
const NEW_SIGNER = 10;

/**
 * Detects gaps in the running numbers of a card, or of a certificate at one signer. Without other tills these numbers
 * have no gaps. If a number is missing that no order with a lost answer explains, another cash register uses the card,
 * or something was signed that the box does not know.
 */
export class CounterGaps {
  private readonly gaps = new Map<Environment, CounterGap>();
  private readonly sellers = new Map<Environment, string>();

  constructor(private readonly deps: { readonly ledger: Ledger; readonly log: Log }) {}

  /** Call before a receipt is recorded. `lost`: how many other orders have no known outcome. */
  note({ environment }: Intent, signature: Signature, lost: number): void {
    const { requestedBy: jid, totalCounter: after, company } = signature;
    this.sellers.set(environment, company.tin);
    const { main } = this.deps.ledger;
    const before = main.runningNumbersOf(counterSeries(signature)).total;
    // For a card or certificate that is new here, it is unknown how many receipts it has signed elsewhere.
    const isKnown = before > 0 || (after <= NEW_SIGNER && Object.keys(main.countersInUse(jid)).length > 0);
    if (isKnown && after - before - 1 > lost) this.add(environment, { jid, before, after });
  }

  /** Notes a gap that turned out to be unrelated to the lost orders. */
  add(environment: Environment, gap: CounterGap): void {
    this.gaps.set(environment, gap);
    this.deps.log('pfr.gap', { environment, ...gap });
  }

  /** TIN of the taxpayer on the last receipt signed since the start of the box. */
  seller(environment: Environment): string | undefined {
    return this.sellers.get(environment);
  }

  /** The last gap since the start of the box. */
  gap(environment: Environment): CounterGap | undefined {
    return this.gaps.get(environment);
  }
}

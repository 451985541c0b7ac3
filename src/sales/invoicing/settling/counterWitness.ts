import {
  counterType,
  type CounterBaseline,
  type Draft,
  type Environment,
  ENVIRONMENTS,
  readPfrNumber,
  runName,
  type RunningNumbers,
  type Signature,
} from '../../../base/index.js';
import type { Intent, Ledger } from '../../../platform/ledger/index.js';
import { HeldNumbers } from './heldNumbers.js';
import type { OpenIntents, Unsettled } from './openIntents.js';
import { CounterJudge, type HeldRun, totalBefore, type Verdict } from './verdict.js';

/**
 * How many receipts are read at a time after a restart, and how many times at most. Receipts before them then prove
 * nothing.
 */
const RECALLED = 500;
const MOST_READS = 20;
const NOTHING_SEEN: ReadonlyMap<string, RunningNumbers> = new Map();

/** The numbers of one counter series (run), to be extended. */
interface GrowingRun extends HeldRun {
  readonly byType: Map<string, HeldNumbers>;
}

interface CounterWitnessParts {
  readonly ledger: Ledger;
  readonly openIntents: OpenIntents;
}

/**
 * Collects the running numbers of the receipts that followed lost answers. Each counter series (run) has no gaps, so
 * the next receipts show what was signed before them. A number proves something about an order only if it was assigned
 * after the order's signing limit, when the order could no longer be signed.
 */
export class CounterWitness {
  private readonly held: Readonly<Record<Environment, Map<string, GrowingRun>>> = {
    sandbox: new Map(),
    production: new Map(),
  };
  /** By request id and counter series. */
  private readonly seen = new Map<string, Map<string, RunningNumbers>>();
  constructor(private readonly parts: CounterWitnessParts) {}

  /**
   * Adds a receipt that is now in the ledger, and notes its numbers for the open orders that they say something about.
   */
  hold(asked: Intent, signature: Signature): void {
    const { openIntents } = this.parts;
    const lost = openIntents.unsettled(asked.environment).filter(({ intent }) => intent.requestId !== asked.requestId);
    this.add(lost, asked.environment, signature, asked.draft);
    const numbers = { total: signature.totalCounter, byType: { [counterType(asked.draft)]: signature.typeCounter } };
    for (const { intent } of lost) {
      if (openIntents.wasOverBefore(intent, asked)) this.see(intent, runName(signature), numbers);
    }
  }

  /** After a restart: adds the receipts issued since the open orders were sent. */
  async recall(environment: Environment): Promise<void> {
    const { ledger, openIntents } = this.parts;
    for (let read = 0; read < MOST_READS; read += 1) {
      const recent = await ledger.invoices({ environment, skip: read * RECALLED, limit: RECALLED });
      const lost = openIntents.unsettled(environment);
      const added = recent.filter(({ signature, draft }) => this.add(lost, environment, signature, draft));
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
    const run = runName(last ?? { requestedBy: uid, signedBy: uid });
    const total = last?.counter ?? 0;
    const known = Math.max(this.parts.ledger.main.runningNumbersOf(run).total, totalBefore({ intent }, run));
    // A report behind the known numbers is outdated, or the processor reports no numbers.
    if (total >= known) this.see(intent, run, { total, byType: {} });
  }

  /** True when a receipt of its card or certificate was recorded since the order was sent. */
  isFollowed({ counterBaseline: { uid, runs = {} } }: Intent): boolean {
    const now = Object.entries(this.parts.ledger.main.runsInUse(uid));
    return now.some(([run, { total }]) => total > (runs[run]?.total ?? 0));
  }

  /** True when a number is missing between the order and a receipt that may be its own. */
  lacksBefore(intent: Intent, signature: Signature): boolean {
    const run = runName(signature);
    const after = totalBefore({ intent }, run);
    const upTo = signature.totalCounter - 1;
    const held = this.held[intent.environment].get(run);
    return (held?.total.countMissing(after, upTo) ?? upTo - after) > 0;
  }

  /** What the numbers prove about the open orders of an environment, by request id. */
  verdicts(environment: Environment): ReadonlyMap<string, Verdict> {
    const lost = this.parts.openIntents.unsettled(environment).map(({ intent }) => ({
      intent,
      isOver: this.parts.openIntents.isOver(intent),
      seen: this.seen.get(intent.requestId) ?? NOTHING_SEEN,
    }));
    const judge = new CounterJudge(lost, this.held[environment]);
    return new Map(lost.map((order) => [order.intent.requestId, judge.verdict(order)]));
  }

  /**
   * Discards numbers that are no longer needed. Returns the counter series with missing numbers that no open order
   * explains any more, with the numbers on both sides of the last gap.
   */
  tidy(environment: Environment): readonly { readonly run: string; readonly before: number; readonly after: number }[] {
    const open = new Set(ENVIRONMENTS.flatMap((one) => this.parts.openIntents.of(one)).map((one) => one.requestId));
    for (const requestId of this.seen.keys()) if (!open.has(requestId)) this.seen.delete(requestId);
    if (this.parts.openIntents.of(environment).length > 0) return [];
    const gaps = [...this.held[environment]].flatMap(([run, { total }]) => {
      const gap = total.lastGap;
      return gap === undefined ? [] : [{ run, ...gap }];
    });
    this.held[environment].clear();
    return gaps;
  }

  private see({ requestId }: Pick<Intent, 'requestId'>, run: string, { total, byType }: RunningNumbers): void {
    const runs = this.seen.get(requestId) ?? new Map<string, RunningNumbers>();
    const before = runs.get(run);
    runs.set(run, { total: Math.max(before?.total ?? 0, total), byType: { ...before?.byType, ...byType } });
    this.seen.set(requestId, runs);
  }

  /**
   * Adds the number of a receipt if it is later than the last number known before the first lost order, where the
   * tracked part of its series begins. True when it was added. While nothing is lost, series that are already tracked
   * are still extended. Otherwise the next lost order would seem to begin after a gap.
   */
  private add(lost: readonly Unsettled[], environment: Environment, signature: Signature, draft: Draft): boolean {
    const runs = this.held[environment];
    const run = runName(signature);
    if (lost.length === 0 && !runs.has(run)) return false;
    const begin = lost.length === 0 ? 0 : Math.min(...lost.map((order) => totalBefore(order, run)));
    if (signature.totalCounter <= begin) return false;
    const held = runs.get(run) ?? { total: new HeldNumbers(), byType: new Map<string, HeldNumbers>() };
    runs.set(run, held);
    const type = counterType(draft);
    const typed = held.byType.get(type) ?? new HeldNumbers();
    held.byType.set(type, typed);
    if (begin > 0) held.total.add(begin);
    held.total.add(signature.totalCounter);
    typed.add(signature.typeCounter);
    return true;
  }
}

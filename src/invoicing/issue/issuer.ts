import { type Environment, type Log, ok, PFR_TRAITS, type Result, type Warning } from '../../base/index.js';
import type { Ledger, Reservation } from '../../ledger/index.js';
import { explanationOf, isRemote, type Pfr, REFUSALS, type RemoteProcessor } from '../../pfr/index.js';
import type { Settings } from '../../settings/index.js';
import type { Rules } from '../draft/draft.js';
import { refusals } from '../draft/refusals/refusals.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import type { Prepared } from '../draft/prepared.js';
import type { ContentGuard } from '../findings/contentGuard.js';
import type { RefundGuard } from '../refunds/refundGuard.js';
import type { Settling } from '../settling/settling.js';
import { type DemoSigningParts, signWithDemo } from './demoSigning.js';
import { answerTo, earlierOutcome } from './earlier.js';
import type { KeyStatus, KeyStatuses } from './keyStatus.js';
import type { SaleLocks } from './locks.js';
import {
  BUSY,
  type IssueOutcome,
  type NotIssued,
  type Order,
  outcomeOf,
  type Queued,
  refused,
  type Refused,
  type SaleOutcome,
  type Sent,
  warned,
} from './order.js';
import type { ReplayWarnings } from './replayWarnings.js';
import type { RequestKey } from './requestKey.js';
import { RemoteSigning, type RemoteSigningParts } from './remoteSigning.js';

export interface IssuerParts extends RemoteSigningParts, DemoSigningParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  /** The processor of an environment. */
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly log: Log;
  readonly keys: KeyStatuses;
  readonly locks: SaleLocks;
  readonly settling: Settling;
  readonly refundGuard: RefundGuard;
  readonly contentGuard: ContentGuard;
  readonly replayWarnings: ReplayWarnings;
}

/** What is done with an order that could not be sent. */
export type OfflineFallback = (refused: Refused) => Promise<Queued | NotIssued>;

/** How long an order without a key waits for an equal one whose answer is overdue, ms. */
const EQUAL_WAIT = 30_000;

/** An order that was prepared before the processor was free. */
interface EarlyPreparation {
  readonly rules: Rules;
  readonly prepared: ReturnType<Order['prepare']>;
}

/**
 * The one way of a receipt, in the order of its locks: key, turn, processor, room. Then it is signed and recorded. A
 * receipt is answered only when it is durable, and a repeated key never makes a second one.
 */
export class Issuer {
  private readonly remoteSigning: RemoteSigning;

  constructor(private readonly parts: IssuerParts) {
    this.remoteSigning = new RemoteSigning(parts);
  }

  /**
   * 1. Key. Carries out the order, or gives the outcome of the earlier request with its key. Each environment has its own
   * keys. `logRef` names the API request in the log.
   */
  issue(order: Order, logRef: string): Promise<IssueOutcome>;
  /** The same. `fallback` runs with the key still held, when the processor was unreachable and has certainly signed nothing. */
  issue(order: Order, logRef: string, fallback: OfflineFallback): Promise<SaleOutcome>;
  async issue(order: Order, logRef: string, fallback?: OfflineFallback): Promise<SaleOutcome> {
    const work = async (): Promise<SaleOutcome> => {
      const outcome = await this.issueHoldingKey(order, logRef);
      const isUnreached = outcome.kind === 'refused' && outcome.about === 'unreachable';
      return isUnreached && fallback !== undefined ? fallback(outcome) : outcome;
    };
    if (order.key === null) return work();
    const keyed = await this.parts.locks.withKey(order.environment, order.key, work);
    if (keyed === 'taken') return { kind: 'invalid', error: refusals.keyUsedForOther() };
    const { isRepeat, outcome } = keyed;
    if (outcome.kind !== 'replayed' && !(isRepeat && outcome.kind === 'issued')) return outcome;
    const { invoice } = outcome;
    const replayed: IssueOutcome = { kind: 'replayed', invoice };
    return warned(replayed, await this.parts.replayWarnings.of(order, invoice, logRef));
  }

  /** 2. Turn. As {@link issue}, for a caller that holds the key. */
  async issueHoldingKey(order: Order, logRef: string): Promise<IssueOutcome> {
    if (!order.takesTurn) return this.issueHoldingTurn(order, logRef);
    const done = await this.parts.locks.withTurn(order.environment, () => this.sendHoldingTurn(order, logRef));
    return done.ok ? outcomeOf(done.value) : BUSY;
  }

  /** As {@link issue}, for a caller that holds the key and has the turn. */
  async issueHoldingTurn(order: Order, logRef: string): Promise<IssueOutcome> {
    return outcomeOf(await this.sendHoldingTurn(order, logRef));
  }

  private async sendHoldingTurn(order: Order, logRef: string): Promise<Sent> {
    const { keys, ledger, pfrOf } = this.parts;
    const { environment, key } = order;
    const status = key === null ? undefined : await keys.forHolder(environment, key);
    // What is still open is settled first, with the processor held: see issueAtProcessor.
    const answer = status !== undefined && hasReceipt(status) ? answerTo(status) : undefined;
    if (answer !== undefined) return answer;
    // Its receipt was lost with a damaged piece of the ledger: a second one must not be issued unnoticed.
    if (key !== null && status?.state === 'free' && ledger.hasLostKey(environment, key.id))
      return { kind: 'storage', failure: 'damaged' };
    const pfr = pfrOf(environment);
    if (isRemote(pfr)) return this.issueRemotely(order, logRef, pfr);
    // A real processor was set when the key was used, and may have signed for it.
    if (status !== undefined && status.state !== 'free') return refused(REFUSALS.unknown);
    return this.issueWithDemo(order, logRef, pfr);
  }

  /** 3. Processor. */
  private async issueRemotely(order: Order, logRef: string, pfr: RemoteProcessor): Promise<Sent> {
    const { openIntents, locks } = this.parts;
    // Errors are told before waiting for the processor, unless an intent is open: this may repeat a receipt that was signed.
    const rules = this.rules(order.environment);
    const early = { rules, prepared: order.prepare(rules) };
    const isOpen = openIntents.unsettled(order.environment).length > 0;
    if (rules.taxLabels.length > 0 && !early.prepared.ok && !isOpen) {
      return { kind: 'invalid', error: early.prepared.error };
    }
    if (order.room !== undefined) return this.issueAtProcessor(order, logRef, pfr, early);
    // While the processor is busy, its last known state is enough: now, and again when it is free.
    const isBusy = (): boolean => pfr.mutex.isBusy;
    const unreached = isBusy() ? await this.refusedAsUnreachable(order, pfr) : undefined;
    if (unreached !== undefined) return unreached;
    const found = isBusy() ? () => this.refusedAsUnreachable(order, pfr) : () => undefined;
    const work = async (): Promise<Sent> => (await found()) ?? this.issueAtProcessor(order, logRef, pfr, early);
    const done = await locks.withProcessor(pfr, work);
    return done.ok ? done.value : ((await found()) ?? BUSY);
  }

  /** For an order that may be queued and a processor that was last seen unreachable: why it is not issued now. */
  private async refusedAsUnreachable(order: Order, pfr: Pfr): Promise<IssueOutcome | undefined> {
    if (order.isQueueable !== true || !isOutOfReach(pfr)) return undefined;
    return (await this.earlier(order)) ?? refused(REFUSALS.outOfReach, 'unreachable');
  }

  private async issueAtProcessor(order: Order, logRef: string, pfr: Pfr, early: EarlyPreparation): Promise<Sent> {
    const equal = this.overdueEqual(order);
    if (equal !== undefined) return { kind: 'underway', outcome: this.issueAfter(equal, order, logRef) };
    await this.lookUpFirst(order);
    const earlier = await this.earlier(order);
    if (earlier !== undefined) return earlier;
    const ready = await pfr.ready();
    if (ready.kind === 'refused') return this.remoteSigning.refuse(ready, logRef);
    // What was found may be the receipt of this very sale, and the numbers have gone on.
    if (await this.parts.settling.lastLook.retake(order.environment))
      return this.issueAtProcessor(order, logRef, pfr, early);
    const prepared = this.preparedNow(order, early);
    if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
    if (this.waitsForAnother(order, prepared.value)) return refused(REFUSALS.unsettled);
    const judged = await this.judge(order, prepared.value, logRef);
    if (!judged.ok) return { kind: 'invalid', error: judged.error };
    const runs = this.parts.ledger.main.runsInUse(ready.counterBaseline.uid);
    const counterBaseline = { ...ready.counterBaseline, runs };
    const outcome = await this.withRoom(order, prepared.value, async (room): Promise<Sent> =>
      this.remoteSigning.sign(order, prepared.value, counterBaseline, { pfr, room, logRef }),
    );
    if (outcome.kind !== 'underway') return saying(judged.value, outcome);
    return { kind: 'underway', outcome: outcome.outcome.then((late) => saying(judged.value, late)) };
  }

  /**
   * An order without a key that equals one whose answer is overdue may come from the next buyer or be a repeat. It waits for that answer,
   * as it would wait for the processor.
   */
  private overdueEqual({ key, room, environment, fingerprint }: Order): Promise<void> | undefined {
    if (key !== null || room !== undefined) return undefined;
    return this.parts.openIntents.awaitedEqual(environment, fingerprint());
  }

  private async issueAfter(ended: Promise<void>, order: Order, logRef: string): Promise<IssueOutcome> {
    const over = new AbortController();
    const inTime = ended.then(() => true);
    const late = this.parts.clock.sleep(EQUAL_WAIT, over.signal).then(() => false);
    const hasEnded = await Promise.race([inTime, late]).finally(() => over.abort());
    return hasEnded ? this.issueHoldingKey(order, logRef) : BUSY;
  }

  /** What was lost under the same key, and then, before the next receipt is sent, what the processor may forget with it. */
  private async lookUpFirst({ environment, key }: Order): Promise<void> {
    const { settling, openIntents } = this.parts;
    const own = key === null ? undefined : openIntents.withKey(environment, key.id);
    // As long as it is open nothing is sent, and the processor is for others.
    if (own !== undefined && !(await settling.settle(own))) return;
    await settling.lastLook.take(environment);
  }

  /** Would it return or conclude a second time what an order with an unknown outcome may have, or refer to that order? */
  private waitsForAnother({ environment }: Order, { draft }: Prepared): boolean {
    const { referentNumber, invoiceType, transactionType } = draft;
    if (referentNumber === null) return false;
    return this.parts.openIntents.unsettled(environment).some(({ intent: { draft: other }, number }) => {
      const isSameKind = other.invoiceType === invoiceType && other.transactionType === transactionType;
      const isRepeated = other.referentNumber === referentNumber && isSameKind && invoiceType !== 'Copy';
      return isRepeated || number === referentNumber;
    });
  }

  /** Warnings about its content and about earlier refunds, or why it is refused. Call it while holding the turn. */
  private async judge(
    { environment, closesAdvance, isOfPage = false }: Order,
    { draft }: Prepared,
    logRef: string,
  ): Promise<Result<readonly Warning[], ValidationError>> {
    if (closesAdvance === true) return ok([]);
    const content = await this.parts.contentGuard.judge(environment, draft, isOfPage);
    if (!content.ok) return content;
    const refund = await this.parts.refundGuard.judge(environment, draft, logRef);
    return refund.ok ? ok([...refund.value, ...content.value]) : refund;
  }

  /** 4. Does the work with room for its records: that of the caller while it is held, else room of its own, which is given back. */
  private async withRoom<T>(
    order: Order,
    prepared: Prepared,
    work: (room: Reservation) => Promise<T>,
  ): Promise<T | Extract<IssueOutcome, { kind: 'storage' }>> {
    if (order.room?.isHeld === true) return work(order.room);
    const room = await this.parts.locks.reserveRoom(order.environment, prepared);
    if (!room.ok) return { kind: 'storage', failure: room.error };
    return work(room.value).finally(() => room.value.release());
  }

  /** 4. Room, for the demo, which needs no lock on the processor. */
  private async issueWithDemo(order: Order, logRef: string, pfr: Pfr): Promise<IssueOutcome> {
    const prepared = order.prepare(this.rules(order.environment));
    if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
    const judged = await this.judge(order, prepared.value, logRef);
    if (!judged.ok) return { kind: 'invalid', error: judged.error };
    const outcome = await this.withRoom(order, prepared.value, async () =>
      signWithDemo(this.parts, order, prepared.value, pfr, logRef),
    );
    return saying(judged.value, outcome);
  }

  /** The rates of the processor are certain only now. The order is prepared again if they have changed. */
  private preparedNow(order: Order, { rules: before, prepared }: EarlyPreparation): EarlyPreparation['prepared'] {
    const now = this.rules(order.environment);
    const areSame = now.taxLabels === before.taxLabels && now.simplifiedCash === before.simplifiedCash;
    return areSame ? prepared : order.prepare(now);
  }

  private earlier(order: Order): Promise<IssueOutcome | undefined> {
    const { keys, settling } = this.parts;
    return earlierOutcome({ keys, settling }, order);
  }

  /** What holds for a receipt of this environment now. */
  rules(environment: Environment): Rules {
    const { simplifiedCash } = this.parts.settings.now;
    return { taxLabels: this.parts.pfrOf(environment).taxLabels(), simplifiedCash, now: this.parts.clock.now() };
  }

  /**
   * Why no receipt can be built on earlier ones now: one that refers to them may have been signed without being in the ledger,
   * or the labels of a real processor are not known. Undefined when all is known. `numbers`: PFR numbers of the earlier ones;
   * `key`: what is issued now. To be called with the processor held.
   */
  async whyNotReady(
    environment: Environment,
    numbers: ReadonlySet<string | null>,
    key: RequestKey | null,
  ): Promise<Refused | undefined> {
    const { settling, openIntents, pfrOf } = this.parts;
    await settling.lastLook.take(environment);
    for (const intent of openIntents.of(environment)) {
      const isOwn = key !== null && intent.clientRequestId === key.id;
      if (!isOwn && !numbers.has(intent.draft.referentNumber)) continue;
      if (!(await settling.settle(intent))) return refused(REFUSALS.unsettled);
    }
    const pfr = pfrOf(environment);
    if (!PFR_TRAITS[pfr.mode].hasOwnRates || pfr.taxLabels().length > 0) return undefined;
    const ready = await pfr.ready();
    return ready.kind === 'refused' ? refused(explanationOf(ready)) : undefined;
  }
}

/** The outcome with what is to be said of it, when it is a receipt. */
function saying(warnings: readonly Warning[], outcome: IssueOutcome): IssueOutcome {
  return outcome.kind === 'issued' ? warned(outcome, warnings) : outcome;
}

/** Does a receipt stand under the key? */
function hasReceipt(status: KeyStatus): boolean {
  return status.state === 'issued' || (status.state === 'used for other content' && status.usedBy === 'receipt');
}

/** As last seen. */
function isOutOfReach(pfr: Pfr): boolean {
  return pfr.status().findings.some((finding) => finding.isOutOfReach === true);
}

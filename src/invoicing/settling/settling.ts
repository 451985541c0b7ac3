import {
  chargedTo,
  type Environment,
  ENVIRONMENTS,
  failed,
  ok,
  type Result,
  type Signature,
} from '../../base/index.js';
import type { Intent, IssuedInvoice } from '../../ledger/index.js';
import type { Pfr } from '../../pfr/index.js';
import type { Settings } from '../../settings/index.js';
import type { SaleLocks } from '../issue/locks.js';
import { receiptOf, type RecordParts } from '../issue/recordReceipt.js';
import { CounterGaps } from './counterGaps.js';
import { CounterWitness } from './counterWitness.js';
import { LastLook } from './lastLook.js';
import { IntentLookUp } from './lookUp.js';
import { type ManualDecision, signatureFromLink } from './manualDecision.js';
import type { OpenIntents, Unsettled } from './openIntents.js';
import { SoldTwice } from './soldTwice.js';
import { UnclaimedReceipts } from './unclaimedReceipts.js';

export interface SettlingParts extends RecordParts {
  readonly settings: Settings;
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly openIntents: OpenIntents;
  readonly locks: SaleLocks;
}

/** Pauses before the look-ups for which all others wait, ms. */
const LOOK_UP_PAUSES = [0, 1000, 2000];
/** Pauses between look-ups in the background, ms: twice as long each time, and longer still for what stays open. */
const FIRST_PAUSE = 1000;
const LAST_PAUSE = 60_000;
const OLD_PAUSE = 10 * 60_000;
/** From this age on an order is looked up seldom, ms: only a later receipt, or a person, can tell its outcome. */
const OLD = 15 * 60_000;
/** How long a look-up waits for a receipt that is being signed, ms. */
const PROCESSOR_WAIT = 60_000;

/** The state that an open order has after each verdict; undefined: it is open no more. */
const STATE_AFTER = { 'not signed': undefined, signed: 'notHeld', 'no proof': 'doubt' } as const;

const TOO_EARLY = 'The processor may still be signing this receipt. Decide in a minute.';
const NOT_STORED = 'The decision could not be stored. Run: kasirbox doctor';

/**
 * Settles receipts whose answer was lost: by looking the request id up and by the running numbers of later receipts, never by
 * asking to sign again. Meanwhile other receipts are signed.
 */
export class Settling {
  /** Receipts that were found after their caller had been told that the outcome is not known. */
  readonly unclaimed: UnclaimedReceipts;
  /** Whether receipts were signed that this box does not know. */
  readonly counterGaps: CounterGaps;
  /** Sales without a key that were lost, and perhaps sold again. */
  readonly soldTwice: SoldTwice;
  private readonly witness: CounterWitness;
  private readonly lookUp: IntentLookUp;
  private readonly loops = new Map<Environment, Promise<void>>();
  /** Aborted to end the pause of a loop early. */
  private readonly pauses = new Map<Environment, AbortController>();
  /** Where the numbers of a receipt have told more of an open order than its last look-up: the next one is due at once. */
  private readonly news = new Set<Environment>();
  private readonly stopped = new AbortController();

  constructor(private readonly parts: SettlingParts) {
    this.unclaimed = new UnclaimedReceipts(parts.clock);
    this.counterGaps = new CounterGaps(parts);
    this.soldTwice = new SoldTwice(parts);
    this.witness = new CounterWitness(parts);
    const { unclaimed, soldTwice, witness } = this;
    const recording = (intent: Intent, signature: Signature): void => this.recording(intent, signature);
    const recorded = (intent: Intent, invoice: IssuedInvoice): void => this.recorded(intent, invoice);
    this.lookUp = new IntentLookUp({ ...parts, unclaimed, soldTwice, witness, recording, recorded });
  }

  /** Aborted when the box stops: nothing is waited for any more. */
  get stopping(): AbortSignal {
    return this.stopped.signal;
  }

  /** Intents of an environment whose answer was lost, or that were open at the start, oldest first. */
  unsettled(environment: Environment): Unsettled[] {
    return this.parts.openIntents.unsettled(environment);
  }

  /** To be called before a signed receipt is recorded. */
  recording(intent: Intent, signature: Signature): void {
    const lost = this.unsettled(intent.environment).filter(({ intent: { requestId, counterBaseline } }) => {
      const isOfThisCard = counterBaseline.uid === '' || counterBaseline.uid === signature.requestedBy;
      return requestId !== intent.requestId && isOfThisCard;
    });
    this.counterGaps.note(intent, signature, lost.length);
  }

  /** To be called when a signed receipt is in the ledger: its numbers bear witness about the open orders. */
  recorded(intent: Intent, { signature }: IssuedInvoice): void {
    const { environment } = intent;
    this.witness.hold(intent, signature);
    const verdicts = this.witness.verdicts(environment);
    for (const { intent, state } of this.unsettled(environment)) {
      const verdict = verdicts.get(intent.requestId)?.kind ?? 'waiting';
      if (verdict === 'waiting' || STATE_AFTER[verdict] === state) continue;
      // Nothing is left to decide by a person: the next look-up ends it.
      if (verdict === 'not signed') this.parts.openIntents.endDoubt(intent);
      this.news.add(environment);
    }
    if (this.news.has(environment)) this.pauses.get(environment)?.abort();
  }

  /** To be made when an order has the processor, and before it is sent. */
  lastLook(environment: Environment): LastLook {
    const { clock, openIntents } = this.parts;
    const staysOpen = (): void => {
      this.settleInBackground(environment);
    };
    return new LastLook({ clock, openIntents, lookUp: this.lookUp, staysOpen }, environment);
  }

  /**
   * Looks one intent up, unless that was done just now; true when its outcome is recorded. To be called with the processor held.
   * `within`: the longest time for the answer, ms; other orders wait for it, as they do for one that is lost just now.
   */
  settle(intent: Intent, within = this.parts.pfrOf(intent.environment).sellOnAfter): Promise<boolean> {
    return this.lookUp.settle(intent, within);
  }

  /**
   * Looks lost orders up again and again while all others wait, for at most `within` ms: most lost answers are found at once.
   * True when all outcomes are recorded. To be called with the processor held.
   */
  async lookUpWhileOthersWait(lost: readonly Intent[], within: number): Promise<boolean> {
    const { clock } = this.parts;
    const deadline = clock.monotonic() + within;
    for (const pause of LOOK_UP_PAUSES) {
      if (clock.monotonic() + pause >= deadline) return false;
      if (!(await clock.sleep(pause, this.stopping))) return false;
      let isSettled = true;
      for (const intent of lost) isSettled = (await this.settle(intent, deadline - clock.monotonic())) && isSettled;
      if (isSettled) return true;
    }
    return false;
  }

  /**
   * Records what a person decides about an open intent, unless the processor can tell the outcome after all. Gives the
   * receipt, or null when nothing was signed. The error is an English sentence; nothing is decided then.
   */
  async decide(requestId: string, decision: ManualDecision): Promise<Result<IssuedInvoice | null, string>> {
    const { openIntents, pfrOf } = this.parts;
    const open = openIntents.find(requestId);
    if (open === undefined) return failed(`No open receipt has the request id ${requestId}.`);
    const { environment } = open;
    // Checked before waiting for the processor: the person decided on what was known when asking.
    if (!decision.signed && openIntents.mayStillBeSigned(open, pfrOf(environment).signingLimit)) {
      return failed(TOO_EARLY);
    }
    const decided = await this.withProcessor(environment, async () => {
      const intent = openIntents.find(requestId);
      if (intent === undefined || (await this.settle(intent))) {
        return failed('The processor has told the end meanwhile; nothing is left to decide.');
      }
      return decision.signed ? this.recordAsSigned(intent, decision) : this.recordAsNotSigned(intent, decision.reason);
    });
    return decided ?? failed('The processor is busy with a receipt. Try again.');
  }

  private async recordAsSigned(
    intent: Intent,
    { link, reason }: Extract<ManualDecision, { signed: true }>,
  ): Promise<Result<IssuedInvoice, string>> {
    const { ledger, settings } = this.parts;
    const signature = signatureFromLink(intent, link, settings.now.company);
    if (!signature.ok) return signature;
    const { requestedBy, signedBy, totalCounter, invoiceNumber } = signature.value;
    if ((await ledger.invoiceByNumber(requestedBy, signedBy, totalCounter)) !== undefined) {
      return failed(`Receipt ${invoiceNumber} is in the ledger already: it is another one.`);
    }
    const recorded = await this.lookUp.record(intent, receiptOf(intent, signature.value, { by: 'person', reason }));
    return recorded ?? failed(NOT_STORED);
  }

  private async recordAsNotSigned(intent: Intent, reason: string): Promise<Result<null, string>> {
    const { ledger, openIntents } = this.parts;
    const { requestId } = intent;
    const aborted = await ledger.put({ type: 'abort', requestId, cause: { by: 'person', reason } });
    if (!aborted.ok) return failed(NOT_STORED);
    openIntents.forget(intent);
    return ok(null);
  }

  /** Settles whatever is open at the start. The next receipt waits for the first look-ups. */
  start(): void {
    for (const environment of ENVIRONMENTS) {
      if (this.parts.openIntents.of(environment).length > 0) this.loop(environment, () => this.begin(environment));
    }
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await Promise.all(this.loops.values());
  }

  /** Looks up again and again, with ever longer pauses, until nothing is open. */
  settleInBackground(environment: Environment): void {
    if (!this.loops.has(environment)) this.loop(environment, () => this.repeat(environment));
  }

  private loop(environment: Environment, work: () => Promise<void>): void {
    if (this.stopped.signal.aborted) return;
    // Whoever asks is not charged for what others have left open.
    const loop = chargedTo(undefined, work).finally(() => this.loops.delete(environment));
    this.loops.set(environment, loop);
  }

  /**
   * A processor that was being asked when the box ended may sign only now, and forget that receipt with the next one. So the
   * next one waits as it does after a lost answer.
   */
  private async begin(environment: Environment): Promise<void> {
    const { openIntents, pfrOf } = this.parts;
    await this.withProcessor(environment, async () => {
      const { signingLimit, sellOnAfter } = pfrOf(environment);
      const recent = openIntents.of(environment).filter((intent) => openIntents.ageOf(intent) < signingLimit);
      await this.reportingFaults(environment, async () => {
        await this.witness.recall(environment);
        await this.lookUpWhileOthersWait([...recent].reverse(), sellOnAfter);
      });
    });
    await this.repeat(environment);
  }

  private async repeat(environment: Environment): Promise<void> {
    const { openIntents } = this.parts;
    const isOpen = (): boolean => openIntents.of(environment).length > 0;
    let hasRecalled = false;
    for (let pause = FIRST_PAUSE; isOpen(); pause = Math.min(2 * pause, this.longestPause(environment))) {
      if (!(await this.pause(environment, pause))) return;
      await this.reportingFaults(environment, async () => {
        if (!hasRecalled) await this.witness.recall(environment);
        hasRecalled = true;
        await this.settleEach(environment);
      });
    }
    for (const { run, before, after } of this.witness.tidy(environment)) {
      this.counterGaps.add(environment, { jid: run.slice(0, run.indexOf('-')), before, after });
    }
  }

  /** Such as a record that cannot be read any more: reads are served all the same, and the next try may succeed. */
  private async reportingFaults(environment: Environment, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const cause = error instanceof Error ? `${error.name}: ${error.message}` : 'error';
      this.parts.log('pfr.unsettled', { environment, cause });
    }
  }

  /** One by one, so that a receipt to be signed waits for one look-up at most. */
  private async settleEach(environment: Environment): Promise<void> {
    for (const intent of this.parts.openIntents.of(environment)) {
      // Not only when it was not looked up just now: a receipt that was recorded meanwhile may tell its outcome.
      const within = this.parts.pfrOf(environment).sellOnAfter;
      const settled = await this.withProcessor(environment, () => this.lookUp.settleNow(intent, within));
      if (settled === undefined) return;
    }
  }

  /** False when the box stops. A receipt that is recorded meanwhile ends the pause: its numbers may tell an outcome. */
  private async pause(environment: Environment, ms: number): Promise<boolean> {
    const ended = new AbortController();
    this.pauses.set(environment, ended);
    if (!this.news.has(environment)) await this.parts.clock.sleep(ms, AbortSignal.any([ended.signal, this.stopping]));
    this.news.delete(environment);
    this.pauses.delete(environment);
    return !this.stopping.aborted;
  }

  private longestPause(environment: Environment): number {
    const { openIntents } = this.parts;
    const isYoung = openIntents.of(environment).some((intent) => openIntents.lostFor(intent) < OLD);
    return isYoung ? LAST_PAUSE : OLD_PAUSE;
  }

  /** Does the work with the processor held; undefined when it stayed busy, or the box stops. */
  private async withProcessor<T>(environment: Environment, work: () => Promise<T>): Promise<T | undefined> {
    const { locks, pfrOf } = this.parts;
    const unlessStopped = async (): Promise<T | undefined> => (this.stopping.aborted ? undefined : work());
    const options = { wait: PROCESSOR_WAIT, signal: this.stopping };
    const done = await locks.withProcessor(pfrOf(environment), unlessStopped, options);
    return done.ok ? done.value : undefined;
  }
}

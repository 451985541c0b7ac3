import type { Clock } from '../base/clock.js';
import { type Environment, ENVIRONMENTS } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { failed, never, ok, type Ok, type Result } from '../base/result.js';
import type { Intent } from '../ledger/intent.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Pfr, Signature, Witness } from '../pfr/port.js';
import type { Desk } from '../printing/printing.js';
import type { Settings } from '../settings/settings.js';
import { Claims } from './claims.js';
import { Numbers } from './numbers.js';
import { receiptOf, recordInvoice } from './record.js';
import { signatureFromLink, type Verdict } from './verdict.js';

export interface SettlingParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly paper: Desk;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * `asking`: it is looked up until the processor answers. `doubt`: the processor has answered, and what it says proves
 * neither that it signed nor that it did not; a person decides.
 */
export type IntentState = 'asking' | 'doubt';

/** An intent whose end is not known. */
export interface Unsettled {
  readonly intent: Intent;
  readonly state: IntentState;
}

/** What is known of an open intent beside its record; lost with the process, and found out again. */
interface Progress {
  /** By the monotonic clock; undefined when the start found it open. */
  readonly askedAt: number | undefined;
  /** By the monotonic clock: before this a processor may still be signing, and its absence proves nothing. */
  readonly provenFrom: number;
  triedAt: number;
  state: IntentState;
}

/** Pauses between look-ups in the background, ms: twice as long each time. */
const FIRST_PAUSE = 1000;
const LAST_PAUSE = 60_000;
/** A processor that was just asked is not asked again for the next caller, ms. Less than any pause: timers may be early. */
const FRESH = 500;
/** How long a look-up waits for a receipt that is under way, ms. */
const LANE_WAIT = 60_000;

const TOO_EARLY = 'The processor may still be signing this receipt. Decide in a minute.';
const NOT_STORED = 'The decision could not be stored. Run: kasirbox doctor';

/**
 * Settles receipts whose answer was lost: by looking the request id up, never by asking again. Whoever calls
 * {@link clear} holds the lane of the processor.
 */
export class Settling {
  /** Receipts that were found after their caller had been told that their end is not known. */
  readonly claims: Claims;
  /** Whether the cards have signed what this box does not know of. */
  readonly numbers: Numbers;
  private readonly progress = new Map<string, Progress>();
  /** Request ids that a processor is being asked for at this moment: their end is on its way. */
  private readonly underWay = new Set<string>();
  private readonly loops = new Map<Environment, Promise<void>>();
  private readonly stopped = new AbortController();

  constructor(private readonly parts: SettlingParts) {
    this.claims = new Claims(parts.clock);
    this.numbers = new Numbers(parts);
  }

  /** Aborted when the box stops: nothing is waited for any more. */
  get stopping(): AbortSignal {
    return this.stopped.signal;
  }

  /** Intents of an environment whose answer was lost, or that the start found open, oldest first. */
  unsettled(environment: Environment): Unsettled[] {
    return this.parts.ledger.main
      .intents(environment)
      .filter(({ requestId }) => !this.underWay.has(requestId))
      .map((intent) => ({ intent, state: this.progress.get(intent.requestId)?.state ?? 'asking' }));
  }

  /** Can its end not be known without a person? */
  isInDoubt({ requestId }: Intent): boolean {
    return this.progress.get(requestId)?.state === 'doubt';
  }

  /** Is a key taken by a receipt that may have been signed? */
  holds(environment: Environment, clientRequestId: string): boolean {
    return this.parts.ledger.main.intents(environment).some((intent) => intent.clientRequestId === clientRequestId);
  }

  /**
   * Notes that a processor is about to be asked for an intent: it may sign until its limit has passed. {@link ended} is
   * to follow.
   */
  begin(intent: Intent, signingLimit: number): void {
    this.underWay.add(intent.requestId);
    this.remember(intent, signingLimit, this.parts.clock.monotonic());
  }

  /** Notes that the processor has answered, or is not waited for any more. What is still open now is unsettled. */
  ended({ requestId, environment }: Intent): void {
    this.underWay.delete(requestId);
    const isOpen = this.parts.ledger.main.intents(environment).some((intent) => intent.requestId === requestId);
    if (!isOpen) this.progress.delete(requestId);
  }

  private remember(intent: Intent, signingLimit: number, askedAt?: number): void {
    const provenFrom = this.parts.clock.monotonic() + signingLimit;
    this.progress.set(intent.requestId, { askedAt, provenFrom, triedAt: -Infinity, state: 'asking' });
  }

  /** Asks for the end of each open intent once; are all settled then? */
  async clear(environment: Environment): Promise<boolean> {
    for (const intent of this.parts.ledger.main.intents(environment)) {
      if (!(await this.settle(intent))) {
        this.watch(environment);
        return false;
      }
    }
    return true;
  }

  /** Looks one intent up; true when its end is recorded. */
  async settle(intent: Intent): Promise<boolean> {
    const { clock, pfrOf } = this.parts;
    const pfr = pfrOf(intent.environment);
    // After a restart nobody knows when the request went out: the limit counts from the first look.
    if (!this.progress.has(intent.requestId)) this.remember(intent, pfr.signingLimit);
    const progress = this.progress.get(intent.requestId);
    const now = clock.monotonic();
    if (progress === undefined || now - progress.triedAt < FRESH) return false;
    const isOver = now >= progress.provenFrom;
    const end = pfr.mode === intent.mode ? await this.lookUp(pfr, intent, isOver) : 'doubt';
    progress.triedAt = clock.monotonic();
    if (end === 'settled') {
      this.progress.delete(intent.requestId);
      return true;
    }
    if (end === 'doubt' && progress.state !== 'doubt') {
      this.parts.log('pfr.doubt', { pfrRequest: intent.requestId, environment: intent.environment });
    }
    progress.state = end;
    return false;
  }

  private async lookUp(pfr: Pfr, intent: Intent, isOver: boolean): Promise<IntentState | 'settled'> {
    const { requestId, draft, taxLabels, esirNumber, witness } = intent;
    const found = await pfr.find({ requestId, draft, taxLabels, esirNumber, witness });
    switch (found.kind) {
      case 'signed':
        return (await this.found(intent, found.signature)) ? 'settled' : 'asking';
      case 'absent':
        if (!isOver) return 'asking';
        return this.hasSignedNothing(intent, found.now) && (await this.abort(intent)) ? 'settled' : 'doubt';
      case 'foreign':
        return isOver ? 'doubt' : 'asking';
      case 'unknown':
        return this.progress.get(requestId)?.state ?? 'asking';
      default:
        return never(found);
    }
  }

  /**
   * The second witness of an L-PFR: the number of its last receipt. The same secure element with the same number has signed
   * nothing since; any other number, or none told, proves nothing. One that tells no number although it has signed for this
   * box never tells one.
   */
  private hasSignedNothing({ requestId, environment, witness: before }: Intent, now: Witness): boolean {
    const { main } = this.parts.ledger;
    const kept = main.intents(environment).find((intent) => intent.requestId === requestId);
    if (kept?.hasAnswered === true || before.uid === '' || before.uid !== now.uid) return false;
    if (before.lastNumber === '' && main.counters(before.uid).total > 0) return false;
    return before.lastNumber !== null && before.lastNumber === now.lastNumber;
  }

  private async found(intent: Intent, signature: Signature): Promise<boolean> {
    const recorded = await this.record(intent, receiptOf(intent, signature, { by: 'processor' }));
    if (recorded !== undefined)
      this.parts.log('pfr.settled', { pfrRequest: intent.requestId, number: signature.invoiceNumber });
    return recorded !== undefined;
  }

  /** The end of an intent as a receipt, kept for the caller who may ask again; undefined when the disk did not take it. */
  private async record(intent: Intent, receipt: Omit<IssuedInvoice, 'uuid'>): Promise<Ok<IssuedInvoice> | undefined> {
    const { clock } = this.parts;
    this.numbers.note(intent, receipt.signature);
    const recorded = await recordInvoice(this.parts, receipt, { askedBy: null, print: intent.print ?? null });
    if (!recorded.ok) return undefined;
    const { askedAt } = this.progress.get(intent.requestId) ?? {};
    this.progress.delete(intent.requestId);
    const age = askedAt === undefined ? this.ageOverRestart(intent) : clock.monotonic() - askedAt;
    if (intent.clientRequestId === null) this.claims.add(intent, recorded.value, age);
    return recorded;
  }

  /**
   * The clock on the wall may have been set meanwhile, but over a restart it is all there is. Where it is a guess, the caller
   * is taken to be waiting: a second receipt for the same goods is worse than one that is handed to the next who buys them.
   */
  private ageOverRestart({ createdAt }: Intent): number {
    const { clock } = this.parts;
    return clock.isTrusted() ? Math.abs(clock.now() - createdAt) : 0;
  }

  private async abort({ requestId }: Intent): Promise<boolean> {
    const aborted = await this.parts.ledger.put({ type: 'abort', requestId, cause: { by: 'witness' } });
    if (aborted.ok) this.parts.log('pfr.settled', { pfrRequest: requestId, number: null });
    return aborted.ok;
  }

  /**
   * A person decides about an intent that is open: what the processor can tell after all goes before. Gives the receipt, or
   * null when nothing was signed. The error is an English sentence; nothing is decided then.
   */
  async decide(requestId: string, verdict: Verdict): Promise<Result<IssuedInvoice | null, string>> {
    const { ledger } = this.parts;
    const find = (): Intent | undefined =>
      ENVIRONMENTS.flatMap((environment) => ledger.main.intents(environment)).find(
        (intent) => intent.requestId === requestId,
      );
    const open = find();
    if (open === undefined) return failed(`No open receipt has the request id ${requestId}.`);
    const { environment } = open;
    // Asked before the wait for the lane: what was found out by then may be overtaken meanwhile.
    if (!verdict.signed && this.mayStillBeSigned(open)) return failed(TOO_EARLY);
    const decided = await this.inLane(environment, async () => {
      const intent = find();
      if (intent === undefined || (await this.settle(intent))) {
        return failed('The processor has told the end meanwhile; nothing is left to decide.');
      }
      return verdict.signed ? this.admit(intent, verdict) : this.discard(intent, verdict.reason);
    });
    return decided ?? failed('The processor is busy with a receipt. Try again.');
  }

  /** Nobody, not even a person, can know by now that nothing is signed for an intent after all. */
  private mayStillBeSigned({ requestId, environment, createdAt }: Intent): boolean {
    const { clock, pfrOf } = this.parts;
    const progress = this.progress.get(requestId);
    // A command on a stopped box has nothing but the clock on the wall; one that was set back must not wait for ever.
    if (progress === undefined) return Math.abs(clock.now() - createdAt) < pfrOf(environment).signingLimit;
    return clock.monotonic() < progress.provenFrom;
  }

  private async admit(
    intent: Intent,
    { link, reason }: Extract<Verdict, { signed: true }>,
  ): Promise<Result<IssuedInvoice, string>> {
    const { ledger, settings } = this.parts;
    const signature = signatureFromLink(intent, link, settings.now.company);
    if (!signature.ok) return signature;
    const { requestedBy, signedBy, totalCounter, invoiceNumber } = signature.value;
    if ((await ledger.invoiceByNumber(requestedBy, signedBy, totalCounter)) !== undefined) {
      return failed(`Receipt ${invoiceNumber} is in the ledger already: it is another one.`);
    }
    const recorded = await this.record(intent, receiptOf(intent, signature.value, { by: 'person', reason }));
    return recorded ?? failed(NOT_STORED);
  }

  private async discard({ requestId }: Intent, reason: string): Promise<Result<null, string>> {
    const { ledger } = this.parts;
    const aborted = await ledger.put({ type: 'abort', requestId, cause: { by: 'person', reason } });
    if (!aborted.ok) return failed(NOT_STORED);
    this.progress.delete(requestId);
    return ok(null);
  }

  /** Settles in the background whatever a start or a lost answer has left open. */
  start(): void {
    for (const environment of ENVIRONMENTS) this.watch(environment);
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await Promise.all(this.loops.values());
  }

  /** Looks up again and again, ever more slowly, until nothing is open. */
  watch(environment: Environment): void {
    if (this.loops.has(environment) || this.stopped.signal.aborted) return;
    const loop = this.repeat(environment).finally(() => this.loops.delete(environment));
    this.loops.set(environment, loop);
  }

  private async repeat(environment: Environment): Promise<void> {
    const { clock, ledger } = this.parts;
    const isOpen = (): boolean => ledger.main.intents(environment).length > 0;
    for (let pause = FIRST_PAUSE; isOpen(); pause = Math.min(2 * pause, LAST_PAUSE)) {
      if (!(await clock.sleep(pause, this.stopping))) return;
      try {
        await this.inLane(environment, () => this.clear(environment));
      } catch (error) {
        // Such as a record that cannot be read any more: reads are served all the same, and the next look may do better.
        const cause = error instanceof Error ? `${error.name}: ${error.message}` : 'error';
        this.parts.log('pfr.unsettled', { environment, cause });
      }
    }
  }

  /** Does the work with the lane of the processor, if it has one; undefined when the turn did not come, or the box stops. */
  private async inLane<T>(environment: Environment, work: () => Promise<T>): Promise<T | undefined> {
    const { lane } = this.parts.pfrOf(environment);
    const unlessStopped = async (): Promise<T | undefined> => (this.stopping.aborted ? undefined : work());
    if (lane === null) return unlessStopped();
    const done = await lane.run(LANE_WAIT, unlessStopped, this.stopping);
    return done.ok ? done.value : undefined;
  }
}

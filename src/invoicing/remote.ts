import { drawRandom } from '../base/random.js';
import type { Clock } from '../base/clock.js';
import type { Environment } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { never, ok, type Result } from '../base/result.js';
import type { Reservation, StorageFailure } from '../ledger/entry.js';
import type { AbortCause, Intent } from '../ledger/intent.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Lane } from '../pfr/lane.js';
import type { Pfr, Refusal, Signature } from '../pfr/port.js';
import { REFUSALS } from '../pfr/texts.js';
import type { Desk } from '../printing/printing.js';
import type { Settings } from '../settings/settings.js';
import type { Rules } from './draft.js';
import { refusals } from './messages.js';
import type { IssueOutcome, Order, Prepared } from './order.js';
import { receiptOf, recordInvoice } from './record.js';
import type { Settling } from './settling.js';

export interface RemoteSaleParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly settling: Settling;
  readonly paper: Desk;
  readonly rules: (order: Order) => Rules;
  readonly reserve: (environment: Environment, prepared: Prepared) => Promise<Result<Reservation, StorageFailure>>;
}

/** An order as it was prepared before its turn came. */
interface Trial {
  readonly rules: Rules;
  readonly prepared: ReturnType<Order['prepare']>;
}

/** How long a receipt waits for those before it, ms. */
const LANE_WAIT = 30_000;
/** Pauses before the look-ups for which the caller of a lost answer still waits, ms. */
const LOOKS = [0, 1000, 2000];

/**
 * A receipt signed outside the box: it takes the lane, settles what is open, and puts the intent on the disk before the
 * first byte leaves. A lost answer leaves the intent open, whatever happens to the box then.
 */
export class RemoteSale {
  constructor(private readonly parts: RemoteSaleParts) {}

  async carryOut(order: Order, askedBy: string, pfr: Pfr, lane: Lane): Promise<IssueOutcome> {
    const { rules, settling } = this.parts;
    // What is wrong is said at once, however long the lane is; but not to one who repeats what may have been signed.
    const before = rules(order);
    const trial = { rules: before, prepared: order.prepare(before) };
    const isOpen = settling.unsettled(order.environment).length > 0;
    if (before.taxLabels.length > 0 && !trial.prepared.ok && !isOpen) {
      return { kind: 'invalid', error: trial.prepared.error };
    }
    if (order.room !== undefined) return this.inLane(order, askedBy, pfr, trial);
    // What those have found who are in the lane, or were before it, need not be found again.
    const away = lane.isBusy ? await this.knownAway(order, pfr) : undefined;
    if (away !== undefined) return away;
    const known = lane.isBusy ? () => this.knownAway(order, pfr) : () => undefined;
    const done = await lane.run(LANE_WAIT, async () => (await known()) ?? this.inLane(order, askedBy, pfr, trial));
    return done.ok ? done.value : ((await known()) ?? refused(REFUSALS.busy));
  }

  /** How an order ends that may wait, when its processor was out of reach as last seen. */
  private async knownAway(order: Order, pfr: Pfr): Promise<IssueOutcome | undefined> {
    if (order.mayWait !== true || !isOutOfReach(pfr)) return undefined;
    return (await this.earlier(order)) ?? refused(REFUSALS.outOfReach, 'way');
  }

  private async inLane(order: Order, askedBy: string, pfr: Pfr, trial: Trial): Promise<IssueOutcome> {
    const { settling } = this.parts;
    const isClear = await settling.clear(order.environment);
    const earlier = await this.earlier(order);
    if (earlier !== undefined) return earlier;
    if (!isClear) return this.unsettled(order, pfr);
    const ready = await pfr.ready();
    if (ready.kind === 'refused') return this.refuse(ready, askedBy);
    const prepared = this.preparedNow(order, trial);
    if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
    const room =
      order.room === undefined ? await this.parts.reserve(order.environment, prepared.value) : ok(order.room);
    if (!room.ok) return { kind: 'storage', failure: room.error };
    const intent = this.intentOf(order, prepared.value, pfr, ready.witness);
    try {
      const kept = await this.parts.ledger.put({ type: 'intent', intent }, room.value);
      if (!kept.ok) return { kind: 'storage', failure: kept.error };
      settling.begin(intent, pfr.signingLimit);
      const outcome = await this.sign(intent, pfr, askedBy, room.value).finally(() => settling.ended(intent));
      if (outcome !== undefined) return outcome;
    } finally {
      room.value.release();
    }
    return this.lookFor(order, intent);
  }

  /** An earlier receipt has no end yet. Where nobody can be asked for it, that is the way's fault. */
  private async unsettled({ mayWait }: Order, pfr: Pfr): Promise<IssueOutcome> {
    const ready = mayWait === true ? await pfr.ready() : undefined;
    const isOut = ready?.kind === 'refused' && ready.about === 'way';
    return refused(REFUSALS.unsettled, isOut ? 'way' : undefined);
  }

  /** Only now are the rates those by which the processor goes; mostly they are those of before. */
  private preparedNow(order: Order, { rules: before, prepared }: Trial): Trial['prepared'] {
    const now = this.parts.rules(order);
    const areSame = now.taxLabels === before.taxLabels && now.simplifiedCash === before.simplifiedCash;
    return areSame ? prepared : order.prepare(now);
  }

  /** What stands for this order already: settled while it waited, or found after its caller had been put off. */
  private async earlier({ environment, key, fingerprint }: Order): Promise<IssueOutcome | undefined> {
    const { ledger, settling } = this.parts;
    if (key === null) {
      const claimed = settling.claims.take(environment, fingerprint());
      return claimed && { kind: 'replayed', invoice: claimed };
    }
    const open = ledger.main.intents(environment).find(({ clientRequestId }) => clientRequestId === key.id);
    const stored = open ?? (await ledger.invoiceByRequest(environment, key.id));
    if (stored === undefined) return undefined;
    if (stored.fingerprint !== key.fingerprint) return { kind: 'invalid', error: refusals.keyUsedForOther() };
    if (open === undefined) return { kind: 'replayed', invoice: stored as IssuedInvoice };
    return refused(settling.isInDoubt(open) ? REFUSALS.doubt : REFUSALS.unknown);
  }

  private intentOf(order: Order, { draft, taxLabels }: Prepared, pfr: Pfr, witness: Intent['witness']): Intent {
    const { settings, clock } = this.parts;
    return {
      requestId: drawRandom(16).toString('hex'),
      environment: pfr.environment,
      mode: pfr.mode,
      draft,
      taxLabels,
      esirNumber: settings.esirNumber,
      witness,
      clientRequestId: order.key?.id ?? null,
      fingerprint: order.key?.fingerprint ?? order.fingerprint(),
      ...(order.print !== null && { print: order.print }),
      createdAt: clock.now(),
    };
  }

  /** Undefined when the answer was lost. */
  private async sign(intent: Intent, pfr: Pfr, askedBy: string, room: Reservation): Promise<IssueOutcome | undefined> {
    const { requestId, draft, taxLabels, esirNumber, witness } = intent;
    const outcome = await pfr.sign({ requestId, draft, taxLabels, esirNumber, witness });
    switch (outcome.kind) {
      case 'signed':
        return this.record(intent, outcome.signature, askedBy);
      case 'refused': {
        const cause: AbortCause = { by: 'processor', code: outcome.code };
        // Should the disk fail here, the next start finds the intent open, and settles it.
        await this.parts.ledger.put({ type: 'abort', requestId, cause }, room);
        return this.refuse(outcome, askedBy);
      }
      case 'unknown':
        this.parts.log('invoice.unknown', { request: askedBy, pfrRequest: requestId });
        // Should the disk fail here, it takes nothing more: nobody sells on before a person has looked.
        if (outcome.hasAnswered) {
          await this.parts.ledger.put({ type: 'intent', intent: { ...intent, hasAnswered: true } }, room);
        }
        return undefined;
      default:
        return never(outcome);
    }
  }

  private async record(intent: Intent, signature: Signature, askedBy: string): Promise<IssueOutcome> {
    this.parts.settling.numbers.note(intent, signature);
    const { print = null } = intent;
    const recorded = await recordInvoice(this.parts, receiptOf(intent, signature), { askedBy, print });
    if (!recorded.ok) return { kind: 'storage', failure: recorded.error };
    return { kind: 'issued', invoice: recorded.value };
  }

  /** The caller still waits: most lost answers are found at once. */
  private async lookFor(order: Order, intent: Intent): Promise<IssueOutcome> {
    const { settling, clock } = this.parts;
    for (const pause of LOOKS) {
      if (!(await clock.sleep(pause, settling.stopping))) break;
      if (!(await settling.settle(intent))) continue;
      return (await this.found(order)) ?? refused(REFUSALS.unknown);
    }
    settling.watch(intent.environment);
    return refused(REFUSALS.unknown);
  }

  /** For this caller it was issued now; undefined when it turned out that nothing was signed. */
  private async found(order: Order): Promise<IssueOutcome | undefined> {
    const earlier = await this.earlier(order);
    return earlier?.kind === 'replayed' ? { kind: 'issued', invoice: earlier.invoice } : earlier;
  }

  private refuse({ code, message, about }: Refusal, askedBy: string): IssueOutcome {
    this.parts.log('invoice.refused', { request: askedBy, code });
    return refused(message, about);
  }
}

function refused(message: string, about?: Refusal['about']): IssueOutcome {
  return { kind: 'refused', message, ...(about !== undefined && { about }) };
}

/** As last seen. */
function isOutOfReach(pfr: Pfr): boolean {
  return pfr.status().findings.some((finding) => finding.isOutOfReach === true);
}

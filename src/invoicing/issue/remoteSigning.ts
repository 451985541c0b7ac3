import { assertNever, type CounterBaseline, type SalesFirst, secureRandom } from '../../base/index.js';
import type { AbortCause, Intent, Reservation } from '../../ledger/index.js';
import { explanationOf, type Pfr, type Refusal, type Signature } from '../../pfr/index.js';
import type { Settings } from '../../settings/index.js';
import type { Prepared } from '../draft/prepared.js';
import type { OpenIntents } from '../settling/openIntents.js';
import type { Settling } from '../settling/settling.js';
import { earlierOutcome } from './earlier.js';
import type { KeyStatuses } from './keyStatus.js';
import { type IssueOutcome, type Order, outcomeUnknown, refused } from './order.js';
import { receiptOf, recordInvoice, type RecordParts, signRequestOf } from './recordReceipt.js';

export interface RemoteSigningParts extends RecordParts {
  readonly settings: Settings;
  readonly keys: KeyStatuses;
  readonly openIntents: OpenIntents;
  readonly settling: Settling;
  readonly salesFirst: SalesFirst;
}

/**
 * Signs with a processor outside the box. The intent is on the disk before the first byte leaves, so that an answer that is
 * lost leaves it open, whatever happens to the box then.
 */
export class RemoteSigning {
  constructor(private readonly parts: RemoteSigningParts) {}

  /**
   * Records the intent, asks the processor to sign, and records the result. To be called with all locks of the order held;
   * `room` is given back as soon as nothing more is to be written.
   */
  async sign(
    order: Order,
    prepared: Prepared,
    counterBaseline: CounterBaseline,
    { pfr, room, logRef }: { readonly pfr: Pfr; readonly room: Reservation; readonly logRef: string },
  ): Promise<IssueOutcome> {
    const { ledger, openIntents } = this.parts;
    const intent = this.intentOf(order, prepared, pfr, counterBaseline);
    try {
      const kept = await ledger.put({ type: 'intent', intent }, room);
      if (!kept.ok) return { kind: 'storage', failure: kept.error };
      openIntents.begin(intent, pfr.signingLimit);
      const outcome = await this.ask(intent, pfr, logRef, room).finally(() => openIntents.ended(intent));
      if (outcome !== undefined) return outcome;
    } finally {
      room.release();
    }
    // As it stands now: that something was answered is a part of its record, and what proves its end depends on it.
    return this.lookUpNow(order, openIntents.find(intent.requestId) ?? intent, pfr.sellOnAfter);
  }

  private intentOf(
    order: Order,
    { draft, taxLabels }: Prepared,
    { environment, mode }: Pfr,
    counterBaseline: CounterBaseline,
  ): Intent {
    const { settings, clock } = this.parts;
    return {
      requestId: secureRandom(16).toString('hex'),
      environment,
      mode,
      draft,
      taxLabels,
      esirNumber: settings.esirNumber,
      counterBaseline,
      clientRequestId: order.key?.id ?? null,
      fingerprint: order.key?.fingerprint ?? order.fingerprint(),
      ...(order.print !== null && { print: order.print }),
      ...(order.apiKey !== null && { apiKey: order.apiKey }),
      createdAt: clock.now(),
    };
  }

  /** Undefined when the answer was lost. */
  private async ask(intent: Intent, pfr: Pfr, logRef: string, room: Reservation): Promise<IssueOutcome | undefined> {
    const { ledger, log } = this.parts;
    const { requestId } = intent;
    const outcome = await pfr.sign(signRequestOf(intent));
    switch (outcome.kind) {
      case 'signed':
        // While the processor signed, other work went on.
        return this.parts.salesFirst.during(() => this.record(intent, outcome.signature, logRef));
      case 'refused': {
        const cause: AbortCause = { by: 'processor', code: outcome.code };
        // Should the disk fail here, the next start finds the intent open, and settles it.
        await ledger.put({ type: 'abort', requestId, cause }, room);
        return this.refuse(outcome, logRef);
      }
      case 'unknown':
        log('invoice.unknown', { request: logRef, pfrRequest: requestId });
        // It replaces the open intent. If this write fails the ledger is broken, and nothing is sold before it is repaired.
        if (outcome.hasAnswered) await ledger.put({ type: 'intent', intent: { ...intent, hasAnswered: true } }, room);
        return undefined;
      default:
        return assertNever(outcome);
    }
  }

  private async record(intent: Intent, signature: Signature, logRef: string): Promise<IssueOutcome> {
    const { settling } = this.parts;
    settling.recording(intent, signature);
    const { print = null } = intent;
    const recorded = await recordInvoice(this.parts, receiptOf(intent, signature), { logRef, print });
    if (!recorded.ok) return { kind: 'storage', failure: recorded.error };
    await settling.soldTwice.soldAgain(intent, recorded.value);
    settling.recorded(intent, recorded.value);
    return { kind: 'issued', invoice: recorded.value };
  }

  /**
   * Looks for the receipt while the caller still waits, and all others with it: most lost answers are found at once. After
   * `sellOnAfter` ms the others are served. Its room was given back: the record of a found receipt waits for room like any other.
   */
  private async lookUpNow(order: Order, intent: Intent, sellOnAfter: number): Promise<IssueOutcome> {
    const { settling, openIntents } = this.parts;
    const unknown = (): IssueOutcome => outcomeUnknown(openIntents.timeToOutcome(intent));
    if (!(await settling.settleLost(intent, sellOnAfter))) return unknown();
    return (await this.found(order)) ?? unknown();
  }

  /** For this caller a found receipt counts as issued now. Undefined: it turned out that nothing was signed. */
  private async found(order: Order): Promise<IssueOutcome | undefined> {
    const { keys, settling } = this.parts;
    const earlier = await earlierOutcome({ keys, settling }, order);
    return earlier?.kind === 'replayed' ? { kind: 'issued', invoice: earlier.invoice } : earlier;
  }

  /** The answer to an order that the processor has refused. */
  refuse(refusal: Refusal, logRef: string): IssueOutcome {
    this.parts.log('invoice.refused', { request: logRef, code: refusal.code });
    return refused(explanationOf(refusal), refusal.about);
  }
}

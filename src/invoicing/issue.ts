import type { Environment, UtcMs } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { drawRandom } from '../base/random.js';
import { never, ok, type Result } from '../base/result.js';
import { Serial } from '../base/serial.js';
import type { Reservation, StorageFailure } from '../ledger/entry.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Pfr, Signature } from '../pfr/port.js';
import type { Settings } from '../settings/settings.js';
import type { Rules } from './draft.js';
import type { RequestKey } from './fingerprint.js';
import { InFlight, type Turn } from './inflight.js';
import { refusals } from './messages.js';
import type { IssueOutcome, Order, Prepared } from './order.js';

export interface IssuerParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  /** The processor of an environment. */
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly now: () => UtcMs;
  readonly log: Log;
}

/** An order that is ready to be signed. */
interface Task extends Prepared {
  readonly key: RequestKey | null;
  readonly askedBy: string;
  readonly pfr: Pfr;
}

/** Room that a record needs besides its lines, and for each line at its longest, bytes. */
const RECORD_BYTES = 16 * 1024;
const LINE_BYTES = 1500;

/**
 * The one way of a sale: idempotency, validation, room, signing, recording. A receipt is answered only when it is
 * durable, and a repeated key never makes a second one.
 */
export class Issuer {
  private readonly inFlight = new InFlight();
  private readonly referring = new Serial();

  constructor(private readonly parts: IssuerParts) {}

  /**
   * Carries out what was asked for, or tells which earlier request has. Keys are told apart by environment. `askedBy`
   * names the API request in the log.
   */
  async issue(order: Order, askedBy: string): Promise<IssueOutcome> {
    const alone = (): Promise<IssueOutcome> => this.issueAlone(order, askedBy);
    const work = order.takesTurn ? () => this.inTurn(alone) : alone;
    if (order.key === null) return work();
    const turn = await this.underKey(order.environment, order.key, work);
    if (turn === 'other') return { kind: 'invalid', error: refusals.keyUsedForOther() };
    const { isRepeat, outcome } = turn;
    return isRepeat && outcome.kind === 'issued' ? { kind: 'replayed', invoice: outcome.invoice } : outcome;
  }

  /** What holds for a receipt of this environment now. */
  rules(environment: Environment): Rules {
    const { simplifiedCash } = this.parts.settings.now;
    return { taxLabels: this.parts.pfrOf(environment).taxLabels(), simplifiedCash };
  }

  /** Keeps the key for the work: who comes with it meanwhile waits for the outcome, or is told that it is taken. */
  underKey<T>(environment: Environment, key: RequestKey, work: () => Promise<T>): Promise<Turn<T>> {
    return this.inFlight.run(environment, key, work);
  }

  /** Keeps room for the record of a receipt: what is signed must be recorded. */
  reserve({ draft }: Prepared): Promise<Result<Reservation, StorageFailure>> {
    return this.parts.ledger.reserve(RECORD_BYTES + draft.lines.length * LINE_BYTES);
  }

  /**
   * Does the work when no receipt that refers to another is under way. Advances hang together in chains, so that a lock on
   * one of them would not do: what was read about a chain must hold until its refund is recorded.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.referring.run(work);
  }

  /** As {@link issue}, for one who keeps the key already and whose turn it is. */
  async issueAlone(order: Order, askedBy: string): Promise<IssueOutcome> {
    const { environment, key } = order;
    const stored = key === null ? undefined : await this.parts.ledger.invoiceByRequest(environment, key.id);
    if (stored === undefined) return this.carryOut(order, askedBy);
    return stored.fingerprint === key?.fingerprint
      ? { kind: 'replayed', invoice: stored }
      : { kind: 'invalid', error: refusals.keyUsedForOther() };
  }

  private async carryOut(order: Order, askedBy: string): Promise<IssueOutcome> {
    const pfr = this.parts.pfrOf(order.environment);
    const prepared = order.prepare(this.rules(order.environment));
    if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
    const room = order.room === undefined ? await this.reserve(prepared.value) : ok(order.room);
    if (!room.ok) return { kind: 'storage', failure: room.error };
    try {
      return await this.signAndRecord({ key: order.key, askedBy, pfr, ...prepared.value });
    } finally {
      room.value.release();
    }
  }

  private async signAndRecord(task: Task): Promise<IssueOutcome> {
    const { settings, log } = this.parts;
    const { draft, taxLabels, pfr, askedBy } = task;
    const requestId = drawRandom(16).toString('hex');
    const outcome = await pfr.sign({ requestId, draft, taxLabels, esirNumber: settings.esirNumber });
    switch (outcome.kind) {
      case 'signed':
        return this.record(task, outcome.signature);
      case 'refused':
      case 'unknown':
        log('invoice.refused', { request: askedBy, code: outcome.kind === 'refused' ? outcome.code : null });
        return { kind: 'refused', message: outcome.message };
      default:
        return never(outcome);
    }
  }

  private async record(task: Task, signature: Signature): Promise<IssueOutcome> {
    const { ledger, now, log } = this.parts;
    const { pfr, draft, key, askedBy } = task;
    const createdAt = now();
    const invoice: IssuedInvoice = {
      uuid: ledger.newUuid(createdAt),
      environment: pfr.environment,
      mode: pfr.mode,
      draft,
      signature,
      clientRequestId: key?.id ?? null,
      fingerprint: key?.fingerprint ?? null,
      createdAt,
    };
    const recorded = await ledger.issue(invoice);
    if (!recorded.ok) return { kind: 'storage', failure: recorded.error };
    const { uuid, environment } = invoice;
    log('invoice.issued', { request: askedBy, uuid, number: signature.invoiceNumber, environment });
    return { kind: 'issued', invoice };
  }
}

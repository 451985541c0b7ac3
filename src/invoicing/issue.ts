import type { Environment, UtcMs } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { drawRandom } from '../base/random.js';
import { never } from '../base/result.js';
import { SerialByKey } from '../base/serial.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Pfr, Signature } from '../pfr/port.js';
import type { Settings } from '../settings/settings.js';
import type { Rules } from './draft.js';
import { InFlight } from './inflight.js';
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
  readonly clientRequestId: string | null;
  /** Null without an idempotency key. */
  readonly fingerprint: string | null;
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
  private readonly inFlight = new InFlight<IssueOutcome>();
  private readonly serials = new SerialByKey();

  constructor(private readonly parts: IssuerParts) {}

  /**
   * Carries out what was asked for, or tells which earlier request has. Keys are told apart by environment. `askedBy`
   * names the API request in the log.
   */
  async issue(order: Order, askedBy: string): Promise<IssueOutcome> {
    if (order.clientRequestId === null) {
      return this.inTurn(order, () => this.carryOut(order, null, askedBy));
    }
    const fingerprint = order.fingerprint();
    const turn = await this.inFlight.run(`${order.environment} ${order.clientRequestId}`, fingerprint, () =>
      this.inTurn(order, () => this.issueOnce(order, fingerprint, askedBy)),
    );
    if (turn === 'other') return { kind: 'invalid', error: refusals.keyUsedForOther() };
    const { isRepeat, outcome } = turn;
    return isRepeat && outcome.kind === 'issued' ? { kind: 'replayed', invoice: outcome.invoice } : outcome;
  }

  /** What holds for a receipt of this environment now. */
  rules(environment: Environment): Rules {
    const { simplifiedCash } = this.parts.settings.now;
    return { taxLabels: this.parts.pfrOf(environment).taxLabels(), simplifiedCash };
  }

  /** Does the work when all that was asked before about the same receipt is done. */
  exclusively<T>(uuid: string, work: () => Promise<T>): Promise<T> {
    return this.serials.run(uuid, work);
  }

  private inTurn({ follows }: Order, work: () => Promise<IssueOutcome>): Promise<IssueOutcome> {
    return follows === undefined ? work() : this.exclusively(follows, work);
  }

  private async issueOnce(order: Order, fingerprint: string, askedBy: string): Promise<IssueOutcome> {
    const stored = await this.parts.ledger.invoiceByRequest(order.environment, order.clientRequestId ?? '');
    if (stored === undefined) return this.carryOut(order, fingerprint, askedBy);
    return stored.fingerprint === fingerprint
      ? { kind: 'replayed', invoice: stored }
      : { kind: 'invalid', error: refusals.keyUsedForOther() };
  }

  private async carryOut(order: Order, fingerprint: string | null, askedBy: string): Promise<IssueOutcome> {
    const pfr = this.parts.pfrOf(order.environment);
    const prepared = order.prepare(this.rules(order.environment));
    if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
    const reserved = await this.parts.ledger.reserve(RECORD_BYTES + prepared.value.draft.lines.length * LINE_BYTES);
    if (!reserved.ok) return { kind: 'storage', failure: reserved.error };
    const { clientRequestId } = order;
    try {
      return await this.signAndRecord({ clientRequestId, fingerprint, askedBy, pfr, ...prepared.value });
    } finally {
      reserved.value.release();
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
    const { pfr, draft, clientRequestId, fingerprint, askedBy } = task;
    const createdAt = now();
    const invoice: IssuedInvoice = {
      uuid: ledger.newUuid(createdAt),
      environment: pfr.environment,
      mode: pfr.mode,
      draft,
      signature,
      clientRequestId,
      fingerprint,
      createdAt,
    };
    const recorded = await ledger.issue(invoice);
    if (!recorded.ok) return { kind: 'storage', failure: recorded.error };
    const { uuid, environment } = invoice;
    log('invoice.issued', { request: askedBy, uuid, number: signature.invoiceNumber, environment });
    return { kind: 'issued', invoice };
  }
}

import type { Clock } from '../base/clock.js';
import type { Environment } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { drawRandom } from '../base/random.js';
import { ok, type Result } from '../base/result.js';
import type { Reservation, StorageFailure } from '../ledger/entry.js';
import type { Ledger } from '../ledger/ledger.js';
import { Lane } from '../pfr/lane.js';
import { NO_WITNESS, type Pfr } from '../pfr/port.js';
import { REFUSALS } from '../pfr/texts.js';
import type { Desk, PrintWish } from '../printing/printing.js';
import type { Settings } from '../settings/settings.js';
import type { Rules } from './draft.js';
import type { RequestKey } from './fingerprint.js';
import { InFlight, type Turn } from './inflight.js';
import { refusals } from './messages.js';
import type { IssueOutcome, NotIssued, Order, Prepared, Queued, Refused, SaleOutcome } from './order.js';
import { recordInvoice } from './record.js';
import { RemoteSale } from './remote.js';
import type { Settling } from './settling.js';

export interface IssuerParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  /** The processor of an environment. */
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly clock: Clock;
  readonly log: Log;
  readonly settling: Settling;
  readonly paper: Desk;
}

/** What is done with an order that could not be sent. */
export type Otherwise = (refused: Refused) => Promise<Queued | NotIssued>;

/** An order that is ready to be signed. */
interface Task extends Prepared {
  readonly key: RequestKey | null;
  readonly askedBy: string;
  readonly pfr: Pfr;
  readonly print: PrintWish;
}

/** Room that a record needs besides its lines, and for each line at its longest, bytes. */
const RECORD_BYTES = 16 * 1024;
const LINE_BYTES = 1500;
/** What a real processor sends beside: a drawn QR code and members that nobody knows, bytes. */
const REMOTE_BYTES = 96 * 1024;
/** How long one waits for its turn among those who refer to receipts, and for the lane, ms. */
const TURN_WAIT = 30_000;

const BUSY: Refused = { kind: 'refused', message: REFUSALS.busy };

/**
 * The one way of a sale: idempotency, validation, room, signing, recording. A receipt is answered only when it is
 * durable, and a repeated key never makes a second one.
 */
export class Issuer {
  private readonly inFlight = new InFlight();
  /** One for each environment: a processor that hangs holds up nobody in the other. */
  private readonly referring: Readonly<Record<Environment, Lane>>;
  private readonly remote: RemoteSale;

  constructor(private readonly parts: IssuerParts) {
    this.referring = { sandbox: new Lane(parts.clock), production: new Lane(parts.clock) };
    const rules = ({ environment }: Order): Rules => this.rules(environment);
    this.remote = new RemoteSale({ ...parts, rules, reserve: this.reserve.bind(this) });
  }

  /**
   * Carries out what was asked for, or tells which earlier request has. Keys are told apart by environment. `askedBy`
   * names the API request in the log.
   */
  issue(order: Order, askedBy: string): Promise<IssueOutcome>;
  /** The same; `otherwise` is done under the key when the processor could not be reached and certainly signed nothing. */
  issue(order: Order, askedBy: string, otherwise: Otherwise): Promise<SaleOutcome>;
  async issue(order: Order, askedBy: string, otherwise?: Otherwise): Promise<SaleOutcome> {
    const work = async (): Promise<SaleOutcome> => {
      const outcome = await this.issueUnderKey(order, askedBy);
      const isOut = outcome.kind === 'refused' && outcome.about === 'way';
      return isOut && otherwise !== undefined ? otherwise(outcome) : outcome;
    };
    if (order.key === null) return work();
    const turn = await this.underKey(order.environment, order.key, work);
    if (turn === 'other') return { kind: 'invalid', error: refusals.keyUsedForOther() };
    const { isRepeat, outcome } = turn;
    return isRepeat && outcome.kind === 'issued' ? { kind: 'replayed', invoice: outcome.invoice } : outcome;
  }

  /** As {@link issue}, for one who keeps the key. */
  issueUnderKey(order: Order, askedBy: string): Promise<IssueOutcome> {
    const alone = (): Promise<IssueOutcome> => this.issueAlone(order, askedBy);
    return order.takesTurn ? this.inTurn(order.environment, alone) : alone();
  }

  /** What holds for a receipt of this environment now. */
  rules(environment: Environment): Rules {
    const { simplifiedCash } = this.parts.settings.now;
    return { taxLabels: this.parts.pfrOf(environment).taxLabels(), simplifiedCash };
  }

  /**
   * Keeps the key for the work: who comes with it meanwhile waits for the outcome, or is told that it is taken. So it is by a
   * sale that waits in the queue.
   */
  async underKey<T>(environment: Environment, key: RequestKey, work: () => Promise<T>): Promise<Turn<T>> {
    if (this.parts.ledger.main.queue.find(environment, key.id)?.state === 'queued') return 'other';
    return this.inFlight.run(environment, key, work);
  }

  /** Is a request with this key being worked on? */
  isAtWork(environment: Environment, id: string): boolean {
    return this.inFlight.isAtWork(environment, id);
  }

  /**
   * Keeps room for the records of receipts: what is signed must be recorded. Who needs several asks for all of them at
   * once: on a full disk one who holds room already would wait for nobody but itself.
   */
  reserve(environment: Environment, ...receipts: readonly Prepared[]): Promise<Result<Reservation, StorageFailure>> {
    const isRemote = this.parts.pfrOf(environment).lane !== null;
    const bytes = receipts.map(({ draft }) => {
      const record = RECORD_BYTES + draft.lines.length * LINE_BYTES;
      // An intent says again what the receipt says.
      return isRemote ? 2 * record + REMOTE_BYTES : record;
    });
    return this.parts.ledger.reserve(bytes.reduce((sum, size) => sum + size, 0));
  }

  /**
   * Does the work when no receipt of the environment that refers to another is under way. Advances hang together in chains,
   * so that a lock on one of them would not do: what was read about a chain must hold until its refund is recorded.
   */
  async inTurn<T>(environment: Environment, work: () => Promise<T>): Promise<T | Refused> {
    const done = await this.referring[environment].run(TURN_WAIT, work);
    return done.ok ? done.value : BUSY;
  }

  /**
   * Does the work with the processor to itself. Who needs several receipts in a row takes the lane before room is kept for
   * them: one who held room while it waited for the lane would keep it from one who has the lane and waits for room.
   */
  async atProcessor<T>(environment: Environment, work: () => Promise<T>): Promise<T | Refused> {
    const { lane } = this.parts.pfrOf(environment);
    if (lane === null) return work();
    const done = await lane.run(TURN_WAIT, work);
    return done.ok ? done.value : BUSY;
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

  /**
   * Why nothing can be built on what stands yet, for one who is {@link atProcessor}: a receipt may have been signed that the
   * ledger does not have, or the labels of a real processor are not known. Undefined when all is known.
   */
  async notReady(environment: Environment): Promise<Refused | undefined> {
    const { settling, pfrOf } = this.parts;
    if (!(await settling.clear(environment))) return { kind: 'refused', message: REFUSALS.unsettled };
    const pfr = pfrOf(environment);
    if (pfr.lane === null || pfr.taxLabels().length > 0) return undefined;
    const ready = await pfr.ready();
    return ready.kind === 'refused' ? { kind: 'refused', message: ready.message } : undefined;
  }

  private async carryOut(order: Order, askedBy: string): Promise<IssueOutcome> {
    const { environment, key, print } = order;
    const pfr = this.parts.pfrOf(environment);
    if (pfr.lane !== null) return this.remote.carryOut(order, askedBy, pfr, pfr.lane);
    // A real processor was set when the key was used, and may have signed for it.
    if (key !== null && this.parts.settling.holds(environment, key.id)) {
      return { kind: 'refused', message: REFUSALS.unknown };
    }
    const prepared = order.prepare(this.rules(environment));
    if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
    const room = order.room === undefined ? await this.reserve(environment, prepared.value) : ok(order.room);
    if (!room.ok) return { kind: 'storage', failure: room.error };
    try {
      return await this.signAtOnce({ key, askedBy, pfr, print, ...prepared.value });
    } finally {
      room.value.release();
    }
  }

  /** In the box nothing can be lost on the way: signing and recording are one. */
  private async signAtOnce(task: Task): Promise<IssueOutcome> {
    const { settings, clock, log } = this.parts;
    const { draft, taxLabels, pfr, key, askedBy, print } = task;
    const requestId = drawRandom(16).toString('hex');
    const { esirNumber } = settings;
    const outcome = await pfr.sign({ requestId, draft, taxLabels, esirNumber, witness: NO_WITNESS });
    if (outcome.kind !== 'signed') {
      log('invoice.refused', { request: askedBy, code: outcome.kind === 'refused' ? outcome.code : null });
      return { kind: 'refused', message: outcome.message };
    }
    const signed = {
      environment: pfr.environment,
      mode: pfr.mode,
      draft,
      signature: outcome.signature,
      clientRequestId: key?.id ?? null,
      fingerprint: key?.fingerprint ?? null,
      createdAt: clock.now(),
    };
    const recorded = await recordInvoice(this.parts, signed, { askedBy, print });
    if (!recorded.ok) return { kind: 'storage', failure: recorded.error };
    return { kind: 'issued', invoice: recorded.value };
  }
}

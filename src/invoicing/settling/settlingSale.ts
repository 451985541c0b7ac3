import { type Clock, type Environment, type Log } from '../../base/index.js';
import type { Pfr } from '../../pfr/index.js';
import type { Settings } from '../../settings/index.js';
import type { InvoiceRequest } from '../draft/validate.js';
import type { SaleOutcome } from '../issue/order.js';
import { trainingSale } from '../draft/trainingSale.js';
import type { OpenIntents } from './openIntents.js';

/** No settling sale is issued as long as buyers come: their receipts prove as much. Time since the last request to sign, ms. */
const QUIET = 3000;
/** Most settling sales of an environment that are sent within an hour, and the pause between two attempts, ms. */
const MOST_AN_HOUR = 6;
const HOUR = 3_600_000;
const PAUSE = 30_000;

const NAME = 'Провера исхода рачуна';
/** RSD: the smallest amount. */
const PRICE = 0.01;
const LOG_REF = 'pfr-settle';

export interface SettlingSaleParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly openIntents: OpenIntents;
  /** Issues a receipt like any other sale. */
  readonly sell: (request: InvoiceRequest, logRef: string, environment: Environment) => Promise<SaleOutcome>;
}

interface Attempts {
  readonly last: number;
  readonly sent: readonly number[];
}

const NONE: Attempts = { last: -Infinity, sent: [] };

/**
 * Settles lost orders when no other buyer comes. Only a later receipt can prove that nothing was signed for a lost order, so the box issues
 * a Training sale of its own. The setting `settlingSale` of the processor turns this off.
 */
export class SettlingSale {
  /** When one was last attempted, and those that were sent within the last hour, oldest first, by the monotonic clock. */
  private readonly attempts: Record<Environment, Attempts> = { sandbox: NONE, production: NONE };

  constructor(private readonly parts: SettlingSaleParts) {}

  /** Time until a settling sale is due, ms, at least 0; undefined when no open order needs one. */
  dueIn(environment: Environment): number | undefined {
    const { settings, clock, pfrOf, openIntents } = this.parts;
    if (settings.now[`pfr.${environment}`].settlingSale === false) return undefined;
    const { mode } = pfrOf(environment);
    const isNeeded = openIntents
      .unsettled(environment)
      .some(({ intent, state }) => state === 'asking' && intent.mode === mode && openIntents.isOver(intent));
    if (!isNeeded) return undefined;
    const { last, sent } = this.attempts[environment];
    const oldest = sent.at(-MOST_AN_HOUR) ?? -Infinity;
    const dueAt = Math.max(openIntents.lastAskedAt(environment) + QUIET, last + PAUSE, oldest + HOUR);
    return Math.max(0, dueAt - clock.monotonic());
  }

  /** Issues a settling sale if one is due. To be called without the processor held, after the open orders were looked up. */
  async issueIfDue(environment: Environment): Promise<void> {
    const { clock, log, pfrOf, openIntents, sell } = this.parts;
    const pfr = pfrOf(environment);
    const [label] = pfr.taxLabels();
    if (this.dueIn(environment) !== 0 || pfr.mutex?.isBusy === true || label === undefined) return;
    const now = clock.monotonic();
    const { sent } = this.attempts[environment];
    this.attempts[environment] = { last: now, sent };
    const sale = trainingSale({ purpose: LOG_REF, name: NAME, unitPrice: PRICE, label: label.label });
    if (!sale.ok) throw new Error(sale.error);
    const { kind } = await sell(sale.value.request, LOG_REF, environment);
    if (openIntents.lastAskedAt(environment) >= now) {
      this.attempts[environment] = { last: now, sent: [...sent, now].slice(-MOST_AN_HOUR) };
    }
    log('pfr.settling-sale', { environment, outcome: kind });
  }
}

import type { Clock, Log } from '../../../base/index.js';
import type { Environment } from '../../../contract/index.js';
import type { Intent } from '../../../platform/ledger/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import type { InvoiceRequest } from '../draft/validate.js';
import type { SaleOutcome } from '../issue/order.js';
import { trainingSale } from '../draft/trainingSale.js';
import type { OpenIntents } from './openIntents.js';

/** Minimum time since the last request to sign, ms. While buyers come, their receipts are sufficient proof. */
const QUIET = 3000;
/** Maximum number of reconciliation sales of an environment within an hour (`HOUR` in ms). */
const MAX_PER_HOUR = 6;
const HOUR = 3_600_000;
/** Pause after an attempt, ms. Each further attempt that issues no receipt doubles it. */
const PAUSE = 30_000;

const NAME = 'Провера исхода рачуна';
/** RSD, the smallest amount. */
const PRICE = 0.01;
const LOG_REF = 'pfr-settle';

export interface ReconciliationSaleDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly openIntents: OpenIntents;
  /** Issues a receipt like any other sale. */
  readonly sell: (request: InvoiceRequest, logRef: string, environment: Environment) => Promise<SaleOutcome>;
}

interface Attempts {
  readonly isRunning: boolean;
  readonly last: number;
  readonly sent: readonly number[];
  /** Number of consecutive attempts that issued no receipt. */
  readonly failures: number;
}

const NONE: Attempts = { isRunning: false, last: -Infinity, sent: [], failures: 0 };

/**
 * Reconciles lost orders when no other buyer comes. Only a later receipt can prove that nothing was signed for a lost
 * order, so the box issues a Training sale of its own. The setting `settlingSale` of the processor turns this off.
 */
export class ReconciliationSale {
  /**
   * Time of the last attempt and of the last reconciliation sales that were sent, oldest first, by the monotonic clock.
   */
  private readonly attempts: Record<Environment, Attempts> = { sandbox: NONE, production: NONE };

  constructor(private readonly deps: ReconciliationSaleDeps) {}

  /** Time until a reconciliation sale is due, ms, at least 0; undefined when no open order needs one. */
  dueIn(environment: Environment): number | undefined {
    const { pfrOf, openIntents } = this.deps;
    const { mode } = pfrOf(environment);
    const open = openIntents.unresolved(environment).filter(({ intent }) => intent.mode === mode);
    const isNeeded = open.some(({ intent, state }) => state === 'asking' && openIntents.isPastSigningLimit(intent));
    // A reconciliation sale may itself be lost. The next one can resolve it only after its own signing limit.
    const isOwnOpen = open.some(({ intent }) => isOwn(intent) && !openIntents.isPastSigningLimit(intent));
    return isNeeded && !isOwnOpen ? this.nextIn(environment) : undefined;
  }

  /**
   * Time until a reconciliation sale may be issued if one is needed, ms, at least 0; undefined when the setting turns
   * it off.
   */
  nextIn(environment: Environment): number | undefined {
    const { settings, clock, openIntents } = this.deps;
    if (settings.now[`pfr.${environment}`].settlingSale === false) return undefined;
    const { last, sent, failures } = this.attempts[environment];
    const oldest = sent.at(-MAX_PER_HOUR) ?? -Infinity;
    const pause = Math.min(PAUSE * 2 ** failures, HOUR);
    const dueAt = Math.max(openIntents.lastSentAt(environment) + QUIET, last + pause, oldest + HOUR);
    return Math.max(0, dueAt - clock.monotonic());
  }

  /**
   * Issues a reconciliation sale if one is due. Call it without holding the processor, after the open orders were
   * looked up.
   */
  async issueIfDue(environment: Environment): Promise<void> {
    const { clock, log, pfrOf, openIntents, sell } = this.deps;
    const pfr = pfrOf(environment);
    const [label] = pfr.taxLabels();
    const before = this.attempts[environment];
    if (before.isRunning || this.dueIn(environment) !== 0 || pfr.mutex?.isBusy === true) return;
    const now = clock.monotonic();
    this.attempts[environment] = { ...before, last: now };
    if (label === undefined) return;
    const sale = trainingSale({ purpose: LOG_REF, name: NAME, unitPrice: PRICE, label: label.label });
    if (!sale.ok) throw new Error(sale.error);
    this.attempts[environment] = { ...before, last: now, isRunning: true };
    let outcome: SaleOutcome['kind'] | 'failed' = 'failed';
    try {
      ({ kind: outcome } = await sell(sale.value.request, LOG_REF, environment));
    } finally {
      const wasSent = openIntents.lastSentAt(environment) >= now;
      const sent = wasSent ? [...before.sent, now].slice(-MAX_PER_HOUR) : before.sent;
      const failures = outcome === 'issued' ? 0 : wasSent ? before.failures + 1 : before.failures;
      this.attempts[environment] = { isRunning: false, last: now, sent, failures };
      log('pfr.settling-sale', { environment, outcome });
    }
  }
}

function isOwn({ clientRequestId }: Intent): boolean {
  return clientRequestId?.startsWith(`${LOG_REF}-`) === true;
}

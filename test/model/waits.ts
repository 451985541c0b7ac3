import type { Environment } from '../../src/contract/fiscal.js';
import type { ExchangeFault } from './plan.js';

/** How long the box may still look a lost answer up before the next receipt leaves, beside `sellOnAfter`, ms. */
const LAST_LOOK = 3000;

/** Faults of a signing that leave its outcome open. */
const LOSING: ReadonlySet<ExchangeFault> = new Set<ExchangeFault>([
  ...(['lost before', 'lost after', 'signed late', 'cut', 'garbage', 'empty', 'error before', 'error after'] as const),
  ...(['stale', 'stale before', 'of another till', 'of another till before', 'other till last'] as const),
  ...(['broken MD5', 'other amount', 'nothing known'] as const),
]);

/** The last loss in an environment that no other receipt has followed yet. */
interface Loss {
  readonly requestId: string;
  readonly at: number;
  /** True when another fault has occurred since: then the wait proves nothing. */
  isDisturbed: boolean;
}

/** Measures how long the next receipt waits after a lost answer. */
export class Waits {
  /** ms. */
  longest = 0;
  private readonly losses = new Map<Environment, Loss>();

  /** `limit`: `sellOnAfter` of the processors, ms. */
  constructor(private readonly limit: number) {}

  /** The exchange for a receipt has ended. */
  signed(environment: Environment, requestId: string, fault: ExchangeFault | undefined, at: number): void {
    if (fault !== undefined && LOSING.has(fault)) this.losses.set(environment, { requestId, at, isDisturbed: false });
    else this.losses.delete(environment);
  }

  /** Something else goes wrong, or a person works at the processor. */
  disturb(environment: Environment): void {
    const loss = this.losses.get(environment);
    if (loss !== undefined) loss.isDisturbed = true;
  }

  /** The next receipt, requested at `askedAt`, is sent. Returns the violation, if any. */
  leaves(environment: Environment, requestId: string, askedAt: number | undefined, now: number): string | undefined {
    const loss = this.losses.get(environment);
    this.losses.delete(environment);
    if (loss === undefined || askedAt === undefined || loss.isDisturbed || loss.requestId === requestId)
      return undefined;
    const waited = now - Math.max(askedAt, loss.at);
    this.longest = Math.max(this.longest, waited);
    return waited > this.limit + LAST_LOOK ? `a receipt waited ${waited} ms after a lost answer` : undefined;
  }
}

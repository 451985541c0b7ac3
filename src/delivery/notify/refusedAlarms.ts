import type { Clock, UtcMs } from '../../base/index.js';
import type { NotifiedAlarm } from '../../ledger/index.js';
import type { DeliveryFailure } from '../deliveryFailure.js';
import { AFTER_REFUSAL } from '../retryDelay.js';

/** An alarm that the receiver refuses for good; others go out past it. */
export interface RefusedAlarm {
  readonly check: string;
  /** When it was first refused. */
  readonly since: UtcMs;
  readonly reason: DeliveryFailure;
}

interface Held extends RefusedAlarm {
  readonly told: NotifiedAlarm;
  /** Monotonic time before which it is not tried again, ms. */
  readonly notBefore: number;
}

/** Alarms that were refused, each tried again once an hour: they hold nothing up, and none of them is forgotten. */
export class RefusedAlarms {
  private readonly held = new Map<string, Held>();

  constructor(private readonly clock: Pick<Clock, 'now' | 'monotonic'>) {}

  /** In the order in which they were refused first. */
  get all(): readonly RefusedAlarm[] {
    return Array.from(this.held.values(), ({ check, since, reason }) => ({ check, since, reason }));
  }

  /** Since when the first of them waits. */
  get waitingSince(): UtcMs | null {
    const times = Array.from(this.held.values(), ({ told }) => told.at);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** What the owner was told, and what there is no use in telling now. */
  passing(told: Readonly<Record<string, NotifiedAlarm>>): Record<string, NotifiedAlarm> {
    const now = this.clock.monotonic();
    const waiting = [...this.held.values()].filter(({ notBefore }) => notBefore > now);
    return { ...told, ...Object.fromEntries(waiting.map((one) => [one.check, one.told])) };
  }

  /** True for one that was not refused before. */
  add(check: string, told: NotifiedAlarm, reason: DeliveryFailure): boolean {
    const { clock } = this;
    const before = this.held.get(check);
    const isNew = before?.told.at !== told.at;
    const since = isNew ? clock.now() : before.since;
    this.held.set(check, { check, told, reason, since, notBefore: clock.monotonic() + AFTER_REFUSAL });
    return isNew;
  }

  /** The alarm of this check was told, or is not to be told any more. */
  remove(check: string): void {
    this.held.delete(check);
  }

  clear(): void {
    this.held.clear();
  }
}

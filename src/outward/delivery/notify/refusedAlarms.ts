import type { Clock, UtcMs } from '../../../base/index.js';
import type { NotifiedAlarm } from '../../../platform/ledger/index.js';
import type { DeliveryFailure } from '../deliveryFailure.js';
import { AFTER_REFUSAL } from '../retries.js';

/** An alarm that the receiver refuses permanently; other alarms are sent meanwhile. */
export interface RefusedAlarm {
  readonly check: string;
  /** When it was first refused. */
  readonly since: UtcMs;
  readonly reason: DeliveryFailure;
}

interface Held extends RefusedAlarm {
  readonly told: NotifiedAlarm;
  /** Monotonic time of the next attempt, ms. */
  readonly notBefore: number;
}

/** Refused alarms, each retried once an hour. They delay no other message, and none is lost. */
export class RefusedAlarms {
  private readonly held = new Map<string, Held>();

  constructor(private readonly clock: Pick<Clock, 'now' | 'monotonic'>) {}

  /** In the order of their first refusals. */
  get all(): readonly RefusedAlarm[] {
    return Array.from(this.held.values(), ({ check, since, reason }) => ({ check, since, reason }));
  }

  /** Time of the oldest of them. */
  get waitingSince(): UtcMs | null {
    const times = Array.from(this.held.values(), ({ told }) => told.at);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** The reported alarms, together with the refused ones that are not due for a retry yet. */
  passing(told: Readonly<Record<string, NotifiedAlarm>>): Record<string, NotifiedAlarm> {
    const now = this.clock.monotonic();
    const waiting = [...this.held.values()].filter(({ notBefore }) => notBefore > now);
    return { ...told, ...Object.fromEntries(waiting.map((one) => [one.check, one.told])) };
  }

  /** True when this alarm was not refused before. */
  add(check: string, told: NotifiedAlarm, reason: DeliveryFailure): boolean {
    const { clock } = this;
    const before = this.held.get(check);
    const isNew = before?.told.at !== told.at;
    const since = isNew ? clock.now() : before.since;
    this.held.set(check, { check, told, reason, since, notBefore: clock.monotonic() + AFTER_REFUSAL });
    return isNew;
  }

  /** The alarm of this check was reported, or needs no report any more. */
  remove(check: string): void {
    this.held.delete(check);
  }

  clear(): void {
    this.held.clear();
  }
}

import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { failed, ok, type Result } from '../../base/result.js';
import type { StorageFailure } from '../../ledger/entry.js';
import type { BoxEvent } from '../../ledger/event.js';
import type { Ledger } from '../../ledger/ledger.js';

type SafeModeEvent = Extract<BoxEvent, { kind: 'safe-mode' }>;

export interface SafeModeParts {
  readonly ledger: Pick<Ledger, 'main' | 'put'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** So many crashes in ten minutes are one too many. */
const CRASHES = 3;
/** A run of this length without a crash ends it, ms. */
const QUIET = 60 * 60_000;

/**
 * A box that crashes again and again sells on without what is most likely to make it crash: printers, card and delivery.
 * Whether it is on stands in the ledger, so that a start, and a power cut, change nothing of it.
 */
export class SafeMode {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly parts: SafeModeParts) {}

  get isOn(): boolean {
    return this.since !== undefined;
  }

  /** The record of entering it, while it is on. */
  get since(): SafeModeEvent | undefined {
    return safeModeOf(this.parts.ledger.main.events);
  }

  /** Has `listener` start, once it is left, what was not started. */
  onLeave(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Enters it when the run before was one crash too many; `count`: crashes of the last ten minutes. */
  async enterAfter(count: number): Promise<void> {
    if (count < CRASHES || this.isOn) return;
    await this.record(true, `${count} crashes in 10 minutes`);
  }

  /** `reason` in English; false when it was not on. What was not started is started now. */
  async leave(reason: string): Promise<Result<boolean, StorageFailure>> {
    if (!this.isOn) return ok(false);
    const recorded = await this.record(false, reason);
    if (!recorded.ok) return failed(recorded.error);
    for (const listener of this.listeners.splice(0)) listener();
    return ok(true);
  }

  /** Leaves it after an hour without a crash, unless the box stops before. */
  async leaveWhenQuiet(signal: AbortSignal): Promise<void> {
    while (this.isOn && (await this.parts.clock.sleep(QUIET, signal))) await this.leave('an hour without a crash');
  }

  private async record(on: boolean, reason: string): Promise<Result<void, StorageFailure>> {
    const { ledger, clock, log } = this.parts;
    const recorded = await ledger.put({ type: 'event', event: { at: clock.now(), kind: 'safe-mode', on, reason } });
    if (recorded.ok) log('safe_mode.changed', { on, reason });
    return recorded;
  }
}

/** The record of entering it, while it is on. */
export function safeModeOf(events: readonly BoxEvent[]): SafeModeEvent | undefined {
  const last = events.findLast((event) => event.kind === 'safe-mode');
  return last?.on === true ? last : undefined;
}

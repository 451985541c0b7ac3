import { type Clock, failed, type Log, ok, type Result } from '../../../base/index.js';
import { type BoxEvent, eventsOfMachine, type Ledger, type StorageFailure } from '../../../platform/ledger/index.js';

type SafeModeEvent = Extract<BoxEvent, { kind: 'safe-mode' }>;

interface SafeModeDeps {
  readonly ledger: Pick<Ledger, 'main' | 'put'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** This many crashes within ten minutes lead to safe mode. */
const MAX_CRASHES = 3;
/** A run of this length without a crash ends safe mode, ms. */
const QUIET_TIME = 60 * 60_000;

/**
 * In safe mode a box that crashes repeatedly continues to sell without the parts that are most likely to crash it:
 * printers, card and delivery. The ledger records whether safe mode is on, so that it survives restarts and power cuts.
 */
export class SafeMode {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly deps: SafeModeDeps) {}

  get isOn(): boolean {
    return this.since !== undefined;
  }

  /** The event of entering safe mode, while it is on. */
  get since(): SafeModeEvent | undefined {
    return safeModeOf(this.deps.ledger.main.events);
  }

  /** When safe mode ends, `listener` starts what was not started. */
  onLeave(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Enters safe mode when there were too many crashes; `count`: crashes of the last ten minutes. */
  async enterAfter(count: number): Promise<void> {
    if (count < MAX_CRASHES || this.isOn) return;
    await this.record(true, `${count} crashes in 10 minutes`);
  }

  /** `reason` in English; false when safe mode was not on. What was not started is started now. */
  async leave(reason: string): Promise<Result<boolean, StorageFailure>> {
    if (!this.isOn) return ok(false);
    const recorded = await this.record(false, reason);
    if (!recorded.ok) return failed(recorded.error);
    for (const listener of this.listeners.splice(0)) listener();
    return ok(true);
  }

  /** Leaves safe mode after an hour without a crash, unless the box stops before. */
  async leaveWhenQuiet(signal: AbortSignal): Promise<void> {
    while (this.isOn && (await this.deps.clock.sleep(QUIET_TIME, signal))) await this.leave('an hour without a crash');
  }

  private async record(on: boolean, reason: string): Promise<Result<void, StorageFailure>> {
    const { ledger, clock, log } = this.deps;
    const recorded = await ledger.put({ type: 'event', event: { at: clock.now(), kind: 'safe-mode', on, reason } });
    if (recorded.ok) log('safe_mode.changed', { on, reason });
    return recorded;
  }
}

/** The event of entering safe mode, while it is on. */
export function safeModeOf(events: readonly BoxEvent[]): SafeModeEvent | undefined {
  const last = eventsOfMachine(events).findLast((event) => event.kind === 'safe-mode');
  return last?.on === true ? last : undefined;
}

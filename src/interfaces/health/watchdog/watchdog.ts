import { uptime } from 'node:os';
import type { Clock, Disk, Log } from '../../../base/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import { resetCause } from '../board/resetCause.js';
import { RunHistory } from './runHistory.js';
import { ServiceManager } from './serviceManager.js';
import { heartbeat, type LivenessProbe, type Hang } from './heartbeat.js';
import type { SafeMode } from './safeMode.js';

/** A box that is about to start and holds the lock of its folder. */
interface StartingBox {
  readonly ledger: Ledger;
  readonly safeMode: SafeMode;
  readonly disk: Disk;
  readonly folder: string;
  readonly clock: Clock;
  /** Where the operating system describes the machine. */
  readonly machine: { readonly root: string };
}

/** How many times the box feeds the service manager within the timeout after which it is killed. */
const BEATS_PER_TIMEOUT = 3;

/** Reports the state of the box to the service manager, has the box restarted when it hangs, and records why. */
export class Watchdog {
  readonly manager: ServiceManager;
  private readonly runtime: string | undefined;
  private runHistory: RunHistory | undefined;

  constructor(
    env: NodeJS.ProcessEnv,
    private readonly log: Log,
  ) {
    this.manager = ServiceManager.of(env, log);
    // Several folders may be listed, separated by colons; the unit sets one.
    this.runtime = env['RUNTIME_DIRECTORY']?.split(':')[0];
  }

  /** Records why the last run ended if it was not stopped on request, and enters safe mode after too many crashes. */
  async begin({ ledger, safeMode, disk, folder, clock, machine: { root } }: StartingBox): Promise<void> {
    const { log, runtime } = this;
    if (runtime === undefined) return;
    this.runHistory = new RunHistory({ runtime, disk, folder, log });
    const reason = await this.runHistory.begin();
    if (reason === undefined) return;
    const at = clock.now();
    const resetBy = reason === 'power' ? resetCause({ root, now: at, uptime: uptime() * 1000 }) : undefined;
    const cause = resetBy === undefined ? {} : { resetBy };
    log('box.restarted', { reason, ...cause });
    await ledger.put({ type: 'event', event: { at, kind: 'restart', reason, ...cause } });
    await safeMode.enterAfter(this.runHistory.crashCount);
  }

  /** Notifies the manager that the box is ready, and monitors it until it is asked to stop (undefined) or hangs. */
  async guard(probes: readonly LivenessProbe[], clock: Clock, stopAsked: Promise<void>): Promise<Hang | undefined> {
    const { manager, log } = this;
    const stop = new AbortController();
    const stopping = stopAsked.then(() => stop.abort());
    void manager.notify('READY=1', 'STATUS=The box answers.');
    const hang = await (manager.watchdogTimeout === undefined
      ? stopping.then(() => undefined)
      : heartbeat(
          { interval: manager.watchdogTimeout / BEATS_PER_TIMEOUT, probes, feed: () => manager.feed(), clock },
          stop.signal,
        ));
    void manager.notify('STOPPING=1', `STATUS=${hang === undefined ? 'The box stops.' : `Stuck: ${hang.reason}`}`);
    if (hang === undefined) return undefined;
    log('watchdog.stuck', { reason: hang.reason, found: hang.found });
    this.runHistory?.note(hang);
    return hang;
  }

  /** Call when the box was stopped on request, or could not start. */
  async end(): Promise<void> {
    await this.runHistory?.end();
  }
}

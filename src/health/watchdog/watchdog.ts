import type { Clock } from '../../base/clock.js';
import type { Disk } from '../../base/disk.js';
import type { Log } from '../../base/log.js';
import type { Ledger } from '../../ledger/ledger.js';
import { Lives } from './lives.js';
import { ServiceManager } from './manager.js';
import { beat, type Sign, type Stuck } from './pulse.js';
import type { SafeMode } from './safeMode.js';

/** A box that is about to start; the lock of its folder is held. */
export interface Starting {
  readonly ledger: Ledger;
  readonly safeMode: SafeMode;
  readonly options: { readonly disk: Disk; readonly folder: string; readonly clock: Clock };
}

/** Of the time that the service manager allows between two signs of life, one passes so many times. */
const BEATS = 3;

/** Between the service manager and the box: says how it is, has it begin anew when it does not get on, and notes why. */
export class Watchdog {
  readonly manager: ServiceManager;
  private readonly runtime: string | undefined;
  private lives: Lives | undefined;

  constructor(
    env: NodeJS.ProcessEnv,
    private readonly log: Log,
  ) {
    this.manager = ServiceManager.of(env, log);
    // Several folders may be named, with colons between them; the unit names one.
    this.runtime = env['RUNTIME_DIRECTORY']?.split(':')[0];
  }

  /** Records why the run before ended if it was not asked to, and enters safe mode when it was one crash too many. */
  async begin({ ledger, safeMode, options }: Starting): Promise<void> {
    const { log, runtime } = this;
    if (runtime === undefined) return;
    const { disk, folder, clock } = options;
    this.lives = new Lives({ runtime, disk, folder, log });
    const reason = await this.lives.begin();
    if (reason === undefined) return;
    log('box.restarted', { reason });
    await ledger.put({ type: 'event', event: { at: clock.now(), kind: 'restart', reason } });
    await safeMode.enterAfter(this.lives.crashCount);
  }

  /** Says that the box answers, and looks after it until it is asked to stop (undefined) or does not get on. */
  async guard(signs: readonly Sign[], clock: Clock, stopAsked: Promise<void>): Promise<Stuck | undefined> {
    const { manager, log } = this;
    const over = new AbortController();
    const stopping = stopAsked.then(() => over.abort());
    void manager.tell('READY=1', 'STATUS=The box answers.');
    const stuck = await (manager.watchdog === undefined
      ? stopping.then(() => undefined)
      : beat({ every: manager.watchdog / BEATS, signs, feed: () => manager.feed(), clock }, over.signal));
    void manager.tell('STOPPING=1', `STATUS=${stuck === undefined ? 'The box stops.' : `Stuck: ${stuck.reason}`}`);
    if (stuck === undefined) return undefined;
    log('watchdog.stuck', { reason: stuck.reason, found: stuck.found });
    this.lives?.note(stuck);
    return stuck;
  }

  /** The box has stopped because it was asked to, or could not start. */
  async end(): Promise<void> {
    await this.lives?.end();
  }
}

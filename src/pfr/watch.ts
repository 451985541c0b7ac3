import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Pfr } from './port.js';

export interface WatchParts {
  /** The processor of the active environment. */
  readonly current: () => Pfr;
  readonly clock: Clock;
  readonly log: Log;
}

/** Between two looks at a processor that answers, ms. */
const CALM = 10_000;
/** After the first look that it did not answer, ms; twice as long after each further one. */
const FIRST_PAUSE = 2000;
const LAST_PAUSE = 60_000;
/** A processor that was set anew is looked at within this time, ms. */
const SLICE = 2000;

/** Keeps the state of the active processor fresh by a light look now and then, never while a receipt is under way. */
export class Watch {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly parts: WatchParts) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { current } = this.parts;
    let pfr = current();
    let told = '';
    for (let pause = 0; ;) {
      const isReached = await this.look(pfr);
      if (this.stopped.signal.aborted) return;
      told = this.tell(pfr, told);
      pause = isReached ? 0 : Math.min(Math.max(2 * pause, FIRST_PAUSE), LAST_PAUSE);
      if (!(await this.rest(pfr, isReached ? CALM : pause))) return;
      const next = current();
      if (next !== pfr) pause = 0;
      pfr = next;
    }
  }

  /** Does it answer? False at once when the watch is to stop, however long the processor takes. */
  private look(pfr: Pfr): Promise<boolean> {
    const { signal } = this.stopped;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => resolve(false);
      signal.addEventListener('abort', giveUp);
      const looked = pfr.refresh().finally(() => signal.removeEventListener('abort', giveUp));
      looked.then(resolve, reject);
    });
  }

  /** Waits, but not for a processor that is not the active one any more; false when it is to stop. */
  private async rest(pfr: Pfr, ms: number): Promise<boolean> {
    const { clock, current } = this.parts;
    for (let left = ms; left > 0 && current() === pfr; left -= SLICE) {
      if (!(await clock.sleep(Math.min(left, SLICE), this.stopped.signal))) return false;
    }
    return !this.stopped.signal.aborted;
  }

  /** A line for each change. */
  private tell(pfr: Pfr, before: string): string {
    const { ok, mode, environment, uid, words, findings } = pfr.status();
    const codes = findings.map(({ code }) => code ?? '-').join(' ');
    const now = JSON.stringify([mode, environment, uid, ok, codes, words.en]);
    if (now !== before) this.parts.log('pfr.state', { mode, environment, uid, ok, codes, state: words.en });
    return now;
  }
}

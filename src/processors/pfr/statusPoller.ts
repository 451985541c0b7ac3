import { assertNever, type Clock, type Log } from '../../base/index.js';
import { PFR_TRAITS } from '../../contract/index.js';
import type { Pfr } from './port.js';

interface StatusPollerDeps {
  /** The processor of the active environment. */
  readonly current: () => Pfr;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often the status is read. */
interface Pace {
  /** While the processor answers, ms. */
  readonly interval: number;
  /** The longest pause while its address answers something else than its state, ms. */
  readonly longestPause: number;
}

/** A change of card or PIN must be visible in the shop at once. */
const IN_THE_SHOP: Pace = { interval: 10_000, longestPause: 10_000 };
/**
 * Without a card, only rates and clock can change. Sales reveal other faults soon enough, and each poll is a TLS
 * handshake and some KB that the shop pays for. A refused certificate costs a handshake as well.
 */
const ONLINE: Pace = { interval: 20 * 60_000, longestPause: 5 * 60_000 };

/**
 * The pause after the first poll of a processor that does not report its state, ms. It doubles after each further one.
 */
const FIRST_PAUSE = 2000;
/**
 * The pause between polls of an unreachable processor, ms. Such a poll sends next to nothing, and may itself take 5 s.
 * Queued orders must be sent within 5 s after the processor is back.
 */
const REACH_PAUSE = 2000;
/** How soon a changed processor setting, or a failed signing, is noticed, ms. */
const CHANGE_CHECK = 2000;

/**
 * Keeps the state of the active processor up to date by reading its status, but never while a receipt is under way. It
 * polls rarely while the processor answers, and much more often from a fault on, wherever the fault was detected, until
 * the processor answers again.
 */
export class StatusPoller {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly deps: StatusPollerDeps) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { current } = this.deps;
    let pfr = current();
    let logged = '';
    for (let pause = 0; ;) {
      await this.poll(pfr);
      if (this.stopped.signal.aborted) return;
      logged = this.logChange(pfr, logged);
      const { reach } = pfr;
      pause = pauseAfter(pfr, pause);
      if (!(await this.wait(pfr, reach, pause))) return;
      const next = current();
      if (next !== pfr || reach === 'answers') pause = 0;
      pfr = next;
    }
  }

  /** Ends at once when the poller is stopped, however long the processor takes. */
  private poll(pfr: Pfr): Promise<unknown> {
    const { signal } = this.stopped;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => resolve(undefined);
      signal.addEventListener('abort', giveUp);
      const polled = pfr.refresh().finally(() => signal.removeEventListener('abort', giveUp));
      polled.then(resolve, reject);
    });
  }

  /**
   * Waits, unless another processor becomes the active one, or this one becomes unreachable. Returns false when the
   * poller is stopped.
   */
  private async wait(pfr: Pfr, before: Pfr['reach'], ms: number): Promise<boolean> {
    const { clock, current } = this.deps;
    const isSame = (): boolean => current() === pfr && (pfr.reach === before || pfr.reach === 'answers');
    for (let remaining = ms; remaining > 0 && isSame(); remaining -= CHANGE_CHECK) {
      if (!(await clock.sleep(Math.min(remaining, CHANGE_CHECK), this.stopped.signal))) return false;
    }
    return !this.stopped.signal.aborted;
  }

  /** Logs the state when it has changed. */
  private logChange(pfr: Pfr, before: string): string {
    const { ok, mode, environment, uid, words, findings } = pfr.status();
    const codes = findings.map(({ code }) => code ?? '-').join(' ');
    const now = JSON.stringify([mode, environment, uid, ok, codes, words.en]);
    if (now !== before) this.deps.log('pfr.state', { mode, environment, uid, ok, codes, state: words.en });
    return now;
  }
}

/** Time until the next poll, ms. `before` is the pause before this one, 0 when the processor answered then. */
function pauseAfter({ reach, mode }: Pfr, before: number): number {
  const { interval, longestPause } = PFR_TRAITS[mode].isOnInternet ? ONLINE : IN_THE_SHOP;
  switch (reach) {
    case 'answers':
      return interval;
    case 'outOfReach':
      return REACH_PAUSE;
    case 'faulty':
      return Math.min(Math.max(2 * before, FIRST_PAUSE), longestPause);
    default:
      return assertNever(reach);
  }
}

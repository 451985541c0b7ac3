import type { Clock } from '../base/clock.js';
import { failed, ok, type Result } from '../base/result.js';

/** Gives the lane free; doing it twice does no harm. */
export type Leave = () => void;

interface Waiting {
  readonly enter: () => void;
}

/**
 * The one lane to a processor, which reads one card and promises to keep the last answer only: whoever wants a receipt has
 * it alone until the end is recorded. Those who wait come in the order of asking, and not longer than they are told to.
 */
export class Lane {
  private isTaken = false;
  private readonly waiting: Waiting[] = [];
  private aside: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(private readonly clock: Clock) {}

  /** Is a receipt under way, or waiting? */
  get isBusy(): boolean {
    return this.isTaken || this.waiting.length > 0;
  }

  /** Waits for its turn, `ms` at most and not beyond the abort of `signal`; undefined when that was not enough. */
  async enter(ms: number, signal?: AbortSignal): Promise<Leave | undefined> {
    if (!this.isTaken) return this.enterFree();
    const waited = new AbortController();
    const turn = new Promise<true>((resolve) => {
      this.waiting.push({ enter: () => resolve(true) });
    });
    const mine = this.waiting[this.waiting.length - 1];
    const over = signal === undefined ? waited.signal : AbortSignal.any([waited.signal, signal]);
    const isMyTurn = await Promise.race([turn, this.clock.sleep(ms, over).then(() => false)]);
    waited.abort();
    if (isMyTurn) return this.take();
    const at = mine === undefined ? -1 : this.waiting.indexOf(mine);
    // Let in and timed out in the same moment: the turn is taken, or nobody would ever give it on.
    if (at < 0) return this.take();
    this.waiting.splice(at, 1);
    return undefined;
  }

  /** Does the work alone, when its turn comes within `ms` and before the abort of `signal`. */
  async run<T>(ms: number, work: () => Promise<T>, signal?: AbortSignal): Promise<Result<T, 'busy'>> {
    const leave = await this.enter(ms, signal);
    if (leave === undefined) return failed('busy');
    try {
      return ok(await work());
    } finally {
      leave();
    }
  }

  /** Does what can be put off, such as a look at the state, when nobody is here; it is given up when somebody comes. */
  async beside(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.isBusy || this.aside !== undefined) return;
    const stop = new AbortController();
    const ended = work(stop.signal).finally(() => {
      this.aside = undefined;
    });
    this.aside = { stop, ended: ended.catch(() => undefined) };
    await ended;
  }

  /** What is done beside ends first: a processor answers one call at a time. */
  private async enterFree(): Promise<Leave> {
    const leave = this.take();
    const { aside } = this;
    aside?.stop.abort();
    await aside?.ended;
    return leave;
  }

  private take(): Leave {
    this.isTaken = true;
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      const next = this.waiting.shift();
      // Handed on without a moment in which somebody else could slip in.
      if (next === undefined) this.isTaken = false;
      else next.enter();
    };
  }
}

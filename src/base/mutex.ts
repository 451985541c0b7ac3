import type { Clock } from './clock.js';
import { failed, ok, type Result } from './result.js';

/** Releases the mutex; calling it twice is harmless. */
export type Release = () => void;

interface Waiter {
  readonly wake: () => void;
}

interface Waiting {
  /** Aborting it ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** True to be served before all other waiters. */
  readonly isFirst?: boolean | undefined;
}

/**
 * Lets one caller at a time use a processor, which reads one card and stores only its last answer. A caller holds the
 * mutex from its request until the outcome is recorded. The others wait in the order of their calls, each as long as it
 * chooses.
 */
export class Mutex {
  private isHeld = false;
  private readonly waiters: Waiter[] = [];
  private background: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(private readonly clock: Clock) {}

  /** True when a receipt is in progress, or waiting. */
  get isBusy(): boolean {
    return this.isHeld || this.waiters.length > 0;
  }

  /** Waits at most `ms`, and not after the abort of `signal`; undefined when the mutex was not acquired. */
  async acquire(ms: number, { signal, isFirst = false }: Waiting = {}): Promise<Release | undefined> {
    if (!this.isHeld) return this.acquireFree();
    const waited = new AbortController();
    let wake = (): void => undefined;
    const turn = new Promise<true>((resolve) => (wake = () => resolve(true)));
    const own: Waiter = { wake };
    if (isFirst) this.waiters.unshift(own);
    else this.waiters.push(own);
    const over = signal === undefined ? waited.signal : AbortSignal.any([waited.signal, signal]);
    const isMyTurn = await Promise.race([turn, this.clock.sleep(ms, over).then(() => false)]);
    waited.abort();
    if (isMyTurn) return this.take();
    const at = this.waiters.indexOf(own);
    // Woken and timed out at the same time: the mutex must be taken, otherwise it would never be passed on.
    if (at < 0) return this.take();
    this.waiters.splice(at, 1);
    return undefined;
  }

  /**
   * Does the work while holding the mutex; `busy` when it was not acquired within `ms` and before the abort of
   * `signal`.
   */
  async run<T>(ms: number, work: () => Promise<T>, how?: Waiting): Promise<Result<T, 'busy'>> {
    const release = await this.acquire(ms, how);
    if (release === undefined) return failed('busy');
    try {
      return ok(await work());
    } finally {
      release();
    }
  }

  /**
   * Does work that can wait, such as reading the state, if the mutex is free. The work is aborted when the mutex is
   * acquired. If such work is already in progress, its end is awaited instead, because its result is as recent.
   */
  async runWhenFree(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    if (this.background !== undefined) return this.background.ended;
    const stop = new AbortController();
    const ended = work(stop.signal).finally(() => {
      this.background = undefined;
    });
    this.background = { stop, ended: ended.catch(() => undefined) };
    await ended;
  }

  /** Background work ends first, because a processor answers one call at a time. */
  private async acquireFree(): Promise<Release> {
    const release = this.take();
    const { background } = this;
    background?.stop.abort();
    await background?.ended;
    return release;
  }

  private take(): Release {
    this.isHeld = true;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = this.waiters.shift();
      // Passed on directly, so that no other caller can acquire it in between.
      if (next === undefined) this.isHeld = false;
      else next.wake();
    };
  }
}

/** Runs tasks one after another, in the order of the calls. A failed task does not stop the next one. */
export class TaskQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task);
    this.last = result.catch(() => undefined);
    return result;
  }
}

/** Work longer than this, ms, is waiting for I/O and no longer blocks other work of its caller. */
const TURN_HOLD = 100;

type Caller = number | string;

/**
 * Round-robin scheduling of CPU-heavy work by caller. One piece of work per caller runs at a time, so a caller with
 * thirty requests delays another caller by one of them at most. Work waiting for a fiscal processor blocks nothing
 * after {@link TURN_HOLD}.
 */
export class FairTurns {
  /** Queued work by caller, in round-robin order. */
  private readonly waiting = new Map<Caller, (() => void)[]>();
  private readonly atWork = new Set<Caller>();
  private isDue = false;

  constructor(private readonly clock: Pick<Clock, 'sleep'>) {}

  /** Runs the work when it is the caller's turn. */
  async during<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      const own = this.waiting.get(caller);
      if (own === undefined) this.waiting.set(caller, [resolve]);
      else own.push(resolve);
      this.goOn();
    });
    const done = new AbortController();
    void this.clock.sleep(TURN_HOLD, done.signal).then(() => {
      this.atWork.delete(caller);
      this.goOn();
    });
    try {
      return await work();
    } finally {
      done.abort();
    }
  }

  /** Starts the next work in its own event loop iteration, so that requests that arrived meanwhile are considered. */
  private goOn(): void {
    if (this.isDue) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      this.beginNext();
    });
  }

  private beginNext(): void {
    const next = [...this.waiting].find(([caller]) => !this.atWork.has(caller));
    if (next === undefined) return;
    const [caller, own] = next;
    const begin = own.shift();
    // Moves the caller to the end of the order.
    this.waiting.delete(caller);
    if (own.length > 0) this.waiting.set(caller, own);
    this.atWork.add(caller);
    begin?.();
    if (this.waiting.size > 0) this.goOn();
  }
}

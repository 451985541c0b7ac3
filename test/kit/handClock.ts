import type { Clock } from '../../src/base/clock.js';

interface Sleeper {
  readonly until: number;
  readonly wake: (passed: boolean) => void;
}

/** A clock that moves only when a test moves it. */
export class HandClock implements Clock {
  /** By how much the wall clock is wrong, ms. */
  wallError = 0;
  private time = 0;
  private sleepers: Sleeper[] = [];

  constructor(private readonly start = Date.UTC(2027, 0, 15, 8)) {}

  readonly now = () => this.start + this.time + this.wallError;
  readonly isTrusted = () => true;
  readonly monotonic = () => this.time;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve(false);
        return;
      }
      const wake = (passed: boolean): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(passed);
      };
      const sleeper: Sleeper = { until: this.time + ms, wake };
      const giveUp = (): void => {
        this.sleepers = this.sleepers.filter((one) => one !== sleeper);
        wake(false);
      };
      this.sleepers.push(sleeper);
      signal?.addEventListener('abort', giveUp);
    });

  /** How many sleep now. */
  get sleeping(): number {
    return this.sleepers.length;
  }

  /** Lets `ms` pass and wakes whose time has come, in its order. What they do then is not waited for. */
  pass(ms: number): void {
    this.time += ms;
    const due = this.sleepers.filter(({ until }) => until <= this.time).sort((one, other) => one.until - other.until);
    this.sleepers = this.sleepers.filter(({ until }) => until > this.time);
    for (const { wake } of due) wake(true);
  }
}

/** Resolves when everything that could be done at this moment is done. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What Node calls a request to the disk. */
const DISK_REQUEST = /^FSReq/;

/** True while something of this process waits for the disk, which takes as long as the machine is busy. */
export function waitsForDisk(): boolean {
  return process.getActiveResourcesInfo().some((kind) => DISK_REQUEST.test(kind));
}

import { setTimeout as delay } from 'node:timers/promises';
import type { KeySupply } from './client.js';
import type { Operator } from './operator.js';

/** Calls of one key within a window of {@link WINDOW}; a little less than the contract allows, for calls beside the run. */
const CALLS = 230;
/** A window and a little more, ms. */
const WINDOW = 61_000;

/** One key for the whole run, which waits for the next window when the calls of this one are used up. */
export class OneKey implements KeySupply {
  private opened = -Infinity;
  private calls = 0;

  constructor(
    private readonly key: string,
    private readonly say: (progress: string) => void,
  ) {}

  async take(): Promise<string> {
    if (performance.now() - this.opened < WINDOW && this.calls >= CALLS) {
      const left = this.opened + WINDOW - performance.now();
      this.say(`waiting ${Math.ceil(left / 1000)} s for the next window of the key`);
      await delay(left);
    }
    if (performance.now() - this.opened >= WINDOW) {
      this.opened = performance.now();
      this.calls = 0;
    }
    this.calls += 1;
    return this.key;
  }

  exhausted(): void {
    // The window may have opened at any time since: a whole one from now is enough.
    this.opened = performance.now();
    this.calls = CALLS;
  }
}

/** A new key of the operator whenever the one before has made its calls. */
export class FreshKeys implements KeySupply {
  private key: Promise<string> | undefined;
  private calls = 0;

  constructor(private readonly operator: Operator) {}

  take(): Promise<string> {
    if (this.calls >= CALLS) this.exhausted();
    this.calls += 1;
    this.key ??= this.operator.newKey().then(({ key }) => key);
    return this.key;
  }

  exhausted(): void {
    this.key = undefined;
    this.calls = 0;
  }
}

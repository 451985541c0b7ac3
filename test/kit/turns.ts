import { test } from 'uvu';
import { shareOf } from './cases.js';

type Work<T> = (context: T) => Promise<void> | void;

interface Suite<T> {
  (name: string, work: Work<T>): void;
  readonly skip: (name: string) => void;
  readonly before: (hook: () => void) => void;
}

/**
 * Tests that the CI lane runs in turn, by the commit: `parts` commits in a row run each once, and every other lane runs all. What
 * each commit must try is a plain test beside them.
 *
 * @example
 * const turns = new Turns(4);
 * turns.test('a label of another seller is refused', …);
 */
export class Turns<T = object> {
  private readonly now: readonly number[];
  private tests = 0;

  constructor(
    private readonly parts: number,
    private readonly suite: Suite<T> = test as unknown as Suite<T>,
  ) {
    this.now = shareOf(
      Array.from({ length: parts }, (_, at) => at),
      parts,
    );
    suite.before(() => {
      // Some commits would try none.
      if (this.tests < parts) throw new Error(`${this.tests} tests cannot take turns in ${parts} commits`);
    });
  }

  /** Hands a test to uvu when it is its turn. Is it? Without `work` it cannot be tried here, and says skipped. */
  test(name: string, work: Work<T> | undefined): boolean {
    const isNow = this.now.includes(this.tests % this.parts);
    this.tests += 1;
    if (isNow && work !== undefined) this.suite(name, work);
    else if (isNow) this.suite.skip(name);
    return isNow;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { nextTurn } from '../../../model/clock.js';
import type { Cable } from './cables.js';
import type { Tap } from './tap.js';

/** Turns of the event loop without anything under way before nothing is. */
const QUIET_TURNS = 3;
/** Nothing is under way for longer, ms. */
const BOUND = 10_000;
/** Turns that are waited for at once; others run meanwhile only when there are more. */
const SPIN = 200;

/** Where bytes cannot be counted the kernel is asked so often, ms: in between they may be where it does not count them. */
const BLINK = 2;

/** Reports when nothing moves between a box and its printer, so that time may jump. */
export class Quiet {
  /** What had passed when it was last waited for in vain. */
  private seen = '';

  constructor(
    private readonly cable: Cable,
    private readonly tap: () => Tap,
    /** True while work is done on the cable, or on the box. */
    private readonly isAtWork: () => boolean,
  ) {}

  readonly settled = async (): Promise<void> => {
    const begun = performance.now();
    let since = begun;
    let before = '';
    for (let quiet = 0, turn = 0; quiet < QUIET_TURNS; turn += 1) {
      if (turn < SPIN) await nextTurn();
      else await pause(1);
      const way = this.way();
      const { isExact } = this.cable.passed();
      if (way === 'free' && !isExact) await pause(BLINK);
      if (way === 'free' && ((quiet > 0 && isExact) || (await this.cable.underWay(this.tap().isOpen)) === 0)) {
        quiet += 1;
        continue;
      }
      quiet = 0;
      const now = performance.now();
      const moved = this.moved();
      if (moved !== before) [before, since] = [moved, now];
      if (way === 'held' && (moved === this.seen || now - since >= this.cable.grace)) {
        this.seen = moved;
        return;
      }
      if (now - begun > BOUND) throw new Error(`does not come to rest: ${moved}`);
    }
  };

  private way(): 'free' | 'held' | 'busy' {
    const { isOpen, sent, heard, opening, writing, closing } = this.tap();
    const { isConnected, arrived = sent, answered = heard } = this.cable.passed();
    if (this.isAtWork() || opening > 0 || (isOpen && (isConnected === false || heard < answered))) return 'busy';
    if (writing + closing === 0 && (!isOpen || arrived >= sent)) return 'free';
    return this.cable.isHeldUp() ? 'held' : 'busy';
  }

  /** What changes when something moves. */
  private moved(): string {
    const { isOpen, sent, heard, opening, writing, closing } = this.tap();
    return JSON.stringify({ isOpen, sent, heard, opening, writing, closing, ...this.cable.passed() });
  }
}

// proof: whole-starts
// time limit: 300 s
import { test } from 'uvu';
import { cases } from '../kit/cases.js';
import { type State, statesAfterCut } from '../kit/disk/powerCut.js';
import { fingerprint } from '../kit/disk/print.js';
import { seededRandom } from '../kit/random.js';
import { type Cut, Judge, noteCuts } from '../kit/shop/judge.js';
import { Shop } from '../kit/shop/shop.js';
import { Workday } from '../kit/shop/workday.js';

/** WHOLE_STARTS=50000 starts on more of what is possible. */
const WANTED = cases('WHOLE_STARTS', { ci: 30, all: 2000 });
/** Every so many starts all is looked at, and the start itself is cut. */
const DEEP_EACH = 60;

const random = seededRandom();

/** Different states that were started on. */
class Starts {
  count = 0;
  nested = 0;
  private readonly seen = new Set<string>();

  constructor(private readonly judge: Judge) {}

  /** Starts on `wanted` new states of these cuts, evenly over all of them; latest first, since of equal states it asks for most. */
  async sample(cuts: readonly Cut[], wanted: number): Promise<void> {
    for (const [index, cut] of [...cuts].reverse().entries()) {
      const share = Math.floor((wanted * (index + 1)) / cuts.length) - Math.floor((wanted * index) / cuts.length);
      for (const state of this.newStates(cut, share)) {
        const isDeep = this.count % DEEP_EACH === 0;
        for (const inner of await this.start(cut, state, isDeep)) {
          for (const later of this.newStates(inner, 1)) {
            this.nested += 1;
            await this.start(inner, later, false);
          }
        }
      }
    }
  }

  private *newStates(cut: Cut, wanted: number): Generator<State> {
    let found = 0;
    for (const state of statesAfterCut(cut.moment, random, 4 * wanted + 2)) {
      const print = fingerprint(state);
      if (found >= wanted) return;
      if (this.seen.has(print)) continue;
      this.seen.add(print);
      found += 1;
      yield state;
    }
  }

  private async start(cut: Cut, state: State, isDeep: boolean): Promise<readonly Cut[]> {
    this.count += 1;
    try {
      return await this.judge.judge(cut, state, isDeep);
    } catch (error) {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      throw new Error(`cut before ${cut.operation}, after step ${cut.step}: ${what}, SEED=${random.seed}`);
    }
  }
}

test('wherever the power goes, the box starts whole: settings, keys, items, papers, receipts, and the next sale', async () => {
  const shop = await Shop.open();
  const started = performance.now();
  let [count, nested] = [0, 0];
  try {
    while (count < WANTED) {
      const disk = shop.newDisk();
      shop.processor.putBack([]);
      const day = new Workday(shop, disk);
      const cuts = noteCuts(shop, disk, () => day.sofar);
      await day.run();
      const starts = new Starts(new Judge(shop, day));
      await starts.sample(cuts, Math.min(WANTED - count, 5 * cuts.length));
      count += starts.count;
      nested += starts.nested;
    }
  } finally {
    await shop.close();
  }
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`${count} starts, ${nested} of them on cuts within a start, in ${seconds.toFixed(0)} s\n`);
});

test.run();

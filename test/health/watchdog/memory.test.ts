import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { collectGarbage } from '../../../src/base/memory.js';
import { type Holding, memorySign } from '../../../src/health/watchdog/memory.js';

const MIB = 1024 * 1024;
const WELL: Holding = { heap: 30 * MIB, heapLimit: 304 * MIB, resident: 120_000_000 };

/** What is found at each look, in order. */
function looks(...holdings: readonly Partial<Holding>[]): (string | undefined)[] {
  const rest = [...holdings];
  const { look } = memorySign(
    () => ({ ...WELL, ...rest.shift() }),
    () => undefined,
  );
  return holdings.map(() => look());
}

test('a heap above nine tenths of what its old objects may take is a leak at the second look in a row', () => {
  // V8 counts 48 MiB for young objects to the limit, and gives up when the other 256 are full.
  const [full, below] = [{ heap: 231 * MIB }, { heap: 230 * MIB }];
  assert.equal(looks(below, below, below), [undefined, undefined, undefined]);
  assert.equal(looks(full, below, full), [undefined, undefined, undefined]);
  assert.equal(looks(full, full), [undefined, 'heap 242 MB; limit 242 MB']);
});

test('more than 320 MB in memory is a leak at the sixth look in a row', () => {
  const [high, low] = [{ resident: 320_500_000 }, { resident: 320_000_000 }];
  const five = [high, high, high, high, high];
  assert.equal(looks(...five, low, ...five).filter(Boolean), []);
  assert.equal(looks(...five, high).filter(Boolean), ['RSS 321 MB; limit 320 MB']);
});

test('garbage is no leak: it is collected before the look that would tell of one', () => {
  for (const [high, times] of [
    [{ heap: 240 * MIB }, 1],
    [{ resident: 330_000_000 }, 5],
  ] as const) {
    let [held, collected]: [Holding, number] = [{ ...WELL, ...high }, 0];
    const { look } = memorySign(
      () => held,
      () => {
        collected += 1;
        held = WELL;
      },
    );
    for (let i = 1; i <= times; i += 1) {
      assert.is(collected, 0);
      assert.is(look(), undefined);
    }
    assert.is(collected, 1);
    assert.is(look(), undefined);
    assert.is(look(), undefined);
    assert.is(collected, 1);
  }
});

test('what is collected is all that nobody holds any more', () => {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const held: { lists: number[][] } = { lists: Array.from({ length: 100 }, () => Array<number>(50_000).fill(0.5)) };
  assert.ok(process.memoryUsage().heapUsed > before + 30 * MIB);
  held.lists = [];
  collectGarbage();
  assert.ok(process.memoryUsage().heapUsed < before + 5 * MIB);
});

test('this process, which is well, is found well', () => {
  assert.is(memorySign().look(), undefined);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { collectGarbage } from '../../../../src/base/memory.js';
import { type MemoryUsage, memoryProbe } from '../../../../src/interfaces/health/watchdog/memory.js';

const MIB = 1024 * 1024;
const WELL: MemoryUsage = { heap: 30 * MIB, heapLimit: 304 * MIB, resident: 120_000_000 };

/** What is found at each beat, in order. */
function beats(...usages: readonly Partial<MemoryUsage>[]): (string | undefined)[] {
  const rest = [...usages];
  const { check } = memoryProbe(
    () => ({ ...WELL, ...rest.shift() }),
    () => undefined,
  );
  return usages.map(() => check());
}

test('a heap above nine tenths of what its old objects may take is a leak at the second beat in a row', () => {
  // V8 counts 48 MiB for young objects to the limit, and gives up when the other 256 are full.
  const [full, below] = [{ heap: 231 * MIB }, { heap: 230 * MIB }];
  assert.equal(beats(below, below, below), [undefined, undefined, undefined]);
  assert.equal(beats(full, below, full), [undefined, undefined, undefined]);
  assert.equal(beats(full, full), [undefined, 'heap 242 MB; limit 242 MB']);
});

test('more than 320 MB in memory is a leak at the sixth beat in a row', () => {
  const [high, low] = [{ resident: 320_500_000 }, { resident: 320_000_000 }];
  const five = [high, high, high, high, high];
  assert.equal(beats(...five, low, ...five).filter(Boolean), []);
  assert.equal(beats(...five, high).filter(Boolean), ['RSS 321 MB; limit 320 MB']);
});

test('garbage is no leak: it is collected before the beat that would find one', () => {
  for (const [high, times] of [
    [{ heap: 240 * MIB }, 1],
    [{ resident: 330_000_000 }, 5],
  ] as const) {
    let [held, collected]: [MemoryUsage, number] = [{ ...WELL, ...high }, 0];
    const { check } = memoryProbe(
      () => held,
      () => {
        collected += 1;
        held = WELL;
      },
    );
    for (let i = 1; i <= times; i += 1) {
      assert.is(collected, 0);
      assert.is(check(), undefined);
    }
    assert.is(collected, 1);
    assert.is(check(), undefined);
    assert.is(check(), undefined);
    assert.is(collected, 1);
  }
});

test('all garbage is collected', () => {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const held: { lists: number[][] } = { lists: Array.from({ length: 100 }, () => Array<number>(50_000).fill(0.5)) };
  assert.ok(process.memoryUsage().heapUsed > before + 30 * MIB);
  held.lists = [];
  collectGarbage();
  assert.ok(process.memoryUsage().heapUsed < before + 5 * MIB);
});

test('no leak is found in this process', () => {
  assert.is(memoryProbe().check(), undefined);
});

test.run();

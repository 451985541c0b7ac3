import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { livenessProbes } from '../../../src/programs/box/health.js';
import { systemClock } from '../../../src/base/clock.js';
import { TestBox } from '../../kit/box.js';
import { serveWithoutSocket } from '../../kit/serve.js';

/** More than any sale may take, ms. */
const HOUR = 3_600_000;

test('the watchdog is told of a sale that hangs, and of nothing while none does', () => {
  let passed = 0;
  const monotonic = (): number => systemClock.monotonic() + passed;
  return TestBox.during(
    async ({ parts }) => {
      const found = (): (string | undefined)[] => livenessProbes(parts, HOUR).map(({ check }) => check());
      let end = (): void => undefined;
      const hanging = parts.invoicing.saleTimer.during(() => new Promise<void>((resolve) => (end = resolve)));
      assert.equal(found(), [undefined, undefined, undefined]);
      passed = HOUR;
      assert.match(found()[1] ?? '', /^36\d{5} ms; limit \d+ ms$/);
      end();
      await hanging;
      assert.equal(found(), [undefined, undefined, undefined]);
    },
    { serve: serveWithoutSocket, passing: { ...systemClock, monotonic } },
  );
});

test('the watchdog is told of a write to the disk that takes longer than it may', () => {
  const sale = { saleTimer: { longest: 0 } };
  const probesAt = (busyFor: number) =>
    livenessProbes(
      { ledger: { diskLatency: { busyFor } }, invoicing: sale, settings: {} } as unknown as TestBox['parts'],
      30_000,
    );
  assert.equal(
    probesAt(30_001).map(({ reason }) => reason),
    ['flush', 'sale', 'memory'],
  );
  assert.is(probesAt(30_000)[0]?.check(), undefined);
  assert.is(probesAt(30_001)[0]?.check(), '30001 ms; limit 30000 ms');
});

test.run();

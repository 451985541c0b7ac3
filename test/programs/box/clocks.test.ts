import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RATE_LIMIT } from '../../../src/interfaces/api/middleware/throttle.js';
import { TestBox } from '../../kit/box.js';
import { Machine } from '../../kit/machine.js';
import { serveWithoutSocket } from '../../kit/serve.js';

const HOUR = 3_600_000;

for (const [what, machine, isTrusted] of [
  ['set by a time server', new Machine().synchronize(), true],
  ['kept by a battery while the power was off', new Machine().rtc('1'), true],
  ['that nobody vouches for', new Machine().rtc('0'), false],
] as const) {
  test(`the clock of a box, ${what}, is ${isTrusted ? '' : 'not '}trusted`, () =>
    TestBox.during(async ({ parts }) => assert.is(parts.clock.isTrusted(), isTrusted), {
      serve: serveWithoutSocket,
      machine: { root: machine.root, buildTime: 0 },
    }));
}

test('a clock on the wall that is set gives no key another window', () =>
  TestBox.during(
    async (box) => {
      const till = await box.client();
      for (let call = 0; call < RATE_LIMIT.requests; call += 1) assert.is((await till.get('/me')).status, 200);
      assert.is((await till.get('/me')).status, 429);
      box.clockOffset += HOUR;
      assert.is((await till.get('/me')).status, 429);
      box.clockOffset -= 2 * HOUR;
      assert.is((await till.get('/me')).status, 429);
    },
    { serve: serveWithoutSocket },
  ));

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sleep, wakeAll } from '../../../../../src/interfaces/web/client/till/wakeUp.js';

test('every request that waits is asked for again when the tablet wakes', async () => {
  const woken: string[] = [];
  const sleeping = ['one', 'other', 'third'].map((name) => sleep(2_000_000).then(() => woken.push(name)));
  wakeAll();
  await new Promise((done) => setImmediate(done));
  assert.equal(woken, ['one', 'other', 'third']);
  await Promise.all(sleeping);
});

test.run();

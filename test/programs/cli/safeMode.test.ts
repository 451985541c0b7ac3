import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../src/base/log.js';
import { openBox } from '../../../src/programs/box/open.js';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';

test.after(cleanUp);

test('safe mode is shown and left, also while no service runs', async () => {
  const folder = join(temporaryFolder(), 'data');
  const run = (...words: string[]) => kasirbox(['safe-mode', ...words, '--data', folder]);
  assert.equal(await run('status'), { code: 0, stdout: 'Safe mode is off.\n', stderr: '' });
  assert.equal(await run('leave'), { code: 0, stdout: 'Safe mode was not on.\n', stderr: '' });
  const box = await openBox({ folder, log: silentLog, now: () => Date.UTC(2026, 10, 21, 11) });
  assert.ok(box.ok);
  await box.value.safeMode.enterAfter(3);
  await box.value.close();
  const { stdout } = await run('status');
  assert.is(stdout, 'Safe mode has been on since 2026-11-21 12:00:00: 3 crashes in 10 minutes.\n');
  const left = 'Safe mode is off: printers, card and delivery work again.\n';
  assert.equal(await run('leave'), { code: 0, stdout: left, stderr: '' });
  assert.is((await run('status')).stdout, 'Safe mode is off.\n');
});

test('an unknown word is a usage error', async () => {
  for (const words of [[], ['enter'], ['leave', 'now'], ['status', '--now']]) {
    const { code, stderr } = await kasirbox(['safe-mode', ...words]);
    assert.is(code, 2);
    assert.match(stderr, /^kasirbox: (?:usage:\s+kasirbox safe-mode (?:status|leave)|there is no option)/);
  }
});

test.run();

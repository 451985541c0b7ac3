import { english } from '../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callService } from '../../../src/interfaces/admin/socket.js';
import { BoxProcess, cleanUp } from '../../kit/process.js';
import { inEnglish } from '../../kit/inEnglish.js';

test.after(cleanUp);

test('a service that systemd runs ends itself in order when it is asked to restart', async () => {
  // Nothing listens there: what is said to systemd is lost, and that is logged.
  const box = await BoxProcess.start({ env: { NOTIFY_SOCKET: '/run/kasirbox-test-absent' } });
  const shown = await callService(box.folder, 'service.show', {});
  assert.ok(shown?.ok === true && shown.value.canRestart);
  assert.equal(inEnglish(await callService(box.folder, 'service.restart', {})), { ok: true, value: null });
  assert.is((await box.promisedEnd()).code, 0);
  assert.match(box.log, /"event":"box\.stopped"/);
});

test('a service that nothing would start again goes on', async () => {
  const box = await BoxProcess.start();
  const refused = await callService(box.folder, 'service.restart', {});
  assert.ok(refused?.ok === false && /not started by a service manager/.test(english(refused.error)));
  const shown = await callService(box.folder, 'service.show', {});
  assert.ok(shown?.ok === true && !shown.value.canRestart);
  assert.is((await box.stop()).code, 0);
});

test.run();

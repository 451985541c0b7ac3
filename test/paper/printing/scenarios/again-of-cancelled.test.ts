import * as assert from 'uvu/assert';
import { read } from '../../../kit/client.js';
import { scene } from './stage.js';

scene('a job that waits can be cancelled; another paper is then the first one', async (stage) => {
  await stage.station.unplug();
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'blocked absent');
  const [job] = await stage.jobsOf(uuid);
  assert.ok(job);

  const cancelled = await stage.box.parts.printing.cancel(job.id);
  assert.ok(cancelled.ok);
  assert.equal(await stage.states(uuid), ['cancelled operator']);
  assert.equal(await stage.box.parts.printing.cancel(job.id), { ok: false, error: { kind: 'ended' } });
  assert.equal(await stage.box.parts.printing.cancel(99), { ok: false, error: { kind: 'absent' } });

  await stage.station.plug();
  assert.is((await stage.again(uuid)).repeat, false);
  await stage.become(uuid, 'cancelled operator', 'printed');
  const { jobs } = read('PrintJobList', 200, await stage.client.get(`/invoices/${uuid}/print-jobs`));
  assert.is(jobs.length, 2);
  assert.equal(await stage.papers(), ['1']);
});

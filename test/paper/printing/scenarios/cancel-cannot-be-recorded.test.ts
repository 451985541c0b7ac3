import * as assert from 'uvu/assert';
import { failingDisk } from '../../../kit/disk/failing.js';
import { scene } from './stage.js';

const { disk, faults } = failingDisk();

scene(
  'a job whose cancelling cannot be recorded still waits for its printer',
  async (stage) => {
    await stage.station.unplug();
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked absent');
    const [job] = await stage.jobsOf(uuid);
    assert.ok(job);
    faults.isBroken = true;
    const { printing } = stage.box.parts;
    assert.equal(await printing.cancel(job.id), { ok: false, error: { kind: 'storage', failure: 'broken' } });
    assert.equal(await stage.states(uuid), ['blocked absent']);
    assert.is(printing.printers()[0]?.waiting, 1);
  },
  { disk },
);

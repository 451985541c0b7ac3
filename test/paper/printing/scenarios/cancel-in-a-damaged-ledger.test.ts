import * as assert from 'uvu/assert';
import { DiskError } from '../../../../src/base/disk.js';
import { nodeDisk } from '../../../../src/base/nodeDisk.js';
import { wrapped } from '../../../kit/disk/wrapped.js';
import { scene } from './stage.js';

let isUnreadable = false;
const disk = wrapped(nodeDisk, {
  file: (file, path) => ({
    read(...where) {
      if (isUnreadable) throw new DiskError('EIO', 'read', path);
      return file.read(...where);
    },
  }),
});

scene(
  'a job that ended because its receipt is damaged is not called printing: its end waits for the ledger, as its cancelling does',
  async (stage) => {
    stage.station.printer.cover('open');
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked cover');
    const [job] = await stage.jobsOf(uuid);
    assert.ok(job);
    isUnreadable = true;
    stage.station.printer.cover('closed');
    await stage.until('its end cannot be recorded', () => stage.logged('print.unrecorded').length > 0);
    isUnreadable = false;
    assert.is(stage.box.parts.ledger.failure, 'damaged');

    const { printing } = stage.box.parts;
    assert.equal(await printing.cancel(job.id), { ok: false, error: { kind: 'storage', failure: 'damaged' } });
    assert.equal(await stage.papers(), []);
  },
  { disk },
);

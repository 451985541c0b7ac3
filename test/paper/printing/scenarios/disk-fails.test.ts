import * as assert from 'uvu/assert';
import { failingDisk } from '../../../kit/disk/failing.js';
import { scene } from './stage.js';

const { disk, faults } = failingDisk();

scene(
  'while nothing can be recorded no byte of a slip leaves',
  async (stage) => {
    await stage.station.unplug();
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked absent');
    faults.isBroken = true;
    await stage.station.plug();
    await stage.until('the box has tried', () => stage.logged('print.unrecorded').length > 0);
    await stage.pass(20_000);
    assert.equal(stage.station.printer.pieces, []);

    faults.isBroken = false;
    await stage.restart();
    await stage.become(uuid, 'printed');
    assert.equal(await stage.papers(), ['1']);
  },
  { disk },
);

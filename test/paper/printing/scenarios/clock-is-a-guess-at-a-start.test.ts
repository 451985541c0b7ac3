import * as assert from 'uvu/assert';
import { Machine } from '../../../kit/machine.js';
import { scene } from './stage.js';

scene(
  'a job is not too old by a clock that nothing vouches for when the box starts',
  async (stage) => {
    await stage.station.unplug();
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked absent');
    stage.box.clockOffset = Date.UTC(2099, 0) - Date.now();
    await stage.restart();
    await stage.station.plug();
    await stage.become(uuid, 'printed');
    assert.equal(await stage.papers(), ['1']);
  },
  { machine: { root: new Machine().root, buildTime: Date.now() - 86_400_000 } },
);

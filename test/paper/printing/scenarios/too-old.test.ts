import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const HOUR = 3_600_000;

scene(
  'a job that has waited too long is cancelled and not printed by surprise',
  async (stage) => {
    await stage.station.unplug();
    const old = await stage.sold();
    await stage.become(old.uuid, 'blocked absent');
    stage.clock.pass(HOUR);
    const young = await stage.sold();
    stage.clock.pass(HOUR + 1);
    await stage.become(old.uuid, 'cancelled age');
    await stage.station.plug();

    await stage.become(young.uuid, 'printed');
    assert.equal(await stage.papers(), ['2']);
  },
  { setting: { maxAgeHours: 2 } },
);

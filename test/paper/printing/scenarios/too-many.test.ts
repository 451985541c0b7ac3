import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'where too many jobs wait, a further receipt is sold without paper',
  async (stage) => {
    await stage.station.unplug();
    const waiting = [await stage.sold(), await stage.sold()];
    const further = await stage.sold();
    assert.equal(await stage.states(further.uuid), ['cancelled full']);

    await stage.station.plug();
    for (const { uuid } of waiting) await stage.become(uuid, 'printed');
    assert.is((await stage.again(further.uuid)).repeat, false);
    await stage.become(further.uuid, 'cancelled full', 'printed');
    assert.equal(await stage.papers(), ['1', '2', '3']);
  },
  { setting: { maxWaiting: 2 } },
);

import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a slip under way is finished with the setting with which it began',
  async (stage) => {
    const { printer } = stage.station;
    printer.at('processed', 9000, (one) => one.paper('out'));
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked paper');
    const changed = stage.change({ copies: 2 });
    printer.paper('ok');
    await changed;

    await stage.become(uuid, 'printed');
    const next = await stage.sold();
    await stage.become(next.uuid, 'printed', 'printed');
    assert.equal((await stage.papers()).slice(-2), ['2', '2 again']);
  },
  { repeats: true, tears: true },
);

import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a slip that is held up when its printer setting is changed is stopped, and is unknown at once',
  async (stage) => {
    const { printer } = stage.station;
    printer.at('processed', 9000, (one) => one.paper('out'));
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked paper');
    await stage.change({ copies: 2 });
    await stage.become(uuid, 'unknown paper');

    printer.paper('ok');
    assert.ok((await stage.again(uuid)).repeat);
    await stage.become(uuid, 'unknown paper', 'printed');
    assert.equal(await stage.papers(), ['scrap', '1 again']);
  },
  { tears: true },
);

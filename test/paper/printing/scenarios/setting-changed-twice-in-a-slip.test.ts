import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a printer whose setting is changed twice while a slip is held up is used again once that slip has ended, with its paper cut',
  async (stage) => {
    const { printer } = stage.station;
    printer.at('processed', 9000, (one) => one.paper('out'));
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked paper');
    for (const copies of [2, 3]) await stage.change({ copies });
    const tested = await stage.box.parts.printing.test('kasa');
    assert.is(tested.ok ? 'printed' : tested.error, 'busy', 'beside the slip that is still under way');
    await stage.become(uuid, 'unknown paper');

    printer.paper('ok');
    assert.ok((await stage.again(uuid)).repeat);
    await stage.become(uuid, 'unknown paper', 'printed');
    assert.equal(await stage.papers(), ['scrap', '1 again']);
  },
  { tears: true },
);

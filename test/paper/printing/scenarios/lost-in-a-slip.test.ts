import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a slip whose printer loses power stays unknown; another paper is printed only on request, and says that it is a repeat',
  async (stage) => {
    const { printer } = stage.station;
    printer.at('processed', 9000, (one) => one.power(false));
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'unknown lost');
    const next = await stage.sold();
    printer.power(true);

    await stage.become(next.uuid, 'printed');
    await stage.pass(30_000);
    assert.equal(await stage.states(uuid), ['unknown lost']);
    assert.equal(await stage.papers(), ['scrap', '2'], 'the torn piece ends before the next slip begins');

    assert.ok((await stage.again(uuid)).repeat);
    await stage.become(uuid, 'unknown lost', 'printed');
    assert.equal(await stage.papers(), ['scrap', '2', '1 again']);
  },
  { tears: true },
);

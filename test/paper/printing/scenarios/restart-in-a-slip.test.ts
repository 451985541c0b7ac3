import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a box that is stopped while a slip is held up stops, and says at its next start that the job is unknown',
  async (stage) => {
    const { printer } = stage.station;
    printer.at('processed', 9000, (one) => one.paper('out'));
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked paper');
    const next = await stage.sold();

    await stage.restart();
    assert.equal(await stage.states(uuid), ['unknown restart']);
    printer.paper('ok');

    await stage.become(next.uuid, 'printed');
    assert.equal(await stage.states(uuid), ['unknown restart']);
    assert.equal(await stage.papers(), ['scrap', '2'], 'the torn piece ends before the next slip begins');
    assert.ok((await stage.again(uuid)).repeat);
    await stage.become(uuid, 'unknown restart', 'printed');
  },
  { tears: true },
);

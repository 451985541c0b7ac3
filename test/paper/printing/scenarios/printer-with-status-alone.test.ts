import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a printer with status alone proves by being well for as long as the slip takes',
  async (stage) => {
    const { printer } = stage.station;
    printer.at('processed', 9000, (one) => one.paper('out'));
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked paper');
    await stage.pass(30_000);
    assert.equal(await stage.states(uuid), ['blocked paper']);

    printer.paper('ok');
    await stage.become(uuid, 'printed');
    assert.is((await stage.printer()).proof, 'status');
    assert.equal(await stage.papers(), ['1']);
  },
  { printer: { answers: { status: true, queuedStatus: false, processId: false } } },
);

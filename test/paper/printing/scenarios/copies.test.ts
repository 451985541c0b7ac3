import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'of several papers of a receipt those after the first say that they are a repeat',
  async (stage) => {
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'printed', 'printed', 'printed');

    assert.equal(
      (await stage.jobsOf(uuid)).map(({ repeat }) => repeat),
      [false, true, true],
    );
    assert.equal(await stage.papers(), ['1', '1 again', '1 again']);
    assert.equal(stage.station.printer.drawerKicks, [5], 'the drawer opens once');
  },
  { repeats: true, setting: { copies: 3, drawer: 'pin5' } },
);

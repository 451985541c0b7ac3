import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a slip under way is finished when the box is stopped',
  async (stage) => {
    const { uuid } = await stage.sold();
    await stage.until('the first bytes', () => stage.station.printer.received > 3000);
    assert.equal(await stage.states(uuid), ['sending']);

    await stage.restart();
    assert.equal(await stage.states(uuid), ['printed']);
    assert.equal(await stage.papers(), ['1']);
  },
  { printer: { mmPerSecond: 100 }, speed: 1 },
);

import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a jammed cutter holds the slip up until it is cleared', async (stage) => {
  const { printer } = stage.station;
  printer.at('processed', 12_000, (one) => one.cutterJam(true));
  const { uuid } = await stage.sold();

  await stage.become(uuid, 'blocked cutter');
  assert.is((await stage.printer()).reason, 'cutter');

  printer.cutterJam(false);
  await stage.become(uuid, 'printed');
  assert.equal(await stage.papers(), ['1']);
});

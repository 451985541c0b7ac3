import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a job that waits is drawn for the paper that is set when it is printed', async (stage) => {
  await stage.station.unplug();
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'blocked absent');
  await stage.change({ width: 58 });

  await stage.station.plug();
  await stage.become(uuid, 'printed');
  const [piece] = stage.station.printer.pieces;
  assert.ok(piece?.marks.every((mark) => mark.kind === 'bitmap' && mark.width <= 384));
  assert.equal(await stage.papers(), ['1']);
});

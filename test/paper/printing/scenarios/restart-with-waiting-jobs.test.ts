import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('jobs that wait are printed after a restart, and are no repeat', async (stage) => {
  await stage.station.unplug();
  const receipts = [await stage.sold(), await stage.sold()];

  await stage.restart();
  for (const { uuid } of receipts) assert.match((await stage.states(uuid))[0] ?? '', /^queued$|^blocked absent$/);

  await stage.station.plug();
  for (const { uuid } of receipts) await stage.become(uuid, 'printed');
  assert.equal(await stage.papers(), ['1', '2']);
});

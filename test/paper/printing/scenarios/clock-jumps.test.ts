import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const YEAR = 365 * 24 * 3_600_000;

scene('a jump of the system clock ends no job that waits', async (stage) => {
  await stage.station.unplug();
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'blocked absent');
  stage.box.clockOffset = YEAR;
  await stage.pass(20_000);
  assert.equal(await stage.states(uuid), ['blocked absent']);
  stage.box.clockOffset = -YEAR;
  await stage.pass(20_000);
  stage.box.clockOffset = 0;

  await stage.station.plug();
  await stage.become(uuid, 'printed');
  assert.equal(await stage.papers(), ['1']);
});

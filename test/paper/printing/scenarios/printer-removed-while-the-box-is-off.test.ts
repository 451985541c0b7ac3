import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a job whose printer was removed while no service ran is cancelled at the start', async (stage) => {
  await stage.station.unplug();
  const { uuid } = await stage.sold();
  const other = await stage.newStation('druga');
  await stage.box.parts.spooler.stop();
  await stage.use(other);

  await stage.restart();
  await stage.become(uuid, 'cancelled removed');
  await stage.again(uuid);
  await stage.become(uuid, 'cancelled removed', 'printed');
  assert.equal(await stage.papers(other), ['1']);
});

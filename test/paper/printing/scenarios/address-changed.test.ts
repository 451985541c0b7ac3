import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('jobs that wait go to the new address of their printer, in their order', async (stage) => {
  await stage.station.unplug();
  const first = await stage.sold();
  const second = await stage.sold();
  await stage.become(first.uuid, 'blocked absent');

  const another = await stage.newStation('kasa');
  await stage.use(another);
  await stage.become(second.uuid, 'printed');

  assert.equal(await stage.papers(another), ['1', '2']);
  assert.is(another.probes, 1, 'it is another printer');
});

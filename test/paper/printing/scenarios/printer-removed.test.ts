import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('jobs that wait for a printer that is not set any more are cancelled', async (stage) => {
  await stage.station.unplug();
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'blocked absent');
  await stage.box.set('printers', []);

  await stage.become(uuid, 'cancelled removed');
  await stage.station.plug();
  await stage.use(stage.station);
  assert.is((await stage.again(uuid)).repeat, false);
  await stage.become(uuid, 'cancelled removed', 'printed');
  assert.equal(await stage.papers(), ['1']);
});

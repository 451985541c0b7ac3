import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a printer that is switched off is offline, and prints when it is switched on', async (stage) => {
  stage.station.printer.power(false);
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'blocked absent');
  assert.is((await stage.printer()).state, 'offline');

  stage.station.printer.power(true);
  await stage.become(uuid, 'printed');
  assert.equal(await stage.papers(), ['1']);
});

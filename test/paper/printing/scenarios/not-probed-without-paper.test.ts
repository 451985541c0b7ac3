import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a printer without paper is not judged by what it does not answer', async (stage) => {
  const { printer } = stage.station;
  printer.paper('out');
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'blocked paper');
  assert.is((await stage.printer()).proof, null);
  assert.is(stage.station.probes, 0);

  printer.paper('ok');
  await stage.become(uuid, 'printed');
  assert.is((await stage.printer()).proof, 'process-id');
});

import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a printer is probed once, and what was found is known after a restart', async (stage) => {
  const { station } = stage;
  assert.is((await stage.printer()).proof, null);
  const first = await stage.sold();
  await stage.become(first.uuid, 'printed');
  assert.is(station.probes, 1);

  await stage.restart();
  assert.is((await stage.printer()).proof, 'process-id');
  const second = await stage.sold();
  await stage.become(second.uuid, 'printed');
  assert.is(station.probes, 1);
});

import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a printer that is not there delays no sale; what waits is printed in its order when it comes', async (stage) => {
  await stage.station.unplug();
  const first = await stage.sold();
  const second = await stage.sold();

  await stage.become(first.uuid, 'blocked absent');
  assert.equal(await stage.states(second.uuid), ['queued']);
  const { state, reason, proof } = await stage.printer();
  assert.equal({ state, reason, proof }, { state: 'offline', reason: 'absent', proof: null });

  await stage.station.plug();
  await stage.become(second.uuid, 'printed');
  assert.equal(await stage.states(first.uuid), ['printed']);
  assert.equal(await stage.papers(), ['1', '2']);
});

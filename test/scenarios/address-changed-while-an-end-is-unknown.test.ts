import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('another processor is no witness of what the first has signed: a person decides', async (stage) => {
  await stage.sold();
  const other = await stage.newProcessor({ jid: 'NOVA7PFR', pin: null });
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused({}, 'prodaja-2');

  await stage.useLpfr(other);
  await stage.doubted();
  await stage.refused({}, 'prodaja-2');
  assert.is(stage.signed.length, 2, 'nothing was sent to the new one');

  stage.pfr.faults.clear();
  await stage.useLpfr(stage.pfr);
  await stage.settled();
  await stage.replayed({}, 'prodaja-2');
});

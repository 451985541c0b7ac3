import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('an answer that cannot be believed even when it is looked up is left to a person', async (stage) => {
  stage.pfr.faults.add({ fault: 'broken-link' }, { fault: 'broken-link', on: 'find', standing: true });

  await stage.refused({}, 'prodaja-1');
  await stage.doubted();
  assert.equal(await stage.numbers(), []);

  stage.pfr.faults.clear();
  await stage.settled();
  assert.equal(await stage.numbers(), stage.signed, 'it is believed as soon as it is whole');
});

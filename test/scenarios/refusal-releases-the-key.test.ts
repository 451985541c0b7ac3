import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a code of the processor is a certain no: the key is free at once', async (stage) => {
  stage.pfr.faults.add({ fault: 'refuse', code: '2806' });

  const message = await stage.refused({}, 'prodaja-1');

  assert.match(message, '(2806)');
  assert.is(stage.unsettled.length, 0);
  assert.not(stage.asked.includes('find'), 'there is nothing to look up');
  await stage.sold({}, 'prodaja-1');
  assert.is(stage.signed.length, 1);
});

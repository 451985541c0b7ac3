import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('an answer that comes in small pieces is waited for', async (stage) => {
  stage.pfr.faults.add({ fault: 'drip' });

  await stage.sold();

  assert.not(stage.asked.includes('find'), 'nothing was in doubt');
  assert.is(stage.signed.length, 1);
});

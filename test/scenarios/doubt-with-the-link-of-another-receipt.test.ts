import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('the link of another receipt settles nothing', async (stage) => {
  const before = await stage.sold();
  stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['forget'] });
  await stage.refused({ cashier: 'Мира', payments: [] }, 'prodaja-2');
  await stage.doubted();

  const decided = await stage.decide({ signed: true, link: before.pfr.verificationUrl, reason: 'нађен' });

  assert.match(decided.ok ? '' : decided.error, 'of another receipt');
  assert.is(stage.unsettled.length, 1);
});

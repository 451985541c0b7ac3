import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('the link of another receipt settles nothing', async (stage) => {
  const before = await stage.sold();
  stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['forget'] });
  await stage.refused({}, 'prodaja-2');
  const after = await stage.sellsOn();
  await stage.signedButMissing();
  const complaintAbout = async (link: string): Promise<string> => {
    const decided = await stage.decide({ signed: true, link, reason: 'нађен' });
    return decided.ok ? '' : decided.error;
  };

  assert.match(await complaintAbout(before.pfr.verificationUrl), 'for another receipt');
  assert.match(await complaintAbout(after.pfr.verificationUrl), 'already in the ledger');
  assert.is(stage.unsettled.length, 1);
});

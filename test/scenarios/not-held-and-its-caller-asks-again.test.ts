import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a receipt that a person has entered is the answer to its caller, who asks again without a key',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['forget'] });
    await stage.refused();
    await stage.findOnPortal(await stage.signedButMissing());

    const again = await stage.replayed();
    assert.equal([again.pfr.invoiceNumber], stage.signed);
  },
);

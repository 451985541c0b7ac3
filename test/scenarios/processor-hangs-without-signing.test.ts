import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a processor that hangs and signs nothing costs one refusal, and the repeat is the only receipt',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'hang', signs: 'never' });

    assert.match(await stage.refused({}, 'prodaja-1'), /Поновите исти захтев/);
    await stage.settled();

    const sold = await stage.sold({}, 'prodaja-1');
    assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
  },
);

import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a receipt that a person finds on the portal is entered by its link',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['forget'] });
    await stage.refused({}, 'prodaja-1');
    await stage.doubted();
    const link = stage.pfr.pfr.lastAnswer(1)?.['verificationUrl'] as string;

    assert.ok((await stage.decide({ signed: true, link, reason: 'нађен на порталу' })).ok);

    const replayed = await stage.replayed({}, 'prodaja-1');
    assert.equal([replayed.pfr.invoiceNumber], stage.signed);
    await stage.sold({}, 'prodaja-2');
  },
  { pfr: { kind: 'vpfr' } },
);

import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a receipt of another card that is not its last one is not believed; a person may enter it by its link',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: true, before: [{ card: 'OTHER777' }], after: ['foreign-receipt'] });
    await stage.refused({}, 'prodaja-2');
    await stage.doubted();
    const link = stage.pfr.pfr.lastAnswer(2)?.['verificationUrl'] as string;

    assert.ok((await stage.decide({ signed: true, link, reason: 'нађен на порталу' })).ok);

    const replayed = await stage.replayed({}, 'prodaja-2');
    assert.is(replayed.pfr.invoiceNumber, 'OTHER777-OTHER777-1');
  },
  { pfr: { pin: null, kept: 3 } },
);

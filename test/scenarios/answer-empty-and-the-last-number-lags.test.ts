import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'an empty answer is remembered over a restart: that nothing is known of the receipt proves nothing',
  async (stage) => {
    const before = await stage.sold();
    stage.tell({ lastInvoiceNumber: before.pfr.invoiceNumber });
    stage.pfr.faults.add({ fault: 'answer', signs: true, status: 200, body: '', after: ['forget'] });
    await stage.refused({}, 'prodaja-2');

    await stage.restart();
    await stage.doubted();

    await stage.refused({}, 'prodaja-2');
    assert.is(stage.unsettled[0]?.state, 'doubt');
    const link = stage.pfr.pfr.lastAnswer(1)?.['verificationUrl'] as string;
    assert.ok((await stage.decide({ signed: true, link, reason: 'нађен на порталу' })).ok);
    const replayed = await stage.replayed({}, 'prodaja-2');
    assert.equal(stage.signed, [before.pfr.invoiceNumber, replayed.pfr.invoiceNumber]);
  },
);

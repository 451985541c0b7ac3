import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a processor that has signed for this shop and tells no last number proves nothing by it', async (stage) => {
  const before = await stage.sold();
  stage.tell({ lastInvoiceNumber: '' });
  await stage.restart();
  stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['forget'] });

  await stage.refused({}, 'prodaja-2');
  await stage.doubted();

  const link = stage.pfr.pfr.lastAnswer(1)?.['verificationUrl'] as string;
  assert.ok((await stage.decide({ signed: true, link, reason: 'нађен на порталу' })).ok);
  const replayed = await stage.replayed({}, 'prodaja-2');
  assert.equal(stage.signed, [before.pfr.invoiceNumber, replayed.pfr.invoiceNumber]);
});

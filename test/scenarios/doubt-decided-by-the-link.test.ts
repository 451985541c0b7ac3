import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a person who finds the receipt gives its link, and the receipt stands under its key', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['forget'] });
  await stage.refused({}, 'prodaja-1');
  await stage.doubted();
  const link = stage.pfr.pfr.lastAnswer(1)?.['verificationUrl'] as string;

  assert.ok((await stage.decide({ signed: true, link, reason: 'нађен на порталу' })).ok);

  const replayed = await stage.replayed({}, 'prodaja-1');
  assert.equal([replayed.pfr.invoiceNumber], stage.signed);
  assert.is(replayed.pfr.verificationUrl, link);
  assert.match(replayed.journal, replayed.pfr.invoiceNumber);
  assert.ok((await stage.status()).ready);
});

import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a person who finds the receipt gives its link, and the receipt stands under its key', async (stage) => {
  const after = ['foreign-receipt', 'forget'] as const;
  stage.pfr.faults.add({ fault: 'drop', signs: true, before: ['foreign-receipt'], after });
  await stage.refused({}, 'prodaja-1');
  await stage.doubted();

  const [lost] = stage.signed;
  await stage.findOnPortal(lost);

  const replayed = await stage.replayed({}, 'prodaja-1');
  assert.is(replayed.pfr.invoiceNumber, lost);
  assert.is(replayed.pfr.verificationUrl, stage.linkOf(lost));
  assert.match(replayed.journal, replayed.pfr.invoiceNumber);
  assert.ok((await stage.status()).ready);
});

import * as assert from 'uvu/assert';
import { read, type Reply } from '../kit/client.js';
import { line } from '../sales/invoicing/bodies.js';
import { refusalOf, scene, type Stage } from './stage.js';

scene('an advance whose refund is unknown when the box restarts is closed by one of each', async (stage) => {
  const advance = await stage.sold({
    invoiceType: 'Advance',
    buyerId: '10:100000049',
    items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })],
  });
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  refusalOf(await close(stage, advance.uuid));
  stage.pfr.faults.clear();
  await stage.restart();

  await stage.settled();
  const closed = read('ClosedAdvance', 201, await close(stage, advance.uuid));
  assert.is(closed.advanceRefund.referentDocumentNumber, advance.pfr.invoiceNumber);
  assert.is(stage.signed.length, 3, 'one advance, one refund, one final receipt');
});

function close(stage: Stage, uuid: string): Promise<Reply> {
  return stage.follow(uuid, 'close-advance', { items: [line()] }, 'zatvaranje-1');
}

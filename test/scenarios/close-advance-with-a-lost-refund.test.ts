import * as assert from 'uvu/assert';
import { read, type Reply } from '../kit/client.js';
import { line } from '../sales/invoicing/bodies.js';
import { scene, type Stage } from './stage.js';

scene('an advance whose refund is lost on the way is closed by one refund and one final receipt', async (stage) => {
  const advance = await stage.sold({
    invoiceType: 'Advance',
    buyerId: '10:100000049',
    items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })],
  });
  stage.pfr.faults.add({ fault: 'drop', signs: true });

  const closed = read('ClosedAdvance', 201, await close(stage, advance.uuid));

  assert.is(closed.advanceRefund.pfr.invoiceCounter, '1/2АР');
  assert.is(closed.invoice.pfr.invoiceCounter, '1/3ПП');
  assert.is(stage.signed.length, 3, 'one advance, one refund, one final receipt');
});

function close(stage: Stage, uuid: string): Promise<Reply> {
  return stage.follow(uuid, 'close-advance', { items: [line()] }, 'zatvaranje-1');
}

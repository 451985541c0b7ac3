import * as assert from 'uvu/assert';
import { read, type Reply } from '../kit/client.js';
import { line } from '../sales/invoicing/bodies.js';
import { refusalOf, scene, type Stage } from './stage.js';

scene('an advance whose final receipt is unknown for long stands closed when it was found', async (stage) => {
  const advance = await stage.sold({
    invoiceType: 'Advance',
    buyerId: '10:100000049',
    items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })],
  });
  stage.pfr.faults.add(
    { fault: 'none' },
    { fault: 'drop', signs: true },
    { fault: 'drop', signs: false, on: 'find', standing: true },
  );
  refusalOf(await close(stage, advance.uuid));

  stage.pfr.faults.clear();
  await stage.settled();
  const closed = read('ClosedAdvance', 200, await close(stage, advance.uuid));
  assert.is(closed.invoice.pfr.invoiceCounter, '1/3ПП');
  assert.is(stage.signed.length, 3, 'one advance, one refund, one final receipt');
});

function close(stage: Stage, uuid: string): Promise<Reply> {
  return stage.follow(uuid, 'close-advance', { items: [line()] }, 'zatvaranje-1');
}

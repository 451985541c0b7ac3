import * as assert from 'uvu/assert';
import { line } from '../sales/invoicing/bodies.js';
import { scene } from './stage.js';

scene('an advance whose answer is lost is looked up like a sale', async (stage) => {
  stage.pfr.faults.add({ fault: 'answer', signs: true, status: 200, body: '' });

  const advance = await stage.sold({
    invoiceType: 'Advance',
    items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 500 })],
  });

  assert.is(advance.pfr.invoiceCounter, '1/1АП');
  assert.is(stage.signed.length, 1);
});

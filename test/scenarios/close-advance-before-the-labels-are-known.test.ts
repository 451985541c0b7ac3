import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('closing an advance says that the processor is not there, not that its labels are wrong', async (stage) => {
  const advance = await stage.sold({
    invoiceType: 'Advance',
    items: [{ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300, label: 'Ђ' }],
  });
  const { url } = stage.pfr;
  await stage.pfr.stop();
  assert.ok((await stage.box.parts.ledger.put({ type: 'rates', environment: 'sandbox', value: '[]' })).ok);
  await stage.box.set('pfr.sandbox', { mode: 'lpfr', url: `${url}/other`, timeout: 1, signingLimit: 1 });

  const reply = await stage.client.post(`/invoices/${advance.uuid}/close-advance`, {
    items: [{ name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ' }],
  });

  assert.is(reply.status, 409);
  assert.match(reply.text, /pfr_error.*на подешеној адреси не одговара/);
});

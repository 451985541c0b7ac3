import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { scene } from './stage.js';

scene(
  'while the processor hangs, whoever only reads is answered',
  async (stage) => {
    const before = await stage.sold();
    stage.pfr.faults.add({ fault: 'hang', signs: 'late' });
    const selling = stage.sold({}, 'prodaja-2');
    await stage.hanging();

    assert.equal((await stage.status()).problems, []);
    assert.is(read('InvoiceList', 200, await stage.client.get('/invoices')).invoices.length, 1);
    assert.is(read('TaxLabelList', 200, await stage.client.get('/tax-labels')).taxLabels.length, 4);
    assert.is((await stage.client.get(`/invoices/${before.uuid}/journal`)).status, 200);

    assert.is(stage.signed.length, 1, 'the sale still hangs');
    stage.pfr.release();
    await selling;
  },
  { setting: { timeout: 60 } },
);

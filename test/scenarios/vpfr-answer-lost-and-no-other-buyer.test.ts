import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { scene } from './stage.js';

scene(
  'no other buyer comes: the box issues a Training sale, whose number proves that the lost order was not signed',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: false });
    await stage.refused({}, 'prodaja-1');

    await stage.settled();

    await stage.sold({}, 'prodaja-1');
    assert.is(stage.signed.length, 3, 'one Training sale, and the lost order once');
    const { invoices } = read('InvoiceList', 200, await stage.client.get('/invoices'));
    assert.is(invoices[1]?.invoiceType, 'Training');
    assert.is(invoices[1]?.total, 0.01);
    assert.equal(
      stage.logged('pfr.settling-sale').map(({ outcome }) => outcome),
      ['issued'],
    );
  },
  { pfr: { kind: 'vpfr' }, setting: { settlingSale: true } },
);

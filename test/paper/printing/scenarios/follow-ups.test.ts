import * as assert from 'uvu/assert';
import { line } from '../../../sales/invoicing/bodies.js';
import { read } from '../../../kit/client.js';
import { scene } from './stage.js';

scene('refund, copy and closed advance are printed; the refund of the advance is not', async (stage) => {
  const { client } = stage;
  const sale = await stage.sold({ print: false, buyerId: '10:100000049' });
  const refund = read('Invoice', 201, await client.post(`/invoices/${sale.uuid}/refund`, {}));
  const copy = read('Invoice', 201, await client.post(`/invoices/${sale.uuid}/copy`, {}));
  const silent = read('Invoice', 201, await client.post(`/invoices/${sale.uuid}/copy`, { print: false }));
  const advance = await stage.sold({
    print: false,
    invoiceType: 'Advance',
    items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })],
  });
  const closing = await client.post(`/invoices/${advance.uuid}/close-advance`, { items: [line()] });
  const closed = read('ClosedAdvance', 201, closing);
  for (const { uuid } of [refund, copy, closed.invoice]) await stage.become(uuid, 'printed');

  for (const { uuid } of [sale, silent, advance, closed.advanceRefund]) {
    assert.equal(await stage.jobsOf(uuid), []);
  }
  assert.equal(await stage.papers(), ['2', '3', '7']);
});

// The client of openapi-zod-client (Zodios), which checks requests and answers.
import { box, expect, key } from './box';
import { createApiClient } from './generated';

const client = createApiClient(`${box}/api/v1`, {
  axiosConfig: { headers: { Authorization: `Bearer ${key}` } },
});

const items = [{ name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ' }];
const sold = await client.createInvoice({ items });
if (!('uuid' in sold)) throw new Error('queued');
const path = { params: { uuid: sold.uuid } };
await client.refundInvoice({ buyerId: '10:100000049' }, path);
const listed = await client.listInvoices();
expect(listed.invoices[0]?.transactionType === 'Refund', 'the refund is the first of the list');
const { id } = await client.createItem({ name: 'Вишње', unit: 'kg', price: 90, label: 'Ђ' });
await client.updateItem({ price: 99 }, { params: { id } });
const found = (await client.listItems()).items.find((one) => one.id === id);
expect(found?.unit === 'kg' && found.price === 99, 'a new price leaves the unit');

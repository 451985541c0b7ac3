// The client of hey-api, with its zod checks of requests and answers switched on.
import { box, expect, key } from './box';
import { createInvoice, createItem, listInvoices, listItems, refundInvoice, updateItem } from './generated';
import { client } from './generated/client.gen';

client.setConfig({ baseUrl: `${box}/api/v1`, auth: key, throwOnError: true });

const items = [{ name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ' }];
const { data: sold } = await createInvoice({ body: { items }, throwOnError: true });
if (!('uuid' in sold)) throw new Error('queued');
await refundInvoice({ path: { uuid: sold.uuid }, body: { buyerId: '10:100000049' }, throwOnError: true });
const { data: listed } = await listInvoices({ throwOnError: true });
expect(listed.invoices[0]?.transactionType === 'Refund', 'the refund is the first of the list');
const fresh = { name: 'Шљиве', unit: 'kg', price: 90, label: 'Ђ' };
const { data: added } = await createItem({ body: fresh, throwOnError: true });
await updateItem({ path: { id: added.id }, body: { price: 99 }, throwOnError: true });
const { data: catalogue } = await listItems({ throwOnError: true });
const found = catalogue.items.find((one) => one.id === added.id);
expect(found?.unit === 'kg' && found.price === 99, 'a new price leaves the unit');
const name: string = catalogue.items[0]?.name ?? '';
expect(name !== '', 'a name is a text');

// What orval makes of the document checks what is sent and what comes.
import { box, expect, key } from './box';
import {
  CreateInvoiceBody,
  CreateInvoiceResponse,
  CreateItemBody,
  CreateItemResponse,
  ListInvoicesResponse,
  ListItemsResponse,
  RefundInvoiceBody,
  UpdateItemBody,
} from './generated';

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${box}/api/v1${path}`, { method, headers, ...sent });
  expect(response.ok, `${method} ${path} answered ${response.status}`);
  return response.json();
}

const items = [{ name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ' }];
const sold = CreateInvoiceResponse.parse(await call('POST', '/invoices', CreateInvoiceBody.parse({ items })));
expect('uuid' in sold, 'sold');
if (!('uuid' in sold)) throw new Error('queued');
await call('POST', `/invoices/${sold.uuid}/refund`, RefundInvoiceBody.parse({ buyerId: '10:100000049' }));
const listed = ListInvoicesResponse.parse(await call('GET', '/invoices'));
expect(listed.invoices[0]?.transactionType === 'Refund', 'the refund is the first of the list');
const fresh = CreateItemBody.parse({ name: 'Крушке', unit: 'kg', price: 90, label: 'Ђ' });
const { id } = CreateItemResponse.parse(await call('POST', '/items', fresh));
await call('PATCH', `/items/${id}`, UpdateItemBody.parse({ price: 99 }));
const found = ListItemsResponse.parse(await call('GET', '/items')).items.find((one) => one.id === id);
expect(found?.unit === 'kg' && found.price === 99, 'a new price leaves the unit');

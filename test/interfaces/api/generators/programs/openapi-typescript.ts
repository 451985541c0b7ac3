// Every operation of the document, with the types of openapi-typescript as it makes them by default.
import createClient from 'openapi-fetch';
import { box, expect, key } from './box';
import type { operations, paths } from './generated';

const client = createClient<paths>({ baseUrl: `${box}/api/v1`, headers: { Authorization: `Bearer ${key}` } });
const atRoot = { baseUrl: box } as const;
const line = { name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ' };

const sold = await client.POST('/invoices', { body: { items: [line] } });
if (sold.data === undefined || !('uuid' in sold.data)) throw new Error('no receipt');
const uuid: string = sold.data.uuid;
const path = { uuid };
const added = await client.POST('/items', { body: { name: 'Јабуке', unit: 'kg', price: 90, label: 'Ђ' } });
if (added.data === undefined) throw new Error('no item');
const id = added.data.id;
const advance = await client.POST('/invoices', {
  body: { invoiceType: 'Advance', items: [{ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 100, label: 'Ђ' }] },
});
if (advance.data === undefined || !('uuid' in advance.data)) throw new Error('no advance');
const advancePath = { uuid: advance.data.uuid };
const clientRequestId = '7e57d004-2b97-44e7-8f5a-0b1d6f0e3c21';

/** How each operation is called, and the status that it answers here. A new operation is missed by the compiler. */
const calls: Record<keyof operations, () => Promise<{ response: Response }>> = {
  getStatus: () => client.GET('/status'),
  getMe: () => client.GET('/me'),
  listTaxLabels: () => client.GET('/tax-labels'),
  createInvoice: () => client.POST('/invoices', { body: { items: [line] } }),
  listInvoices: () => client.GET('/invoices', { params: { query: { type: 'Normal', page: 1 } } }),
  getInvoice: () => client.GET('/invoices/{uuid}', { params: { path } }),
  getJournal: () => client.GET('/invoices/{uuid}/journal', { params: { path }, parseAs: 'text' }),
  getDocument: () => client.GET('/invoices/{uuid}/document', { params: { path }, parseAs: 'text' }),
  refundInvoice: () => client.POST('/invoices/{uuid}/refund', { params: { path }, body: { buyerId: '10:100000049' } }),
  copyInvoice: () => client.POST('/invoices/{uuid}/copy', { params: { path } }),
  closeAdvance: () =>
    client.POST('/invoices/{uuid}/close-advance', { params: { path: advancePath }, body: { items: [line] } }),
  closeEarlierAdvance: () =>
    client.POST('/earlier-advances/close', {
      body: {
        ...{ items: [line], number: '17', time: '2022-03-25 00:00:00', clientRequestId: 'closing-of-papers' },
        earlierAdvances: [{ label: line.label, amount: line.unitPrice }],
        restPayments: [{ paymentType: 'Cash', amount: line.unitPrice }],
      },
    }),
  emailInvoice: () => client.POST('/invoices/{uuid}/email', { params: { path }, body: { to: 'kupac@example.rs' } }),
  printInvoice: () => client.POST('/invoices/{uuid}/print', { params: { path } }),
  listPrintJobs: () => client.GET('/invoices/{uuid}/print-jobs', { params: { path } }),
  getPrintJob: () => client.GET('/print-jobs/{id}', { params: { path: { id: 1 } } }),
  listPrinters: () => client.GET('/printers'),
  listEvents: () => client.GET('/events', { params: { query: { after: 'now', limit: 10 } } }),
  listQueue: () => client.GET('/queue'),
  getQueued: () => client.GET('/queue/{clientRequestId}', { params: { path: { clientRequestId } } }),
  removeQueued: () => client.DELETE('/queue/{clientRequestId}', { params: { path: { clientRequestId } } }),
  listCategories: () => client.GET('/categories'),
  listItems: () => client.GET('/items'),
  createItem: () => client.POST('/items', { body: { name: 'Хлеб', label: 'Е' } }),
  replaceItem: () => client.PUT('/items/{id}', { params: { path: { id } }, body: { price: 95 } }),
  updateItem: () => client.PATCH('/items/{id}', { params: { path: { id } }, body: { price: 99 } }),
  deactivateItem: () => client.DELETE('/items/{id}', { params: { path: { id } } }),
  getSummary: () => client.GET('/reports/summary'),
  getDaily: () => client.GET('/reports/daily', { params: { query: {} } }),
  getOpenApi: () => client.GET('/openapi.json'),
  getAlive: () => client.GET('/healthz', atRoot),
  getReadiness: () => client.GET('/readyz', atRoot),
  getMetrics: () => client.GET('/metrics', { ...atRoot, parseAs: 'text' }),
};

/** Those that a box without mail server, printers, queue and metrics refuses. */
const refused: Partial<Record<keyof operations, number>> = {
  emailInvoice: 409,
  printInvoice: 422,
  getPrintJob: 404,
  getQueued: 404,
  removeQueued: 404,
  getMetrics: 404,
};

for (const [name, call] of Object.entries(calls)) {
  const { status, ok } = (await call()).response;
  const wanted = refused[name as keyof operations];
  expect(wanted === undefined ? ok : status === wanted, `${name} answered ${status}`);
}
const { data } = await client.GET('/items');
const item = data?.items.find((one) => one.id === id);
expect(item?.unit === 'kg' && item.price === 99, 'a new price leaves the unit');
const wrong = await client.POST('/invoices', { body: { items: [] } });
expect(wrong.error?.error.code === 'validation', 'an error has its code');

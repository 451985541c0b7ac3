import { check } from '../../kit/check.js';
import { read, refused, same, status, that } from '../../kit/expect.js';
import { type Invoice, invoiceList, type Of } from '../../kit/shapes.js';
import { anything, list, object, optional, orNull, text } from '../../kit/shape.js';
import { type Till, uuids } from '../../kit/till.js';

const summaries = object({
  nextCursor: orNull(text),
  invoices: list(object({ uuid: text, journal: optional(anything), items: optional(anything) })),
});
const cursors = object({ nextCursor: orNull(text) });

async function found(till: Till, query: Readonly<Record<string, string>>): Promise<Of<typeof invoiceList>> {
  const parameters = new URLSearchParams(query);
  return read(await till.client.get(`/invoices?${String(parameters)}`), 200, invoiceList);
}

/** By what a sale can be found, and by what another one cannot. */
function keysOf(sale: Invoice): readonly (readonly [name: string, own: string, other: string])[] {
  return [
    ['clientRequestId', sale.clientRequestId ?? '', `${sale.clientRequestId ?? ''}x`],
    ['number', sale.pfr.invoiceNumber ?? '', 'ZZZZ9999-ZZZZ9999-999999'],
    ['buyer', sale.buyerId ?? '', '10:000000000'],
    ['cashier', sale.cashier ?? '', `${sale.cashier ?? ''}x`],
    ['total', String(sale.total), '0.01'],
  ];
}

/** Looking receipts up, which v1 does by days and type alone. */
export const findingChecks = [
  check('added.find.keys', async ({ till }) => {
    const unusual = { cashier: `Каса ${till.run}`, buyerId: `20:${till.run}`, clientRequestId: till.id() };
    const sale = await till.issue({ ...till.saleOf({ quantity: 1, unitPrice: 123.45 }), ...unusual });
    for (const [name, own, other] of keysOf(sale)) {
      that(uuids((await found(till, { [name]: own })).invoices).includes(sale.uuid), `${name} finds the sale`);
      that(!uuids((await found(till, { [name]: other })).invoices).includes(sale.uuid), `another ${name} does not`);
    }
    const copied = await till.client.post(`/invoices/${sale.uuid}/copy`, {});
    status(copied, 201);
    const referring = await found(till, { referent: sale.pfr.invoiceNumber ?? '' });
    same(
      referring.invoices.map(({ invoiceType }) => invoiceType),
      ['Copy'],
      'what refers to the sale',
    );
    same((await found(till, { cashier: sale.cashier ?? '', type: 'Copy' })).invoices, [], 'both must fit');
  }),
  check('added.find.malformed', async ({ client }) => {
    for (const query of ['number=17', 'total=1,50', 'fields=all', 'cursor=x']) {
      refused(await client.get(`/invoices?${query}`), 422, 'validation');
    }
  }),
  check('added.find.summary', async ({ till, client }) => {
    await till.issue();
    const whole = read(await client.get('/invoices'), 200, invoiceList);
    const short = read(await client.get('/invoices?fields=summary'), 200, summaries);
    same(uuids(short.invoices), uuids(whole.invoices), 'the same invoices');
    that(
      short.invoices.every(({ journal, items }) => journal === undefined && items === undefined),
      'neither journal nor lines',
    );
  }),
  check('added.find.cursor', async ({ till, client }) => {
    const cashier = `Страна ${till.run}`;
    const issued = [];
    for (let n = 0; n < 3; n += 1) issued.push((await till.issue(till.sale({ cashier }))).uuid);
    const first = read(await client.get(`/invoices?cashier=${encodeURIComponent(cashier)}`), 200, cursors);
    same(first.nextCursor, null, 'the cursor at the end');
    const all = read(await client.get('/invoices'), 200, invoiceList).invoices;
    const { nextCursor } = read(await client.get('/invoices'), 200, cursors);
    if (nextCursor === null) return;
    await till.issue();
    const next = read(await client.get(`/invoices?cursor=${nextCursor}`), 200, invoiceList).invoices;
    const shown = new Set(uuids(all));
    that(!uuids(next).some((uuid) => shown.has(uuid)), 'no invoice of the page before');
  }),
  check('added.find.etag', async ({ till, client }) => {
    const sale = await till.issue(till.sale({ buyerId: '10:123456789' }));
    const { etag } = (await client.get(`/invoices/${sale.uuid}`)).headers;
    that(etag !== undefined, 'an ETag');
    const headers = { 'If-None-Match': etag };
    const same304 = await client.get(`/invoices/${sale.uuid}`, { headers });
    status(same304, 304);
    same(same304.text, '', 'the body of a 304');
    status(await client.post(`/invoices/${sale.uuid}/refund`, {}), 201);
    status(await client.get(`/invoices/${sale.uuid}`, { headers }), 200);
  }),
];

import { check } from '../kit/check.js';
import { read, refused, same, that } from '../kit/expect.js';
import { type Invoice, INVOICE_TYPES, invoiceList, type Of } from '../kit/shapes.js';
import { type Till, uuids } from '../kit/till.js';

async function list(till: Till, query = ''): Promise<Of<typeof invoiceList>> {
  return read(await till.client.get(`/invoices${query}`), 200, invoiceList);
}

function dayOf({ createdAt }: Invoice): string {
  return createdAt.slice(0, 10);
}

/** The day before or after one. */
function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** "GET /invoices". */
export const listChecks = [
  check(['list.shape', 'list.newest', 'list.page.default'], async ({ till }) => {
    const [first, second] = [await till.issue(), await till.issue()];
    const shown = await list(till);
    same(
      [shown.page, shown.perPage, shown.environment],
      [1, 100, till.start.environment],
      'page, perPage, environment',
    );
    same(uuids(shown.invoices).slice(0, 2), [second.uuid, first.uuid], 'the two newest');
    same(uuids((await list(till, '?page=1')).invoices), uuids(shown.invoices), 'page 1');
  }),
  check(['list.from', 'list.to'], async ({ till }) => {
    const issued = await till.issue();
    const day = dayOf(issued);
    const has = async (query: string): Promise<boolean> =>
      uuids((await list(till, query)).invoices).includes(issued.uuid);
    const answers = [
      ...[`?from=${day}`, `?from=${day}&to=${day}`, `?to=${day}`, `?from=${shifted(day, -1)}&to=${shifted(day, 1)}`],
      ...[`?from=${shifted(day, 1)}`, `?to=${shifted(day, -1)}`],
    ].map(has);
    same(await Promise.all(answers), [true, true, true, true, false, false], 'whether the periods hold the invoice');
    const { invoices } = await list(till, `?to=${day}`);
    that(
      invoices.every((invoice) => dayOf(invoice) <= day),
      'nothing after the last day',
    );
  }),
  check(['list.malformed', 'errors.case.date.list', 'versioning.4.dates'], async ({ client }) => {
    for (const date of ['2026-1-1', '01.01.2026', 'today', '20260101', '2026-01-01T00:00:00']) {
      for (const name of ['from', 'to']) refused(await client.get(`/invoices?${name}=${date}`), 422, 'validation');
    }
  }),
  check('list.calendar', async ({ client }) => {
    refused(await client.get('/invoices?from=2026-02-30'), 422, 'validation');
  }),
  check(['list.reversed'], async ({ client }) => {
    refused(await client.get('/invoices?from=2026-11-21&to=2026-11-20'), 422, 'validation');
  }),
  check('list.type', async ({ till }) => {
    for (const type of INVOICE_TYPES) {
      const { uuid } = await till.issueKind(type);
      const { invoices } = await list(till, `?type=${type}`);
      same(invoices[0]?.uuid, uuid, `the newest ${type}`);
      that(
        invoices.every(({ invoiceType }) => invoiceType === type),
        `only ${type}`,
      );
    }
  }),
  check('list.type.unknown', async ({ till }) => {
    const all = uuids((await list(till)).invoices);
    for (const type of ['Storno', 'copy'])
      same(uuids((await list(till, `?type=${type}`)).invoices), all, `type=${type}`);
  }),
  check(['list.page', 'list.end', 'limits.page'], async ({ till }) => {
    while ((await list(till, '?page=2')).invoices.length === 0) {
      for (let count = (await list(till)).invoices.length; count < 102; count += 1) await till.issue();
    }
    const seen: string[] = [];
    for (let page = 1; ; page += 1) {
      const shown = await list(till, `?page=${page}`);
      same(shown.page, page, 'page');
      that(shown.invoices.length <= 100, 'at most 100 on a page');
      seen.push(...uuids(shown.invoices));
      if (shown.invoices.length < 100 || page === 5) break;
    }
    that(seen.length > 100, 'more than a page');
    same(new Set(seen).size, seen.length, 'different invoices on all pages');
    same((await list(till, '?page=10000')).page, 10000, 'the last page that may be asked for');
  }),
  check('list.page.limit', async ({ client }) => {
    const { status } = await client.get('/invoices?page=10001');
    that(status !== 200, `page 10001 is not served, is ${status}`);
  }),
  check('list.page.strict', async ({ client }) => {
    for (const page of ['0', '-1', '10001', '1.5', 'x', ''])
      refused(await client.get(`/invoices?page=${page}`), 422, 'validation');
  }),
];

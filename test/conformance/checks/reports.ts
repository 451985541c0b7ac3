import { check } from '../kit/check.js';
import { matches, read, refused, same, that } from '../kit/expect.js';
import { daily, type Invoice, type Of, type Summary, summary } from '../kit/shapes.js';
import { hasCyrillic, para, type Till } from '../kit/till.js';
import { withLabel } from './settings.js';

async function summaryOf(till: Till, query = ''): Promise<Summary> {
  return read(await till.client.get(`/reports/summary${query}`), 200, summary);
}

async function dailyOf(till: Till, query = ''): Promise<Of<typeof daily>> {
  return read(await till.client.get(`/reports/daily${query}`), 200, daily);
}

/** The days on which these were issued, as a query. */
function daysOf(first: Invoice, last: Invoice): string {
  return `?from=${first.createdAt.slice(0, 10)}&to=${last.createdAt.slice(0, 10)}`;
}

/** A refund of 150,00 that refers to a sale. */
function refundOf(till: Till, sale: Invoice, cashier: string): Promise<Invoice> {
  const refund = { transactionType: 'Refund', buyerId: '10:123456789', cashier, ...till.referring(sale) };
  return till.issue({ items: [till.line({ quantity: 1 })], ...refund });
}

/** Earlier sales of these days are subtracted: a report is compared with the one before. */
function gained(after: Summary, before: Summary): Readonly<Record<string, number>> {
  const difference = (a: number, b: number): number => Math.round((a - b) * 100);
  return {
    invoices: after.totals.invoices - before.totals.invoices,
    turnover: difference(after.totals.turnover, before.totals.turnover),
    refunds: after.totals.refunds.count - before.totals.refunds.count,
    refunded: difference(after.totals.refunds.amount, before.totals.refunds.amount),
  };
}

/** "GET /reports/summary" and "GET /reports/daily". No other client may sell meanwhile. */
export const reportChecks = [
  check(
    [
      ...(['summary.invoices', 'summary.turnover', 'summary.refunds', 'summary.counts', 'summary.byCashier'] as const),
      ...([
        'summary.period',
        'summary.environment',
        'summary.from',
        'daily.shape',
        'daily.rule',
        'service.reports',
      ] as const),
    ],
    async ({ till }) => {
      const cashier = `Благајна ${till.run}`;
      const first = await till.issue(till.sale({ cashier }));
      const before = await summaryOf(till, daysOf(first, first));
      const day = (await dailyOf(till, daysOf(first, first))).days[0];
      const advance = await till.issue(till.sale({ cashier, invoiceType: 'Advance' }));
      const last = await refundOf(till, advance, cashier);
      const period = daysOf(first, last);
      const after = await summaryOf(till, period);
      same(
        gained(after, before),
        { invoices: 2, turnover: 15000, refunds: 1, refunded: 15000 },
        'what was added, in para',
      );
      const own = after.byCashier.find((row) => row.cashier === cashier);
      same(own, { cashier, invoices: 3, turnover: 450 }, 'the row of the cashier');
      same([after.from, after.to], [first.createdAt.slice(0, 10), last.createdAt.slice(0, 10)], 'the period');
      same(after.environment, till.start.environment, 'the environment');
      const { days, ...rest } = await dailyOf(till, period);
      const invoices = days.reduce((sum, row) => sum + row.invoices, 0);
      same(
        [invoices, para(...days.map((row) => row.turnover))],
        [after.totals.invoices, para(after.totals.turnover)],
        'the days',
      );
      same(
        [rest.from, rest.to, rest.environment, rest.rule],
        [after.from, after.to, after.environment, after.rule],
        'daily',
      );
      that(day !== undefined && day.date === after.from, 'a day with traffic is there');
    },
  ),
  check(['summary.default', 'daily.parameters'], async ({ till }) => {
    const today = async (): Promise<string> =>
      (await till.client.get('/status')).text.match(/"time": *"([^T]+)T/)?.[1] ?? '';
    const before = await today();
    const [shown, days] = [await summaryOf(till), await dailyOf(till)];
    const after = await today();
    for (const date of [shown.from, shown.to, days.from, days.to])
      that([before, after].includes(date), `today, is ${date}`);
  }),
  check(
    ['summary.malformed', 'summary.calendar', 'errors.case.date.reports', 'daily.parameters'],
    async ({ client }) => {
      for (const date of ['2026-1-1', '01.01.2026', 'today', '20260101', '2026-02-30', '2026-13-01']) {
        for (const report of ['summary', 'daily']) {
          for (const name of ['from', 'to'])
            refused(await client.get(`/reports/${report}?${name}=${date}`), 422, 'validation');
        }
      }
    },
  ),
  check(['summary.reversed', 'errors.case.reversed', 'daily.parameters'], async ({ client }) => {
    for (const report of ['summary', 'daily']) {
      refused(await client.get(`/reports/${report}?from=2026-11-21&to=2026-11-20`), 422, 'validation');
    }
  }),
  check(['summary.byTaxLabel', 'summary.byPaymentType', 'summary.split'], async ({ till }) => {
    const first = await till.issue();
    const before = await summaryOf(till, daysOf(first, first));
    const last = await till.issue(till.paid(['WireTransfer', 120], ['Voucher', 180]));
    const after = await summaryOf(till, daysOf(first, last));
    const paid = (report: Summary, type: string): number =>
      para(report.byPaymentType.find(({ paymentType }) => paymentType === type)?.amount ?? 0);
    const gain = (type: string): number => paid(after, type) - paid(before, type);
    same([gain('WireTransfer'), gain('Voucher')], [12000, 18000], 'what was added by payment type, in para');
    const row = (report: Summary): Summary['byTaxLabel'][number] | undefined =>
      report.byTaxLabel.find(({ label }) => label === till.label.label);
    same([row(after)?.name, row(after)?.rate], [till.label.name, till.label.rate], 'name and rate of the label');
    same(para(row(after)?.turnover ?? 0) - para(row(before)?.turnover ?? 0), 30000, 'what was added by label, in para');
  }),
  check('summary.byTaxLabel.gone', async ({ operator, till }) => {
    let sold: Invoice | undefined;
    await withLabel(operator, { label: 'Ж', name: 'Проба', rate: 5, active: true }, async () => {
      sold = await till.issue(till.saleOf({ label: 'Ж' }));
    });
    that(sold !== undefined, 'an invoice with the label');
    const row = (await summaryOf(till, daysOf(sold, sold))).byTaxLabel.find(({ label }) => label === 'Ж');
    same([row?.name, row?.rate], [null, null], 'name and rate of the label that is gone');
  }),
  check(['summary.not-counted', 'enum.no-turnover'], async ({ till }) => {
    const first = await till.issue();
    const before = await summaryOf(till, daysOf(first, first));
    for (const kind of ['ProForma', 'Copy', 'Training']) {
      for (const transaction of ['Sale', 'Refund']) await till.issueKind(kind, transaction);
    }
    const nothing = { invoices: 0, turnover: 0, refunds: 0, refunded: 0 };
    same(gained(await summaryOf(till, daysOf(first, first)), before), nothing, 'what was added');
  }),
  check('summary.rule', async ({ till }) => {
    const { rule } = await summaryOf(till);
    matches(rule, /\w+ \w+ \w+/, 'the rule');
    that(!hasCyrillic(rule), 'an English sentence');
  }),
  check('daily.omitted', async ({ till }) => {
    same((await dailyOf(till, '?from=2001-01-01&to=2001-01-31')).days, [], 'days without traffic');
    const { days } = await dailyOf(till, `?from=2001-01-01&to=${(await till.issue()).createdAt.slice(0, 10)}`);
    that(
      days.every(({ invoices }) => invoices > 0),
      'traffic on each day',
    );
  }),
];

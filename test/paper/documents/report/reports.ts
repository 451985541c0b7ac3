import { PAYMENTS } from '../../../../src/contract/payments.js';
import type { TurnoverReport } from '../../../../src/paper/documents/report/describe.js';
import type { ShownCell } from '../../../../src/shop/reports/cells.js';
import type { ShownTable } from '../../../../src/shop/reports/description.js';
import { RECEIPT_TABLES, SUM_TABLES } from '../../../../src/shop/reports/tables.js';

type Rows = readonly (readonly ShownCell[])[];
type Change = Partial<Pick<ShownTable, 'rows' | 'more' | 'total'>>;

/** Columns and title of a table, without its figures. */
function headsOf(name: keyof typeof SUM_TABLES | keyof typeof RECEIPT_TABLES): ShownTable {
  const totals = { invoices: 0, amount: 0n, refunds: 0, refunded: 0n };
  const sums = { days: [], closed: new Map(), summary: { totals, byTaxLabel: [], byPaymentType: [], byCashier: [] } };
  // Only the rows of the figures are read.
  return name === 'items' || name === 'taxes'
    ? RECEIPT_TABLES[name].paper({ items: [], others: 0n, taxes: [] })
    : SUM_TABLES[name].paper(sums as never);
}

function tableOf(name: Parameters<typeof headsOf>[0], rows: Rows, total: readonly ShownCell[]): ShownTable {
  const heads = headsOf(name);
  return { ...heads, rows, total: [heads.total[0] ?? null, ...total] };
}

/** The table of items; `change` replaces members of it. */
export function itemTable(change: Change = {}): ShownTable {
  const sold: Rows = [['Ђеврек са сусамом', 'ком', 'Ђ', { quantity: 24.5, unit: 'ком' }, '12.000,00']];
  return {
    ...tableOf('items', sold, [null, null, null, '12.345,50']),
    more: { count: 7, sum: '345,50' },
    ...change,
  };
}

/** Tables of what the ledger has counted. */
export const COUNTED: readonly ShownTable[] = [
  tableOf(
    'days',
    [
      ['2026-11-02', 2, 0, '0,00', '12.000,00'],
      ['2026-11-21', 1, 1, '150,00', '345,50'],
    ],
    [3, 1, '150,00', '12.345,50'],
  ),
  tableOf(
    'payments',
    [
      [PAYMENTS.Cash.name, '2.345,50'],
      [PAYMENTS.MobileMoney.name, '10.000,00'],
    ],
    ['12.345,50'],
  ),
  tableOf(
    'labels',
    [
      [{ label: 'Ђ', name: 'О-ПДВ' }, { rate: 20 }, '12.000,00'],
      [{ label: 'Х', name: null }, null, '345,50'],
    ],
    [null, '12.345,50'],
  ),
  tableOf('cashiers', [['Љубица', 3, '12.345,50']], [3, '12.345,50']),
];

const TAXES = tableOf(
  'taxes',
  [
    [{ label: 'Ђ', name: 'О-ПДВ' }, { rate: 20 }, '12.000,00', '2.000,00'],
    [{ label: 'Е', name: 'П-ПДВ' }, { rate: 10 }, '345,50', '31,41'],
  ],
  [null, null, '2.031,41'],
);

/** A small report with this table of items; `change` replaces members of it. */
export function report(change: Partial<TurnoverReport> = {}, items = itemTable()): TurnoverReport {
  return {
    language: 'sr-Cyrl',
    company: {
      name: 'ПЕКАРА ЗЛАТНО ЗРНО ДОО',
      tin: '100000049',
      location: '1234567-Пекара Златно зрно',
      address: 'Његошева 12',
      district: 'Београд-Врачар',
    },
    environment: 'production',
    from: '2026-11-01',
    to: '2026-11-30',
    madeAt: Date.parse('2026-11-30T20:05:00Z'),
    totals: {
      ...{ invoices: 3, turnover: '12.345,50', refunds: 1, refunded: '150,00' },
      closedAdvances: { count: 2, amount: '1.500,00' },
    },
    tables: [...COUNTED, TAXES, items],
    tooMany: null,
    ...change,
  };
}

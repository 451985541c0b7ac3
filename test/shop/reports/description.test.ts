import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ParaSum } from '../../../src/base/money.js';
import { tableOf } from '../../../src/shop/reports/description.js';
import { RECEIPT_TABLES, SUM_TABLES } from '../../../src/shop/reports/tables.js';

/** Maximum number of days shown as days on paper, a quarter of a year; longer periods are shown as months. */
const MAX_DAYS = 92;

/** Maximum rows of one table on paper: people do not read more, and a small board draws them quickly. */
const MAX_ROWS = 300;

interface Weekday {
  readonly name: string;
  readonly receipts: number;
  readonly amount: ParaSum;
}

/** As short as a description can be: every view shows every column. */
const WEEKDAYS = tableOf((days: readonly Weekday[]) => days)(
  {
    weekday: { kind: 'text', words: { sr: 'Дан', en: 'Weekday' }, of: ({ name }) => name },
    invoices: { kind: 'count', words: { sr: 'Рачуна', en: 'Receipts' }, of: ({ receipts }) => receipts },
    turnover: { kind: 'money', words: { sr: 'Промет', en: 'Turnover' }, of: ({ amount }) => amount },
  },
  {
    title: { sr: 'По данима у недељи', en: 'By weekday' },
    total: (_days, rows) => ({ turnover: rows.reduce((sum, { amount }) => sum + amount, 0n) }),
  },
);
const MONDAY = { name: 'понедељак', receipts: 2, amount: 123_450n };

test('a description of a table gives its JSON, its file, and what paper and pages show', () => {
  assert.equal(WEEKDAYS.json([MONDAY]), { rows: [{ weekday: 'понедељак', invoices: 2, turnover: 1234.5 }] });
  assert.equal(
    WEEKDAYS.members.map(({ name, kind }) => [name, kind]),
    [
      ['weekday', 'text'],
      ['invoices', 'count'],
      ['turnover', 'money'],
    ],
  );
  assert.equal(WEEKDAYS.file([MONDAY]), {
    heading: ['дан', 'рачуна', 'промет'],
    kinds: ['text', 'count', 'money'],
    rows: [['понедељак', '2', '1.234,50']],
  });
  for (const shown of [WEEKDAYS.screen([MONDAY]), WEEKDAYS.paper([MONDAY])]) {
    assert.equal(shown.rows, [['понедељак', 2, '1.234,50']]);
    assert.equal(shown.total, [{ sr: 'Укупно', en: 'Total' }, null, '1.234,50']);
    assert.is(shown.more, null);
  }
});

test('paper ends a table after its first rows, and adds up the others exactly; a page has all rows', () => {
  const rows = Array.from({ length: MAX_ROWS + 3 }, (_, at) => ({ ...MONDAY, amount: BigInt(at) }));
  const paper = WEEKDAYS.paper(rows);
  assert.is(paper.rows.length, MAX_ROWS);
  // 300 + 301 + 302 para.
  assert.equal(paper.more, { count: 3, sum: '9,03' });
  assert.is(WEEKDAYS.paper(rows.slice(3)).more, null);
  const screen = WEEKDAYS.screen(rows);
  assert.equal([screen.rows.length, screen.more], [MAX_ROWS + 3, null]);
});

test('a long period is shown by months on paper', () => {
  const day = (at: number): number =>
    Number(new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10).replace(/-/g, ''));
  const days = Array.from({ length: MAX_DAYS + 1 }, (_, at) => ({
    ...{ day: day(at), name: '', invoices: 1, amount: 10n, refunds: 2, refunded: 3n, closedAdvances: 4n },
  }));
  const shown = (some: typeof days) => SUM_TABLES.days.paper({ days: some } as never).rows;
  assert.is(shown(days.slice(1)).length, MAX_DAYS);
  assert.is(shown(days.slice(1))[0]?.[0], '2026-01-02');
  assert.equal(shown(days), [
    ['2026-01', 31, 62, '0,93', '3,10'],
    ['2026-02', 28, 56, '0,84', '2,80'],
    ['2026-03', 31, 62, '0,93', '3,10'],
    ['2026-04', 3, 6, '0,09', '0,30'],
  ]);
});

test('the total of items is the sum of its rows and of the others, whatever was sold while receipts were read', () => {
  const row = { name: 'Кафа', unit: 'ком', label: 'Ђ', isAdvance: false, quantity: 1000, lines: 1 };
  const items = [150n, 20n].map((turnover) => ({ ...row, turnover }));
  const { total, rows } = RECEIPT_TABLES.items.screen({ items, others: 3n, taxes: [] } as never);
  assert.is(rows.length, 2);
  assert.equal(total.at(-1), '1,73');
});

test('the last column of every table on paper is money, and its widths are those of a whole sheet', () => {
  const summary = { totals: { invoices: 0, amount: 0n, refunds: 0, refunded: 0n } };
  const sums = {
    days: [],
    summary: { ...summary, byTaxLabel: [], byPaymentType: [], byCashier: [] },
    closed: new Map(),
  };
  const report = { items: [], others: 0n, taxes: [] };
  const shown = [
    ...Object.values(SUM_TABLES).map((table) => table.paper(sums as never)),
    ...Object.values(RECEIPT_TABLES).map((table) => table.paper(report as never)),
  ];
  for (const { title, columns } of shown) {
    assert.is(columns.at(-1)?.kind, 'money', title.en);
    assert.is(
      columns.reduce((sum, { share }) => sum + share, 0),
      100,
      title.en,
    );
  }
});

test.run();

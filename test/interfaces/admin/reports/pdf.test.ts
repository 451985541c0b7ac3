import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { perform } from '../../../../src/interfaces/admin/perform.js';
import { ALL_PERMISSIONS } from '../../../../src/interfaces/admin/operation.js';
import { bounded, daysOrMonths, MOST_DAYS, MOST_ROWS } from '../../../../src/interfaces/admin/reports/pdf.js';
import { ok } from '../../../../src/base/result.js';
import { adminPartsOf } from '../../../../src/programs/box/admin.js';
import type { TurnoverReport } from '../../../../src/paper/documents/report/report.js';
import { body, line } from '../../../sales/invoicing/bodies.js';
import { TestBox } from '../../../kit/box.js';
import { read } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';
import { codeOf, makeUsers, visitorAs } from '../../../kit/web/visitor.js';
import { inEnglish } from '../../../kit/inEnglish.js';

const PERIOD = { from: '2026-11-01', to: '2026-11-30', language: 'sr-Latn' } as const;

test('the report that is drawn has the figures of the period and the head of the shop', async () => {
  await TestBox.during(
    async (box) => {
      box.clockOffset = Date.parse('2026-11-20T11:00:00Z') - Date.now();
      const client = await box.client();
      const items = [line({ quantity: 2 }), line({ name: 'Сир', unit: 'кг', quantity: 0.408, unitPrice: 1000 })];
      read('Invoice', 201, await client.post('/invoices', body({ items, cashier: 'Ана' })));
      const drawn: TurnoverReport[] = [];
      const parts = {
        ...adminPartsOf(box.parts),
        drawReport: async (report: TurnoverReport) => {
          drawn.push(report);
          return ok(Buffer.from('%PDF'));
        },
      };
      const reply = await perform(parts, ALL_PERMISSIONS, 'reports.pdf', PERIOD);
      assert.equal(inEnglish(reply), ok({ pdf: Buffer.from('%PDF').toString('base64') }));
      const [report] = drawn;
      assert.equal(report?.company, box.parts.settings.now.company);
      assert.equal(report?.totals, {
        invoices: 1,
        turnover: '708,00',
        refunds: 0,
        refunded: '0,00',
        closedAdvances: { count: 0, amount: '0,00' },
      });
      assert.equal(report?.taxes, {
        rows: [{ label: 'Ђ', name: 'О-ПДВ', rate: '20,00%', turnover: '708,00', tax: '118,00' }],
        more: null,
        total: '118,00',
      });
      assert.equal(report?.payments, { rows: [{ paymentType: 'Cash', turnover: '708,00' }], more: null });
      assert.equal(
        report?.days.rows.map(({ day, turnover }) => [day, turnover]),
        [['2026-11-20', '708,00']],
      );
      assert.equal(report?.cashiers.rows, [{ cashier: 'Ана', invoices: 1, turnover: '708,00' }]);
      assert.equal(report?.items, {
        rows: [
          { name: 'Сир', unit: 'кг', label: 'Ђ', isAdvance: false, quantity: '0,408', turnover: '408,00' },
          { name: 'Кафа', unit: 'ком', label: 'Ђ', isAdvance: false, quantity: '2,000', turnover: '300,00' },
        ],
        more: null,
      });
      const without = await perform(adminPartsOf(box.parts), ALL_PERMISSIONS, 'reports.pdf', PERIOD);
      assert.is(without.ok, false, 'no service, no drawing process');
      const backwards = { ...PERIOD, from: '2026-12-01' };
      assert.is((await perform(parts, ALL_PERMISSIONS, 'reports.pdf', backwards)).ok, false);
      assert.is(drawn.length, 1);
    },
    { serve: serveWithoutSocket },
  );
});

test('an advance that was closed is no money given back', async () => {
  await TestBox.during(
    async (box) => {
      box.clockOffset = Date.parse('2026-11-20T11:00:00Z') - Date.now();
      const client = await box.client();
      const items = [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })];
      const advance = read('Invoice', 201, await client.post('/invoices', body({ items, invoiceType: 'Advance' })));
      const closed = await client.post(`/invoices/${advance.uuid}/close-advance`, body({ items: [line()] }));
      assert.is(closed.status, 201, closed.text);
      const drawn: TurnoverReport[] = [];
      const drawReport = async (report: TurnoverReport) => {
        drawn.push(report);
        return ok(Buffer.from('%PDF'));
      };
      await perform({ ...adminPartsOf(box.parts), drawReport }, ALL_PERMISSIONS, 'reports.pdf', PERIOD);
      const [report] = drawn;
      assert.equal(report?.totals, {
        invoices: 3,
        turnover: '300,00',
        refunds: 0,
        refunded: '0,00',
        closedAdvances: { count: 1, amount: '300,00' },
      });
      assert.equal(
        report?.days.rows.map(({ refunds, refunded }) => [refunds, refunded]),
        [[0, '0,00']],
      );
      assert.ok(report !== undefined && 'rows' in report.items);
      const [, row] = report.items.rows;
      assert.equal([row?.isAdvance, row?.unit, row?.quantity, row?.turnover], [true, '', '', '0,00']);
    },
    { serve: serveWithoutSocket },
  );
});

test('only owners are shown what was sold', async () => {
  await TestBox.during(
    async (box) => {
      await makeUsers(box);
      for (const name of ['Мика', 'Ђорђе']) {
        const reply = await (await visitorAs(box, name)).operate('reports.pdf', PERIOD);
        assert.ok(['refused', 'not_allowed'].includes(codeOf(reply)), name);
        assert.not.ok(reply.text.includes('"pdf"'));
      }
    },
    { serve: serveWithoutSocket },
  );
});

test('a table ends after its first rows, and the others are added up exactly', () => {
  const rows = Array.from({ length: MOST_ROWS + 3 }, (_, at) => BigInt(at));
  const own = (row: bigint): bigint => row;
  const { rows: shown, more } = bounded(rows, own, String);
  assert.is(shown.length, MOST_ROWS);
  // 300 + 301 + 302 para.
  assert.equal(more, { count: 3, turnover: '9,03' });
  assert.is(bounded(rows.slice(3), own, String).more, null);
});

test('a long period is shown by months', () => {
  const day = (at: number): number =>
    Number(new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10).replace(/-/g, ''));
  const days = Array.from({ length: MOST_DAYS + 1 }, (_, at) => {
    return { day: day(at), name: '', invoices: 1, amount: 10n, refunds: 2, refunded: 3n };
  });
  assert.is(daysOrMonths(days.slice(1)).isMonthly, false);
  assert.is(daysOrMonths(days.slice(1)).rows[0]?.day, '2026-01-02');
  const { isMonthly, rows } = daysOrMonths(days);
  assert.ok(isMonthly);
  assert.equal(
    rows.map((row) => [row.day, row.invoices, row.amount, row.refunds, row.refunded]),
    [
      ['2026-01', 31, 310n, 62, 93n],
      ['2026-02', 28, 280n, 56, 84n],
      ['2026-03', 31, 310n, 62, 93n],
      ['2026-04', 3, 30n, 6, 9n],
    ],
  );
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { perform } from '../../../../src/interfaces/admin/perform.js';
import { ALL_PERMISSIONS } from '../../../../src/interfaces/admin/operation.js';
import { ok } from '../../../../src/base/result.js';
import { adminDepsOf } from '../../../../src/programs/box/admin.js';
import type { TurnoverReport } from '../../../../src/paper/documents/report/describe.js';
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
      const deps = {
        ...adminDepsOf(box.parts),
        drawReport: async (report: TurnoverReport) => {
          drawn.push(report);
          return ok(Buffer.from('%PDF'));
        },
      };
      const reply = await perform(deps, ALL_PERMISSIONS, 'reports.pdf', PERIOD);
      assert.equal(inEnglish(reply), ok({ pdf: Buffer.from('%PDF').toString('base64') }));
      const [report] = drawn;
      assert.ok(report !== undefined);
      assert.equal(report.company, box.parts.settings.now.company);
      assert.equal(report.totals, {
        invoices: 1,
        turnover: '708,00',
        refunds: 0,
        refunded: '0,00',
        closedAdvances: { count: 0, amount: '0,00' },
      });
      assert.is(report.tooMany, null);
      assert.ok(report.tables.every(({ more }) => more === null));
      const [days, payments, labels, cashiers, taxes, sold] = report.tables;
      assert.equal(days?.rows, [['2026-11-20', 1, 0, '0,00', '708,00']]);
      assert.equal(payments?.rows, [[{ sr: 'Готовина', en: 'Cash' }, '708,00']]);
      assert.equal(labels?.rows, [[{ label: 'Ђ', name: 'О-ПДВ' }, { rate: 20 }, '708,00']]);
      assert.equal(cashiers?.rows, [['Ана', 1, '708,00']]);
      assert.equal(taxes?.rows, [[{ label: 'Ђ', name: 'О-ПДВ' }, { rate: 20 }, '708,00', '118,00']]);
      assert.equal(taxes?.total.slice(1), [null, null, '118,00']);
      assert.equal(sold?.rows, [
        ['Сир', 'кг', 'Ђ', { quantity: 0.408, unit: 'кг' }, '408,00'],
        ['Кафа', 'ком', 'Ђ', { quantity: 2, unit: 'ком' }, '300,00'],
      ]);
      const without = await perform(adminDepsOf(box.parts), ALL_PERMISSIONS, 'reports.pdf', PERIOD);
      assert.is(without.ok, false, 'no service, no drawing process');
      const backwards = { ...PERIOD, from: '2026-12-01' };
      assert.is((await perform(deps, ALL_PERMISSIONS, 'reports.pdf', backwards)).ok, false);
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
      await perform({ ...adminDepsOf(box.parts), drawReport }, ALL_PERMISSIONS, 'reports.pdf', PERIOD);
      const [report] = drawn;
      assert.equal(report?.totals, {
        invoices: 3,
        turnover: '300,00',
        refunds: 0,
        refunded: '0,00',
        closedAdvances: { count: 1, amount: '300,00' },
      });
      assert.equal(report?.tables[0]?.rows[0]?.slice(2, 4), [0, '0,00']);
      const [, row] = report?.tables[5]?.rows ?? [];
      assert.equal(row, [{ sr: 'Аванс', en: 'Advance' }, '', 'Ђ', null, '0,00']);
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

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dayText, localDay } from '../../../../src/base/time.js';
import type { Slice } from '../../../../src/base/salePriority.js';
import { ALL_PERMISSIONS } from '../../../../src/interfaces/admin/operation.js';
import { performUnchecked } from '../../../../src/interfaces/admin/perform.js';
import { adminDepsOf } from '../../../../src/programs/box/admin.js';
import { TABLE_NAMES } from '../../../../src/shop/reports/tables.js';
import { body, line } from '../../../sales/invoicing/bodies.js';
import { TestBox } from '../../../kit/box.js';
import { read } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

/** Days that one step reads: a month has some hundreds of rows, which a small board reads in a few milliseconds. */
const DAYS_IN_STEP = 31;

const DAY = 86_400_000;
const FIRST = Date.parse('2026-09-01T11:00:00Z');
const DAYS = 2 * DAYS_IN_STEP + 3;
const PERIOD = { from: '2026-09-01', to: '2026-12-31' };

/** Days after each other with one receipt each. */
async function sell(box: TestBox): Promise<void> {
  const client = await box.client();
  for (let day = 0; day < DAYS; day += 1) {
    box.clockOffset = FIRST + day * DAY - Date.now();
    read('Invoice', 201, await client.post('/invoices', body({ items: [line()] })));
  }
}

test('reports of a long period read the ledger in slices of some days, between which other work runs', async () => {
  await TestBox.during(
    async (box) => {
      await sell(box);
      const { salePriority } = box.parts.invoicing;
      const { turnover } = box.parts.ledger.main;
      const [slice, byDay, byName] = [
        salePriority.slice,
        turnover.byDay.bind(turnover),
        turnover.byName.bind(turnover),
      ];
      const events: string[] = [];
      let isInSlice = false;
      const watched: Slice = (work) =>
        slice(async () => {
          isInSlice = true;
          setImmediate(() => events.push('other work'));
          try {
            return await work();
          } finally {
            isInSlice = false;
          }
        });
      Object.defineProperty(salePriority, 'slice', { value: watched });
      const note = (rows: number): void => void events.push(isInSlice ? `${rows} days in a slice` : 'in one go');
      turnover.byDay = (...query) => {
        const days = byDay(...query);
        note(days.length);
        return days;
      };
      turnover.byName = (kind, period) => {
        note(byDay('total', period).length);
        return byName(kind, period);
      };
      const questions = TABLE_NAMES.flatMap((table) => [
        ['reports.rows', { table, ...PERIOD }] as const,
        ['reports.csv', { table, ...PERIOD }] as const,
        ['reports.show', { of: table, ...PERIOD }] as const,
      ]);
      for (const [name, question] of [...questions, ['reports.refunds', PERIOD] as const]) {
        events.length = 0;
        const reply = await performUnchecked(adminDepsOf(box.parts), ALL_PERMISSIONS, name, question);
        assert.ok(reply.ok, name);
        const what = `${name} ${JSON.stringify(question)}`;
        assert.not.ok(events.includes('in one go'), what);
        const days = events.flatMap((event) => /^\d+/.exec(event)?.map(Number) ?? []);
        assert.ok(Math.max(...days) <= DAYS_IN_STEP, what);
        const between = events.slice(events.findIndex((event) => event !== 'other work'));
        assert.ok(between.filter((event) => event === 'other work').length >= DAYS / DAYS_IN_STEP, what);
      }
      const rows = await performUnchecked(adminDepsOf(box.parts), ALL_PERMISSIONS, 'reports.rows', {
        table: 'days',
        ...PERIOD,
      });
      const { rows: all } = (rows.ok ? rows.value : {}) as { readonly rows?: readonly { readonly date: string }[] };
      assert.is(all?.length, DAYS);
      assert.is(all?.[0]?.date, dayText(20260901));
    },
    { serve: serveWithoutSocket },
  );
});

test('an advance that is closed while a report is computed never counts as money returned to its buyer', async () => {
  await TestBox.during(
    async (box) => {
      const client = await box.client();
      const { salePriority } = box.parts.invoicing;
      const { slice } = salePriority;
      const today = dayText(localDay(Date.now()));
      /** The refunds of today; `meanwhile` runs before a slice of the report, counted from 1. */
      const report = async (meanwhile: (slices: number) => Promise<void>) => {
        let slices = 0;
        const watched: Slice = async (work) => {
          slices += 1;
          await meanwhile(slices);
          return slice(work);
        };
        Object.defineProperty(salePriority, 'slice', { value: watched });
        const deps = adminDepsOf(box.parts);
        const reply = await performUnchecked(deps, ALL_PERMISSIONS, 'reports.refunds', { from: today, to: today });
        Object.defineProperty(salePriority, 'slice', { value: slice });
        assert.ok(reply.ok);
        const { returned, closedAdvances } = reply.value as Record<'returned' | 'closedAdvances', { count: number }>;
        return { slices, returned: returned.count, closed: closedAdvances.count };
      };
      const items = [{ name: '10: Аванс', label: 'Ђ', quantity: 1, unitPrice: 100 }];
      // Before the last slice of the report, before the one before it, and so on.
      for (let closed = 0; closed < 8; closed += 1) {
        const advance = read('Invoice', 201, await client.post('/invoices', body({ invoiceType: 'Advance', items })));
        const { slices: all } = await report(() => Promise.resolve());
        const seen = await report(async (slices) => {
          if (slices !== all - closed) return;
          const final = body({ items: [line({ quantity: 1, unitPrice: 100 })] });
          assert.is((await client.post(`/invoices/${advance.uuid}/close-advance`, final)).status, 201);
        });
        assert.is(seen.returned, 0, `${closed} slices before the last`);
        assert.ok([closed, closed + 1].includes(seen.closed), `${closed} slices before the last`);
      }
    },
    { serve: serveWithoutSocket },
  );
});

test.run();

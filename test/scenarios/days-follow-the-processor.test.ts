// time limit: 120 s
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { perform } from '../../src/interfaces/admin/perform.js';
import { ALL_PERMISSIONS } from '../../src/interfaces/admin/operation.js';
import { instantOf, localTime } from '../../src/base/time.js';
import { adminDepsOf } from '../../src/programs/box/admin.js';
import type { TurnoverReport } from '../../src/paper/documents/report/describe.js';
import { failed } from '../../src/base/result.js';
import { read } from '../kit/client.js';
import { Machine } from '../kit/machine.js';
import { scene, type Stage } from './stage.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const BUILD = Date.now() - 30 * DAY;

/** By the clock of the processor: the last midnight in Belgrade, and the days before and after it. */
const MIDNIGHT = instantOf(`${localTime(Date.now()).slice(0, 10)} 00:00:00`);
const dayOf = (at: number): string => localTime(at).slice(0, 10);
const [BEFORE, AFTER] = [dayOf(MIDNIGHT - MINUTE), dayOf(MIDNIGHT)];
const ALWAYS = 'from=1970-01-01&to=2099-12-31';

/** What one day sold: a sale and a refund of one of its two lines, or the same twice. */
interface Sold {
  readonly day: string;
  readonly sales: number;
}

/** The days have what the processor signed on them, and no other day has anything. */
async function hasDays({ client }: Stage, sold: readonly Sold[]): Promise<void> {
  const daily = read('Daily', 200, await client.get(`/reports/daily?${ALWAYS}`));
  assert.equal(
    daily.days.map(({ date, invoices, turnover }) => [date, invoices, turnover]),
    sold.map(({ day, sales }) => [day, 2 * sales, 150 * sales]),
  );
}

/** So has every report, list and file of each day. */
async function counts(stage: Stage, sold: readonly Sold[]): Promise<void> {
  const { client } = stage;
  await hasDays(stage, sold);
  for (const { day, sales } of sold) {
    const days = { from: day, to: day };
    const query = `from=${day}&to=${day}`;
    const summary = read('Summary', 200, await client.get(`/reports/summary?${query}`));
    const { totals } = summary;
    assert.equal(
      [totals.invoices, totals.turnover, totals.refunds],
      [2 * sales, 150 * sales, { count: sales, amount: 150 * sales }],
    );
    const rows = [summary.byTaxLabel, summary.byCashier].flatMap((row) => row.map(({ turnover }) => turnover));
    assert.equal(rows, [150 * sales, 150 * sales]);
    assert.equal(
      summary.byPaymentType.map(({ amount }) => amount),
      [150 * sales],
    );
    const { invoices } = read('InvoiceList', 200, await client.get(`/invoices?${query}`));
    assert.equal(
      invoices.map(({ pfr }) => pfr.sdcDateTime.slice(0, 10)),
      Array.from({ length: 2 * sales }, () => day),
    );
    const items = await stage.admin('reports.rows', { table: 'items', ...days });
    assert.equal(
      items.rows.map(({ turnover }) => turnover),
      [150 * sales],
    );
    const refunds = await stage.admin('reports.refunds', days);
    assert.equal(refunds.returned, { count: sales, amount: 150 * sales });
    for (const table of ['days', 'labels', 'payments', 'cashiers', 'items', 'taxes'] as const) {
      const { text } = await stage.admin('reports.csv', { table, ...days });
      const lines = text.trim().split('\r\n');
      assert.is(lines.length, 2, text);
      assert.match(lines[1] ?? '', table === 'days' ? `${day};${2 * sales};${150 * sales},00` : `;${150 * sales},00`);
    }
    const drawn = await drawnReport(stage, days);
    assert.equal(
      [drawn?.totals.invoices, drawn?.tables[0]?.rows.map((row) => [row[0], row.at(-1)])],
      [2 * sales, [[day, `${150 * sales},00`]]],
    );
    assert.is(dayOf(drawn?.madeAt ?? 0), AFTER, 'the paper says when it was made by the clock of the processor');
  }
}

/** What the PDF of these days shows. */
async function drawnReport(stage: Stage, days: { readonly from: string; readonly to: string }) {
  let shown: TurnoverReport | undefined;
  const drawReport = async (report: TurnoverReport) => {
    shown = report;
    return failed('busy' as const);
  };
  const deps = { ...adminDepsOf(stage.box.parts), drawReport };
  await perform(deps, ALL_PERMISSIONS, 'reports.pdf', { ...days, language: 'sr-Cyrl' });
  return shown;
}

for (const [what, ahead] of [
  ['in 2029', Date.UTC(2029, 2, 1, 11) - MIDNIGHT],
  ['in 1970', 60 * MINUTE - MIDNIGHT],
  ['an hour ahead', 60 * MINUTE],
  ['an hour behind', -60 * MINUTE],
] as const) {
  let processor = MIDNIGHT - 10 * MINUTE;
  const at = (stage: Stage, time: number): void => {
    processor = time;
    stage.box.clockOffset = time + ahead - Date.now();
  };
  const sell = async (stage: Stage): Promise<void> => {
    const { uuid, pfr } = await stage.sold();
    const refund = { transactionType: 'Refund', referentDocumentNumber: pfr.invoiceNumber, buyerId: '20:1' };
    const half = [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' }];
    const back = await stage.sold({ ...refund, items: half, payments: [{ paymentType: 'Cash', amount: 150 }] });
    assert.not.equal(back.uuid, uuid);
  };
  scene(
    `a box whose clock stands ${what} counts each receipt on the day of the processor, over midnight, restarts and new views`,
    async (stage) => {
      at(stage, MIDNIGHT - 10 * MINUTE);
      await sell(stage);
      at(stage, MIDNIGHT + 10 * MINUTE);
      await sell(stage);
      await sell(stage);
      const sold = [
        { day: BEFORE, sales: 1 },
        { day: AFTER, sales: 2 },
      ];
      await counts(stage, sold);
      await stage.restart();
      at(stage, MIDNIGHT + 11 * MINUTE);
      await hasDays(stage, sold);
      await stage.restart(() => rmSync(join(stage.box.folder, 'views'), { recursive: true }));
      at(stage, MIDNIGHT + 12 * MINUTE);
      await counts(stage, sold);

      const today = read('Summary', 200, await stage.client.get('/reports/summary'));
      assert.equal([today.from, today.to, today.totals.turnover], [AFTER, AFTER, 300]);
      const checks = await stage.admin('doctor', {});
      const found = checks.find(({ name }) => name === 'receipt-times');
      assert.is(found?.state, 'warning');
      assert.match(found?.found.en ?? '', new RegExp(`^On the latest receipt \\(${stage.signed.at(-1)}\\)`));
      assert.match(found?.action?.sr ?? '', /timedatectl set-time/);
    },
    { pfr: { now: () => processor }, machine: { root: new Machine().root, buildTime: BUILD }, isSlow: true },
  );
}

for (const [what, days] of [
  ['behind', -3],
  ['ahead', 3],
] as const) {
  scene(
    `a box whose clock was three days ${what} at the newest receipt dates its reports rightly once the clock is set`,
    async (stage) => {
      const noon = MIDNIGHT + 12 * 60 * MINUTE;
      const show = async (time: number): Promise<void> => {
        stage.box.clockOffset = time - Date.now();
        await stage.box.parts.clockMonitor.poll();
      };
      const isDated = async (day: string): Promise<void> => {
        const today = read('Summary', 200, await stage.client.get('/reports/summary'));
        assert.equal([today.from, today.to], [day, day]);
        const drawn = await drawnReport(stage, { from: BEFORE, to: AFTER });
        assert.is(dayOf(drawn?.madeAt ?? 0), day);
      };
      await show(noon + days * DAY);
      await stage.sold();
      await isDated(AFTER);
      await show(noon);
      await isDated(AFTER);
      await show(noon + 10 * DAY);
      await isDated(dayOf(noon + 10 * DAY));
      await stage.restart();
      await show(noon + 10 * DAY);
      await isDated(dayOf(noon + 10 * DAY));
    },
    { pfr: { now: () => MIDNIGHT + 12 * 60 * MINUTE }, machine: { root: new Machine().root, buildTime: BUILD } },
  );
}

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MIGRATIONS } from '../../../../src/programs/fleet/postgres/migrations/all.js';
import { migrate } from '../../../../src/programs/fleet/postgres/migrate.js';
import { ChainBox, type Sale } from '../../../kit/fleet/box.js';
import { type FleetScene, withServers } from '../../../kit/fleet/scene.js';
import { type Random, seededRandom } from '../../../kit/random.js';
import { Turns } from '../../../kit/turns.js';

/** Each has a server of its own, and a database. */
const turns = new Turns(2);
const onServers = withServers(test, turns);
const random = seededRandom();
const NUMBER = MIGRATIONS.findIndex(({ name }) => name === 'days of the processor') + 1;

interface Told extends Sale {
  readonly createdAt: string;
  readonly sdcDateTime: string | null;
}

const TIMES = ['2029-03-01 12:00:00', '1970-01-01 01:00:01', '2026-11-26 23:40:00', '2026-11-27 00:20:00'];
const SIGNED = ['2026-11-26 23:59:59', '2026-11-27 00:00:00', '2026-11-27 18:00:00', null];

function someSale(from: Random): Told {
  return {
    total: from.int(1, 100_000),
    cashier: from.pick(['Ана', 'Вук']),
    invoiceType: from.pick(['Normal', 'Normal', 'Advance', 'Copy']),
    transactionType: from.pick(['Sale', 'Sale', 'Refund']),
    createdAt: from.pick(TIMES),
    sdcDateTime: from.pick(SIGNED),
  };
}

/** Receipts and RSD of each day, by a plain recount. */
function recount(sales: readonly Told[]): object[] {
  const days = new Map<string, [number, number]>();
  for (const { createdAt, sdcDateTime, total, invoiceType, transactionType } of sales) {
    if (invoiceType === 'Copy') continue;
    const day = (sdcDateTime ?? createdAt).slice(0, 10);
    const [count, sum] = days.get(day) ?? [0, 0];
    days.set(day, [count + 1, sum + (transactionType === 'Refund' ? -total : total)]);
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, [receipts, para]]) => ({ day, receipts, amount: (para / 100).toFixed(2) }));
}

const VIEWS = ['turnover_by_day', 'turnover_by_shop', 'turnover_by_box', 'turnover_by_cashier'];
const OF_LINES = ['turnover_by_label', 'turnover_by_payment'];

async function hasDays(scene: FleetScene, sales: readonly Told[]): Promise<void> {
  for (const view of [...VIEWS, ...OF_LINES]) {
    const rows = await scene.rows(
      `SELECT day::text, sum(receipts)::int AS receipts, sum(amount) AS amount FROM kasirbox.${view} GROUP BY day ORDER BY day`,
    );
    assert.equal(rows, recount(sales), `${view}, SEED=${random.seed}`);
  }
  const items = await scene.rows(
    `SELECT day::text, sum(lines)::int AS receipts, sum(amount) AS amount FROM kasirbox.turnover_by_item GROUP BY day ORDER BY day`,
  );
  assert.equal(items, recount(sales), `items, SEED=${random.seed}`);
  assert.equal(await scene.rows('SELECT FROM kasirbox.day_turnover WHERE receipts <= 0'), []);
}

onServers('a receipt counts on the day of its PFR time, also where its body could not be read', async (scene) => {
  const box = ChainBox.numbered(1);
  const sales = Array.from({ length: 40 }, () => someSale(random));
  await scene.publisher.records(
    box,
    sales.map((sale) => box.sell(sale)),
  );
  await scene.takeIn();
  await hasDays(scene, sales);
  const lost = {
    ...someSale(random),
    invoiceType: 'Normal',
    ...{ createdAt: TIMES[0] ?? '', sdcDateTime: '2026-12-05 10:00:00' },
  };
  await scene.publisher.records(box, [ChainBox.unreadable(box.sell(lost))]);
  await scene.takeIn();
  assert.is(await scene.value("SELECT sum(receipts)::int FROM kasirbox.turnover_by_day WHERE day = '2026-12-05'"), 1);
});

/** The tables as the release before had filled them. */
async function asBefore(scene: FleetScene): Promise<void> {
  const figures = `count(*), sum(CASE r.transaction_type WHEN 'Refund' THEN -p.amount ELSE p.amount END),
    count(*) FILTER (WHERE r.transaction_type = 'Refund'), coalesce(sum(p.amount) FILTER (WHERE r.transaction_type = 'Refund'), 0)`;
  const parts = {
    day_turnover: ['', 'SELECT total AS amount, NULL AS name FROM kasirbox.receipt WHERE number = r.number'],
    day_cashier: ['cashier', 'SELECT total AS amount, cashier AS name FROM kasirbox.receipt WHERE number = r.number'],
    day_label: [
      'label',
      'SELECT total AS amount, label AS name FROM kasirbox.receipt_item WHERE sequence = r.sequence',
    ],
    day_payment: [
      'payment_type',
      'SELECT amount, payment_type AS name FROM kasirbox.receipt_payment WHERE sequence = r.sequence',
    ],
  };
  await scene.rows('UPDATE kasirbox.receipt SET day = created_at::date');
  for (const [table, [member = '', part]] of Object.entries(parts)) {
    const name = member === '' ? '' : ', p.name';
    await scene.rows(`DELETE FROM kasirbox.${table}`);
    await scene.rows(
      `INSERT INTO kasirbox.${table} SELECT r.environment, r.day, r.box, r.shop${name}, ${figures}
       FROM kasirbox.receipt r CROSS JOIN LATERAL (${part}) p WHERE r.invoice_type IN ('Normal', 'Advance')
       GROUP BY r.environment, r.day, r.box, r.shop${name}`,
    );
  }
  // Of receipts that are no longer here.
  await scene.rows("INSERT INTO kasirbox.day_turnover VALUES ('sandbox', '2025-01-01', 1, 'KIOSK', 3, 500, 0, 0)");
  await scene.rows(`DELETE FROM kasirbox.migration WHERE number >= ${NUMBER}`);
}

onServers(
  'what an earlier release has counted by the clocks of boxes is moved, once, and nothing else changes',
  async (scene) => {
    const box = ChainBox.numbered(1);
    const sales = Array.from({ length: 40 }, () => someSale(random));
    await scene.publisher.records(
      box,
      sales.map((sale) => box.sell(sale)),
    );
    await scene.takeIn();
    await asBefore(scene);
    assert.ok(await scene.value("SELECT sum(receipts) FROM kasirbox.turnover_by_day WHERE day > '2027-01-01'"));
    for (const applied of [MIGRATIONS.length - NUMBER + 1, 0]) {
      const client = await scene.connect();
      const done = await migrate(client);
      await client.end();
      assert.equal(done, { ok: true, value: applied });
      const kept = "environment = 'sandbox'";
      assert.is(await scene.value(`SELECT amount::int FROM kasirbox.day_turnover WHERE ${kept}`), 500);
      const rest = await scene.rows(`SELECT count(*)::int AS count FROM kasirbox.day_turnover WHERE ${kept}`);
      assert.equal(rest, [{ count: 1 }]);
    }
    await scene.rows("DELETE FROM kasirbox.day_turnover WHERE environment = 'sandbox'");
    await hasDays(scene, sales);
  },
);

test.run();

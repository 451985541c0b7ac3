import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChainBox } from '../../../kit/fleet/box.js';
import { withServers } from '../../../kit/fleet/scene.js';
import { Turns } from '../../../kit/turns.js';

/** Each has a server of its own, and a database. */
const turns = new Turns(3);

const onServers = withServers(test, turns);

onServers('turnover counts as on the box: Normal and Advance, refunds subtracted, days of Belgrade', async (scene) => {
  const [one, two] = [ChainBox.numbered(1, 'KIOSK'), ChainBox.numbered(2, 'BAKERY')];
  await scene.publisher.records(one, [
    one.sell({ total: 10_000_001, cashier: 'Ана' }),
    one.sell({ total: 100, cashier: 'Вук', transactionType: 'Refund' }),
    one.sell({ total: 5000, invoiceType: 'Training' }),
    one.sell({ total: 5000, invoiceType: 'Copy' }),
    one.sell({ total: 30, invoiceType: 'Advance', createdAt: '2026-11-28 00:00:00' }),
  ]);
  await scene.publisher.records(two, [two.sell({ total: 20 })]);
  await scene.takeIn();
  const figures = 'day::text, receipts::int, amount, refunds::int, refunded';
  assert.equal(await scene.rows(`SELECT ${figures} FROM kasirbox.turnover_by_day ORDER BY day`), [
    { day: '2026-11-27', receipts: 3, amount: '99999.21', refunds: 1, refunded: '1.00' },
    { day: '2026-11-28', receipts: 1, amount: '0.30', refunds: 0, refunded: '0.00' },
  ]);
  const by = (view: string, column: string): Promise<object[]> =>
    scene.rows(
      `SELECT shop, ${column} AS name, sum(amount) AS amount FROM kasirbox.${view} GROUP BY 1, 2 ORDER BY 1, 2`,
    );
  assert.equal(await by('turnover_by_cashier', 'cashier'), [
    { shop: 'BAKERY', name: 'Ана', amount: '0.20' },
    { shop: 'KIOSK', name: 'Ана', amount: '100000.31' },
    { shop: 'KIOSK', name: 'Вук', amount: '-1.00' },
  ]);
  for (const [view, column, name] of [
    ['turnover_by_label', 'label', 'Ђ'],
    ['turnover_by_payment', 'payment_type', 'Cash'],
    ['turnover_by_item', 'name', 'Кафа\t"1"'],
    ['turnover_by_shop', "'shop'", 'shop'],
  ] as const) {
    assert.equal(await by(view, column), [
      { shop: 'BAKERY', name, amount: '0.20' },
      { shop: 'KIOSK', name, amount: '99999.31' },
    ]);
  }
  const boxes = 'SELECT box, sum(amount) AS amount FROM kasirbox.turnover_by_box GROUP BY box ORDER BY amount';
  assert.equal(await scene.rows(boxes), [
    { box: two.name, amount: '0.20' },
    { box: one.name, amount: '99999.31' },
  ]);
});

onServers(
  'what a box has sold before it was moved stays with the shop that sold it, also within a day',
  async (scene) => {
    const box = ChainBox.numbered(1, 'KIOSK');
    await scene.publisher.records(box, [box.sell({ total: 100 }), box.sell({ total: 20 })]);
    Object.assign(box, { shop: 'BAKERY' });
    await scene.publisher.records(box, [box.sell({ total: 3 }), box.sell({ total: 1, transactionType: 'Refund' })]);
    await scene.takeIn();
    for (const view of ['shop', 'cashier', 'label', 'payment']) {
      const of = `SELECT shop, sum(receipts)::int AS receipts, sum(amount) AS amount FROM kasirbox.turnover_by_${view}`;
      assert.equal(
        await scene.rows(`${of} GROUP BY 1 ORDER BY 1`),
        [
          { shop: 'BAKERY', receipts: 2, amount: '0.02' },
          { shop: 'KIOSK', receipts: 2, amount: '1.20' },
        ],
        view,
      );
    }
  },
);

onServers('a receipt whose body the box could not read counts with the total of its event', async (scene) => {
  const box = ChainBox.numbered(1);
  const first = box.sell({ total: 20 });
  const record = ChainBox.unreadable(box.sell({ total: 700 }));
  await scene.publisher.records(box, [first, record, box.sell({ total: 1 })]);
  await scene.takeIn();
  assert.is(await scene.value('SELECT amount FROM kasirbox.turnover_by_day'), '7.21');
  assert.equal(await scene.rows('SELECT * FROM kasirbox.numbers_missing'), []);
});

onServers('receipts in doubt are those of which nothing was settled', async (scene) => {
  const box = ChainBox.numbered(1);
  const inDoubt = (attemptId: string) => ({
    ...{ type: 'invoice.in-doubt', at: '2026-11-27 08:00:00', sequence: 1, attemptId, environment: 'production' },
    ...{ uuid: null, invoiceType: 'Normal', transactionType: 'Sale', total: 12.5, clientRequestId: attemptId },
  });
  await scene.publisher.records(box, [
    box.tell([inDoubt('one')]),
    box.tell([inDoubt('two')]),
    box.tell([{ ...inDoubt('one'), type: 'invoice.settled' }]),
  ]);
  await scene.takeIn();
  assert.equal(await scene.rows('SELECT box, attempt_id, total FROM kasirbox.receipts_in_doubt'), [
    { box: box.name, attempt_id: 'two', total: '12.50' },
  ]);
});

onServers('the health of a box is what it has last said, also when its clock was set back', async (scene) => {
  const box = ChainBox.numbered(1);
  await scene.publisher.state(box, box.state({ version: '0.1.0' }));
  await scene.takeIn();
  box.at -= 60_000;
  const problems = [{ check: 'printer', state: 'failure', text: 'The printer does not answer.' }];
  await scene.publisher.state(box, box.state({ problems: [] }));
  await scene.publisher.state(box, box.state({ problems, behind: 12 }));
  await scene.takeIn();
  const health =
    'box, shop, version, behind::int, problems, has_failure, catalogue_version::int, waiting::int, alarms::int';
  assert.equal(await scene.rows(`SELECT ${health} FROM kasirbox.box_health`), [
    {
      ...{ box: box.name, shop: 'KIOSK', version: '0.23.0', behind: 12, problems: 1, has_failure: true },
      ...{ catalogue_version: 12, waiting: 0, alarms: 0 },
    },
  ]);
  assert.equal(await scene.rows('SELECT check_name, state, text FROM kasirbox.box_problem'), [
    { check_name: 'printer', state: 'failure', text: 'The printer does not answer.' },
  ]);
});

onServers('every table and view says what it holds', async (scene) => {
  await scene.takeIn();
  const silent = await scene.rows(
    `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'kasirbox' AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition AND c.relname <> 'migration'
       AND obj_description(c.oid, 'pg_class') IS NULL`,
  );
  assert.equal(silent, []);
});

test.run();

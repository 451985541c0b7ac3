import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toRsd } from '../../../../src/base/index.js';
import { allPayments, labelsOfLine, type Payment } from '../../../../src/contract/index.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { StreamScene } from '../../../outward/delivery/stream/scene.js';
import { PostgresServer } from '../../../kit/fleet/postgres.js';
import { NO_SERVERS } from '../../../kit/fleet/scene.js';
import { takeInFrom } from '../../../kit/fleet/takeIn.js';
import { DAY_MS, NOON } from '../../../kit/ledger.js';
import { cleanUp } from '../../../kit/process.js';
import { seededRandom } from '../../../kit/random.js';

test.after(cleanUp);
const random = seededRandom();
const onServers = (name: string, work: () => Promise<void>): void => {
  if (NO_SERVERS === undefined) test(name, work);
  else test.skip(name, work);
};
if (NO_SERVERS !== undefined) console.log(`skipped: ${NO_SERVERS}`);

const cash = (amount: number): readonly Payment[] => [{ paymentType: 'Cash', amount }];

/** Sums in RSD by what each part of a receipt is called, as the views have them. */
function sums(
  receipts: readonly IssuedInvoice[],
  parts: (receipt: IssuedInvoice) => readonly (readonly [string, number])[],
) {
  const found = new Map<string, number>();
  for (const receipt of receipts) {
    const sign = receipt.draft.transactionType === 'Refund' ? -1 : 1;
    for (const [name, para] of parts(receipt)) found.set(name, (found.get(name) ?? 0) + sign * para);
  }
  return [...found].map(([name, para]) => [name, toRsd(para)] as const).sort(byName);
}

function byName([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return one < other ? -1 : 1;
}

type Rows = (query: string) => Promise<unknown[][]>;

/** The sums of the views are those that the box itself reports, with the number of receipts or payments. */
async function assertAsReported(rows: Rows, { ledger }: StreamScene): Promise<void> {
  const always = { environment: 'sandbox', from: 0, to: 99_999_999 } as const;
  for (const [kind, view, column] of [
    ['label', 'turnover_by_label', 'label'],
    ['payment', 'turnover_by_payment', 'payment_type'],
    ['cashier', 'turnover_by_cashier', 'cashier'],
  ] as const) {
    const seen = await rows(`SELECT ${column}, sum(receipts)::int, sum(amount) * 100 FROM kasirbox.${view} GROUP BY 1`);
    assert.equal(
      seen.map(([name, receipts, para]) => [name, receipts, Number(para)].join(' ')).sort(),
      ledger.main.turnover
        .byName(kind, always)
        .map(({ name, invoices, amount }) => `${name} ${invoices} ${amount}`)
        .sort(),
      `as the box itself reports it by ${kind}`,
    );
  }
}

onServers('what the ledger of a box has is in the views, to the para, with the chain of its records', () =>
  StreamScene.during(random, async (scene) => {
    await scene.issue(40);
    await scene.issue(10, { transactionType: 'Refund', cashier: 'Вук', buyerId: '10:100000001' });
    await scene.issue(2, { invoiceType: 'ProForma' });
    const bag = { name: 'Кеса', unit: 'ком', quantity: 1000, unitPrice: 1000, total: 1000, gtin: null, itemId: null };
    await scene.issue(2, { lines: [{ ...bag, label: 'Ђ', moreLabels: ['P', 'Е'] }], total: 1000 });
    // While the clock of the box showed another day, and another year.
    for (const at of [NOON + DAY_MS, NOON - DAY_MS, 1000, Date.UTC(2029, 2, 1)])
      await scene.issue(3, {}, { at, signedAt: NOON });
    await scene.issue(4, {}, { at: NOON, signedAt: NOON + DAY_MS });
    await scene.told();
    const postgres = await PostgresServer.start();
    await takeInFrom(scene.server, postgres.url());
    await scene.issue(5);
    await scene.told();
    await takeInFrom(scene.server, postgres.url());

    const client = await postgres.client();
    const rows: Rows = async (query) => (await client.query<unknown[]>({ text: query, rowMode: 'array' })).rows;
    assert.equal(await rows('SELECT kind, message FROM kasirbox.alarms'), []);
    const { issued } = scene;
    assert.equal(
      await rows('SELECT number, total::float8, journal, buyer_id FROM kasirbox.receipt ORDER BY sequence'),
      issued.map(({ signature, draft }) => [signature.invoiceNumber, draft.total, signature.journal, draft.buyerId]),
    );
    const counted = issued.filter(({ draft }) => draft.invoiceType === 'Normal' || draft.invoiceType === 'Advance');
    for (const [view, column, parts] of [
      ['turnover_by_cashier', 'cashier', ({ draft }) => [[draft.cashier, draft.total]]],
      [
        'turnover_by_label',
        'label',
        ({ draft }) => draft.lines.flatMap((line) => labelsOfLine(line).map((label) => [label, line.total] as const)),
      ],
      [
        'turnover_by_payment',
        'payment_type',
        ({ draft }) => allPayments(draft).map((paid) => [paid.paymentType, paid.amount]),
      ],
      ['turnover_by_item', 'name', ({ draft }) => draft.lines.map(({ name, total }) => [name, total])],
    ] as readonly (readonly [string, string, (receipt: IssuedInvoice) => (readonly [string, number])[]])[]) {
      const seen = await rows(`SELECT ${column}, sum(amount)::float8 FROM kasirbox.${view} GROUP BY 1`);
      assert.equal([view, (seen as [string, number][]).sort(byName)], [view, sums(counted, parts)]);
    }
    await assertAsReported(rows, scene);
    const daily = scene.ledger.main.turnover.byDay('total', { environment: 'sandbox', from: 0, to: 99_999_999 });
    assert.equal(
      await rows(
        "SELECT to_char(day, 'YYYYMMDD')::int, receipts::int, (amount * 100)::text FROM kasirbox.turnover_by_box ORDER BY 1",
      ),
      daily.map(({ day, invoices, amount }) => [day, invoices, `${amount}.00`]),
    );
    assert.equal(
      daily.filter(({ day }) => day < 20261123).map(({ day, invoices }) => [day, invoices]),
      [
        [20261121, 12],
        [20261122, 4],
      ],
    );
    const [last] = await rows(
      "SELECT sequence::int, encode(hash, 'hex') FROM kasirbox.record ORDER BY sequence DESC LIMIT 1",
    );
    const told = (await scene.records()).at(-1);
    assert.equal(last, [told?.sequence, told?.hash]);
    assert.equal(await rows('SELECT box FROM kasirbox.box_health'), [[scene.ledger.boxId.toString('hex')]]);
    await client.end();
  }),
);

onServers('a payment in advance that a final receipt does not name counts as on the box, and none of nothing', () =>
  StreamScene.during(random, async (scene) => {
    const goods = { name: 'Сир', unit: 'ком', quantity: 1000, unitPrice: 1000, total: 1000, gtin: null, itemId: null };
    const final = { lines: [{ ...goods, label: 'Ђ' }], total: 1000 };
    for (const [now, before] of [
      [0, 1000],
      [600, 400],
    ] as const) {
      const paidInAdvance = { amount: before, tax: 0, payments: cash(before) };
      await scene.issue(2, { ...final, payments: cash(now), paidInAdvance });
    }
    await scene.told();
    const postgres = await PostgresServer.start();
    await takeInFrom(scene.server, postgres.url());
    const client = await postgres.client();
    await assertAsReported(async (text) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows, scene);
    await client.end();
  }),
);

test.run();

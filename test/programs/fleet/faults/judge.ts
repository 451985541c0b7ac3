import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import * as assert from 'uvu/assert';
import { toRsd } from '../../../../src/base/money.js';
import type { Books } from './books.js';
import type { Fleet } from './fleet.js';
import type { RealBox } from './realBox.js';

const PAUSE = 250;

/** Waits until PostgreSQL has all that the books have, and says after so many ms what it has not. */
export async function drained(client: Client, books: readonly Books[], ms: number): Promise<void> {
  const end = performance.now() + ms;
  for (;;) {
    const places = new Map(
      (await rows(client, 'SELECT name, coalesce(sequence, 0) FROM kasirbox.box')) as [string, string][],
    );
    const behind = books.filter(({ name, lastSequence }) => Number(places.get(name) ?? 0) < lastSequence);
    if (behind.length === 0) return;
    if (performance.now() > end) {
      const some = behind
        .slice(0, 5)
        .map(({ name, lastSequence }) => `${name}: ${places.get(name)} of ${lastSequence}`);
      throw new Error(`${behind.length} boxes are not taken in: ${some.join('; ')}`);
    }
    await delay(PAUSE);
  }
}

/** Each record of each ledger is in PostgreSQL once and in order, sums are those of the box to the para, and there is no alarm. */
export async function judge(client: Client, books: readonly Books[]): Promise<void> {
  const alarms = 'SELECT kind, box, first_sequence, last_sequence, message FROM kasirbox.alarms';
  assert.equal(await rows(client, alarms), []);
  assert.equal(await rows(client, 'SELECT count(*) FROM kasirbox.waiting'), [['0']]);
  for (const { name, records, lastSequence, turnover } of books) {
    const taken = await rows(
      client,
      `SELECT r.epoch || ' ' || r.sequence || ' ' || encode(r.hash, 'hex') FROM kasirbox.record r
       JOIN kasirbox.box b ON b.id = r.box WHERE b.name = $1 AND r.sequence <= $2 ORDER BY r.sequence`,
      [name, lastSequence],
    );
    assert.equal(taken.flat(), records, name);
    assert.equal(await turnoverOf(client, name), turnover, name);
  }
}

/** As {@link Books} have it. */
async function turnoverOf(client: Client, name: string): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, table, member] of [
    ['total', 'day_turnover', "''"],
    ['label', 'day_label', 'label'],
    ['payment', 'day_payment', 'payment_type'],
    ['cashier', 'day_cashier', 'cashier'],
  ]) {
    const sums = await rows(
      client,
      `SELECT to_char(day, 'YYYYMMDD'), ${member}, sum(receipts), sum(amount), sum(refunds), sum(refunded)
       FROM kasirbox.${table} t JOIN kasirbox.box b ON b.id = t.box WHERE b.name = $1 AND environment = 'sandbox' GROUP BY 1, 2`,
      [name],
    );
    lines.push(...sums.map((sum) => [kind, ...sum].join(' ')));
  }
  return lines.sort();
}

interface Summary {
  readonly totals: { readonly invoices: number; readonly turnover: number };
  readonly byPaymentType: readonly { readonly paymentType: string; readonly amount: number }[];
}

/** What the box itself answers of its turnover is what PostgreSQL has, and whatever it had answered to a sale is there. */
export async function judgeAnswers(client: Client, box: RealBox, { name }: Books): Promise<void> {
  const { totals, byPaymentType } = await box.ask<Summary>('/reports/summary?from=2026-01-01&to=2099-12-31');
  const ofBox = "JOIN kasirbox.box b ON b.id = t.box WHERE b.name = $1 AND environment = 'sandbox'";
  const [sum] = await rows(client, `SELECT sum(receipts), sum(amount) FROM kasirbox.day_turnover t ${ofBox}`, [name]);
  assert.equal(sum, [String(totals.invoices), String(Math.round(totals.turnover * 100))]);
  const payments = await rows(
    client,
    `SELECT payment_type, sum(amount)::float8 FROM kasirbox.day_payment t ${ofBox} GROUP BY 1 ORDER BY 1`,
    [name],
  );
  const answered = byPaymentType.map(({ paymentType, amount }) => [paymentType, amount]).sort();
  assert.equal(
    payments.map(([type, para]) => [type, toRsd(Number(para))]),
    answered,
  );
  const lost = await rows(
    client,
    `SELECT u FROM unnest($2::uuid[]) u WHERE NOT EXISTS (
       SELECT FROM kasirbox.receipt t JOIN kasirbox.box b ON b.id = t.box WHERE b.name = $1 AND t.uuid = u)`,
    [name, box.answered],
  );
  assert.equal(lost, []);
}

/** How many the stream holds. */
export function messagesIn({ cluster }: Fleet): Promise<number> {
  return cluster.asOwner(async (manager) => (await manager.streams.info('KASIRBOX')).state.messages);
}

async function rows(client: Client, text: string, values: readonly unknown[] = []): Promise<unknown[][]> {
  return (await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows;
}

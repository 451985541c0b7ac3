import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { QueuedOrder } from '../../../../src/platform/ledger/queuedOrder.js';
import { MainView } from '../../../../src/platform/ledger/views/main.js';
import { KEPT_LEFT } from '../../../../src/platform/ledger/views/queue.js';
import { loadSql } from '../../../../src/platform/ledger/views/sql.js';
import { queued } from '../../../kit/everyKind.js';
import { NOON } from '../../../kit/ledger.js';

const ORDER: QueuedOrder = queued(1, NOON);
const { environment, clientRequestId } = ORDER;

test('an order that is queued again after it was removed waits, and has not left, also in saved views', async () => {
  const sql = await loadSql();
  const main = new MainView(sql);
  main.queue.put(ORDER);
  main.queue.put({ ...ORDER, state: 'removed' });
  assert.is(main.queue.left(environment, clientRequestId)?.uuid, null);
  main.queue.put(ORDER);
  const saved = new MainView(sql, main.image());
  for (const { queue } of [main, saved]) {
    assert.is(queue.left(environment, clientRequestId), undefined);
    assert.equal([...queue.orders(environment)], [ORDER]);
  }
  main.close();
  saved.close();
});

test('a removed sale is remembered until it is settled, however many leave after it, also in saved views', async () => {
  const sql = await loadSql();
  const main = new MainView(sql);
  const removal = { by: 'Мира', reason: 'Роба је враћена.', at: NOON };
  const settlement = { receipt: null, by: 'Мира', reason: 'Новац је враћен.', at: NOON };
  // The second was removed by a release that recorded no reason.
  const removed = [
    { ...queued(1, NOON), state: 'removed', removal } as const,
    { ...queued(2, NOON), state: 'removed' } as const,
  ];
  for (const order of removed) main.queue.put(order);
  for (let number = 3; number < KEPT_LEFT + 5; number += 1) {
    const order = { ...queued(number, NOON), state: 'removed', removal } as const;
    main.queue.put(order);
    main.queue.put({ ...order, settlement });
  }
  const saved = new MainView(sql, main.image());
  for (const { queue } of [main, saved]) {
    assert.equal(queue.withoutReceipt(), removed);
    assert.is(queue.numbered(environment, 1)?.clientRequestId, clientRequestId);
    assert.is(queue.left(environment, clientRequestId)?.uuid, null);
    assert.is(queue.characters, 2 * JSON.stringify(ORDER.request).length);
    for (const order of removed) queue.put({ ...order, settlement });
    assert.equal([queue.withoutReceipt(), queue.characters], [[], 0]);
  }
  main.close();
  saved.close();
});

test('a pro-forma, a refund or less under the key of a removed sale leaves it listed, also in saved views; a sale does not', async () => {
  const sql = await loadSql();
  const removal = { by: 'Мира', reason: 'Роба је враћена.', at: NOON };
  const removed = { ...ORDER, state: 'removed', removal } as const;
  // The kind of the order, of which earlier releases recorded none, and the receipt that is issued under its key.
  const ends = [
    ['Sale', 'ProForma', 'Sale', 1, ORDER.total],
    ['Sale', 'Normal', 'Refund', 1, ORDER.total],
    ['Sale', 'Normal', 'Sale', 0, ORDER.total],
    ['Sale', 'Normal', 'Sale', 1, ORDER.total - 1],
    ['Sale', 'Normal', 'Sale', 0, ORDER.total + 1],
    ['Refund', 'Normal', 'Refund', 0, ORDER.total],
    ['Refund', 'Normal', 'Sale', 1, ORDER.total],
    [undefined, 'Normal', 'Refund', 0, ORDER.total],
  ] as const;
  for (const [ordered, invoiceType, transactionType, count, total] of ends) {
    const main = new MainView(sql);
    main.queue.put({ ...removed, ...(ordered !== undefined && { transactionType: ordered }) });
    main.queue.end({ environment, clientRequestId, uuid: Buffer.alloc(16, 7), invoiceType, transactionType, total });
    const saved = new MainView(sql, main.image());
    for (const { queue } of [main, saved]) {
      assert.is(queue.withoutReceipt().length, count, `${ordered}: ${invoiceType} ${transactionType} ${total}`);
      assert.is(queue.nextNumber, 2);
    }
    main.close();
    saved.close();
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { QueuedOrder } from '../../../../src/platform/ledger/queuedOrder.js';
import { MainView } from '../../../../src/platform/ledger/views/main.js';
import { loadSql } from '../../../../src/platform/ledger/views/sql.js';
import { queued } from '../../../kit/everyKind.js';
import { NOON } from '../../../kit/ledger.js';

/** Number of orders that stay available after they have left the queue. */
const KEPT_LEFT = 1000;

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

const PAID = { invoiceType: 'Normal', transactionType: 'Sale', total: ORDER.total } as const;
const [RECEIPT, UUID] = [Buffer.alloc(16, 7), '07070707-0707-0707-0707-070707070707'];

/** Checks what a new queue shows after the steps, and what it shows from its saved views. */
async function afterSteps(
  steps: (queue: MainView['queue']) => void,
  check: (queue: MainView['queue'], when: string) => void,
): Promise<void> {
  const sql = await loadSql();
  const main = new MainView(sql);
  steps(main.queue);
  const saved = new MainView(sql, main.image());
  check(main.queue, 'at once');
  check(saved.queue, 'from saved views');
  main.close();
  saved.close();
}

test('the size of the queue is that of the orders in it, however often one is recorded and however it leaves', async () => {
  const size = JSON.stringify(ORDER.request).length;
  const refused = { ...ORDER, state: 'refused', reason: 'ознака' } as const;
  const end = { environment, clientRequestId, uuid: RECEIPT, ...PAID };
  const cases = [
    [[ORDER], undefined, 1],
    [[ORDER, ORDER], undefined, 1],
    [[ORDER, refused], undefined, 1],
    [[ORDER, refused, ORDER, queued(2, NOON)], undefined, 2],
    [[ORDER, ORDER], end, 0],
    [[ORDER, queued(2, NOON)], end, 1],
  ] as const;
  for (const [at, [orders, receipt, left]] of cases.entries()) {
    await afterSteps(
      (queue) => {
        for (const order of orders) queue.put(order);
        if (receipt !== undefined) queue.end(receipt);
      },
      (queue, when) => assert.equal([queue.count, queue.characters], [left, left * size], `${at} ${when}`),
    );
  }
});

test('a receipt without a key ends no order, not even one whose key reads like none', async () => {
  const order = { ...ORDER, clientRequestId: 'null' };
  await afterSteps(
    (queue) => {
      queue.put(order);
      queue.end({ environment, clientRequestId: null, uuid: RECEIPT, ...PAID });
    },
    (queue, when) => {
      assert.equal([...queue.orders(environment)], [order], when);
      assert.is(queue.left(environment, 'null'), undefined, when);
    },
  );
});

test('the thousand orders that left are remembered, and of more than these the lowest number goes', async () => {
  await afterSteps(
    (queue) => {
      for (let number = 1; number <= KEPT_LEFT + 1; number += 1) {
        const order = queued(number, NOON);
        queue.put(order);
        queue.end({ environment, clientRequestId: order.clientRequestId, uuid: RECEIPT, ...PAID });
      }
    },
    (queue, when) => {
      const shown = [1, 2, KEPT_LEFT + 1].map((number) => queue.numbered(environment, number)?.number);
      assert.equal(shown, [undefined, 2, KEPT_LEFT + 1], when);
      assert.is(queue.nextNumber, KEPT_LEFT + 2, when);
    },
  );
});

test('a receipt that has settled a sale is known however many orders leave later, so that it settles no other', async () => {
  const receipt = 'FAKE7PFR-FAKE7PFR-9';
  await afterSteps(
    (queue) => {
      const settlement = { receipt, by: 'Мира', reason: null, at: NOON };
      queue.put({ ...ORDER, state: 'removed', settlement });
      for (let number = 2; number <= KEPT_LEFT + 2; number += 1) {
        const order = queued(number, NOON);
        queue.put(order);
        queue.end({ environment, clientRequestId: order.clientRequestId, uuid: RECEIPT, ...PAID });
      }
    },
    (queue, when) => {
      assert.is(queue.settledBy(receipt)?.number, 1, when);
      assert.is(queue.left(environment, clientRequestId)?.settledBy, receipt, when);
      const shown = [2, 3, KEPT_LEFT + 2].map((number) => queue.numbered(environment, number)?.number);
      assert.equal(shown, [undefined, 3, KEPT_LEFT + 2], when);
    },
  );
});

test('a removal that is recorded after the receipt of the order changes nothing, unless the sale is still listed', async () => {
  const removal = { by: 'Мира', reason: 'Роба је враћена.', at: NOON };
  const removed = { ...ORDER, state: 'removed', removal } as const;
  const settlement = { receipt: 'FAKE7PFR-FAKE7PFR-9', by: 'Мира', reason: null, at: NOON };
  const end = { environment, clientRequestId, uuid: RECEIPT };
  const proForma = { ...end, ...PAID, invoiceType: 'ProForma' } as const;
  const cases = [
    // The receipt is the last word: the sale is not listed again, and keeps its receipt.
    [[ORDER], { ...end, ...PAID }, removed, [], undefined],
    [[ORDER], { ...end, ...PAID }, { ...removed, settlement }, [], undefined],
    // The pro-forma left the sale without a receipt, and a person settles it.
    [[removed], proForma, removed, [removed], undefined],
    [[removed], proForma, { ...removed, settlement }, [], settlement.receipt],
  ] as const;
  for (const [at, [before, receipt, after, listed, settledBy]] of cases.entries()) {
    await afterSteps(
      (queue) => {
        for (const order of before) queue.put(order);
        queue.end(receipt);
        queue.put(after);
      },
      (queue, when) => {
        assert.equal(queue.withoutReceipt(), listed, `${at} ${when}`);
        const left = queue.left(environment, clientRequestId);
        assert.equal([left?.uuid, left?.settledBy, left?.ticket.number], [UUID, settledBy, 1], `${at} ${when}`);
      },
    );
  }
});

test('a document under the key of a refused or removed sale leaves it without a receipt unless it is its receipt', async () => {
  const refused = { ...ORDER, state: 'refused', reason: 'ознака' } as const;
  const removed = { ...ORDER, state: 'removed' } as const;
  const settled = { ...removed, settlement: { receipt: null, by: 'Мира', reason: 'Враћено.', at: NOON } };
  const proForma = { ...PAID, invoiceType: 'ProForma' } as const;
  const cases = [
    [[], proForma, false],
    [[refused], PAID, false],
    [[refused], { ...PAID, total: ORDER.total - 1 }, true],
    [[refused], proForma, true],
    [[{ ...refused, isSale: false }], proForma, false],
    [[removed], PAID, false],
    [[removed], proForma, true],
    [[removed, settled], proForma, false],
    [[{ ...removed, clientRequestId: 'other' }], proForma, false],
  ] as const;
  for (const [at, [orders, document, leaves]] of cases.entries()) {
    await afterSteps(
      (queue) => {
        for (const order of orders) queue.put(order);
      },
      (queue, when) => assert.is(queue.leavesSale(ORDER, document), leaves, `${at} ${when}`),
    );
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { QueuedOrder } from '../../../../src/platform/ledger/queuedOrder.js';
import { MainView } from '../../../../src/platform/ledger/views/main.js';
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

test.run();

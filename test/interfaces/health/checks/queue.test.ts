import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../../src/base/log.js';
import { queueCheck } from '../../../../src/interfaces/health/checks/queue.js';
import type { QueuedOrder } from '../../../../src/platform/ledger/queuedOrder.js';
import { Settings } from '../../../../src/shop/settings/settings.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { NOON, openLedger } from '../../../kit/ledger.js';
import { SETTINGS_KEY } from '../../../kit/settingsKey.js';

const HOUR = 3_600_000;

function order(number: number, change: Partial<QueuedOrder> = {}): QueuedOrder {
  const key = { environment: 'sandbox', clientRequestId: `key-of-${number}`, fingerprint: 'ef'.repeat(32) } as const;
  return { ...key, number, total: 100, request: {}, queuedAt: NOON - HOUR, state: 'queued', reason: null, ...change };
}

async function look(orders: readonly QueuedOrder[], enabled = true): Promise<string[]> {
  const ledger = await openLedger(new MemoryDisk());
  const settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
  const set = await settings.set('offlineQueue', { enabled, maxCount: 4, maxAgeHours: 48, printSlip: true });
  assert.ok(set.ok);
  for (const one of orders) assert.ok((await ledger.put({ type: 'queued', order: one })).ok);
  const checks = queueCheck.run({ ledger, settings, now: () => NOON });
  for (const { state, action } of checks)
    assert.is(action === null, state === 'ok', 'what is not well says what to do');
  for (const { found } of checks) assert.not.match(found.sr, /\d{4}-\d\d-\d\d/, 'a day is written as on a receipt');
  await ledger.close();
  return checks.map(({ state, found, action }) => `${state}: ${found.en} ${action?.en ?? ''}`.trim());
}

const SINCE = 'the oldest has waited since 2026-11-21 11:00:00.';
const BACK =
  'Receipts are issued automatically once the processor works again; check the processor (kasirbox pfr status).';

test('a queue that is off and empty has no finding', async () => {
  assert.equal(await look([], false), []);
  assert.equal(await look([]), ['ok: No requests are waiting in the queue.']);
});

test('waiting requests are shown, as a warning when the queue is nearly full or half of their time has passed', async () => {
  assert.equal(await look([order(1), order(2)]), [`ok: Requests in the queue: 2; ${SINCE}`]);
  assert.equal(await look([1, 2, 3, 4].map((number) => order(number))), [
    `warning: Requests in the queue: 4; ${SINCE} ${BACK}`,
  ]);
  const [old] = await look([order(1, { queuedAt: NOON - 25 * HOUR })]);
  assert.match(old ?? '', /^warning: Requests in the queue: 1; the oldest has waited since 2026-11-20 11:00:00\./);
});

test('refused requests are shown first, with the number and the reason of one, also of the other environment', async () => {
  const refused = { state: 'refused', reason: 'Пореска ознака није важећа.' } as const;
  const checks = await look([order(1), order(2, { ...refused, environment: 'production' })], false);
  assert.equal(checks, [
    'warning: Refused requests in the queue: 1. Number 2: Пореска ознака није важећа. ' +
      'If the receipt was not issued, issue it again. Otherwise remove the request from the queue and give the reason (kasirbox queue list; kasirbox queue remove ID --reason TEXT --by NAME).',
    `ok: Requests in the queue: 1; ${SINCE}`,
  ]);
});

test('a sale that was removed is a warning in either environment, whether the queue is on or off, until it is settled', async () => {
  const removal = { by: 'Мира', reason: 'Роба је враћена.', at: NOON };
  const removed = order(7, { environment: 'production', state: 'removed', removal });
  const found =
    'warning: Sold without a receipt: 1. Number 7: Роба је враћена. For each such sale, issue the receipt, enter the number of the ' +
    'issued receipt, or record that the goods or the money were returned (kasirbox queue unsettled).';
  assert.equal(await look([removed], false), [found]);
  assert.equal(await look([removed, order(8)]), [found, `ok: Requests in the queue: 1; ${SINCE}`]);
  const settlement = { receipt: null, by: 'Мира', reason: 'Роба је враћена.', at: NOON };
  assert.equal(await look([removed, { ...removed, settlement }]), ['ok: No requests are waiting in the queue.']);
  assert.equal(await look([order(9, { state: 'removed', removal, isSale: false })], false), []);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change } from '../../../../src/platform/ledger/changeTypes.js';
import { EVENT_TYPES } from '../../../../src/platform/ledger/events/ledgerEvent.js';
import type { PrintJob } from '../../../../src/platform/ledger/job.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { intent, jobOf, queued } from '../../../kit/everyKind.js';
import { NOON, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { Random } from '../../../kit/random.js';

async function names(ledger: Ledger): Promise<readonly string[]> {
  const read = await ledger.events.page({
    ...{ after: undefined, limit: 1000, accepts: () => true, give: ({ content }) => content.type },
    slice: async (work) => work(),
  });
  if (!read.ok) throw new Error(read.error);
  return read.value.events;
}

const ORDER = queued(1, NOON);
const REMOVED = { ...ORDER, state: 'removed' } as const;
const SETTLEMENT = { receipt: null, by: 'Мира', reason: 'Новац је враћен.', at: NOON };
const KEY = { id: 1, label: 'каса', prefix: 'kasir_123456', hash: 'ab'.repeat(32), createdAt: NOON };
const OPEN = 'f'.repeat(32);
const ORDER_KIND = { environment: 'sandbox', invoiceType: 'Normal', transactionType: 'Sale', total: 100 } as const;
const DOUBT = { at: NOON, requestId: OPEN, ...ORDER_KIND, clientRequestId: null, referentNumber: null };
const job = (state: PrintJob['state']): PrintJob => ({ ...jobOf('0'.repeat(32), 1, NOON), state });

test('each change has its events, by name and in order, and changes that nobody follows have none', async () => {
  const cases: readonly (readonly [Exclude<Change, { type: 'result' }>, readonly string[]])[] = [
    [{ type: 'queued', order: ORDER }, ['order.queued']],
    [{ type: 'queued', order: { ...ORDER, state: 'refused', reason: 'ознака' } }, ['order.refused']],
    [{ type: 'queued', order: REMOVED }, ['order.removed']],
    [{ type: 'queued', order: { ...REMOVED, settlement: SETTLEMENT } }, ['order.settled']],
    [{ type: 'job', jobs: [job('queued')] }, []],
    [{ type: 'job', jobs: [job('sending')] }, []],
    [
      { type: 'job', jobs: [job('printed'), job('queued'), job('unknown')] },
      ['print-job.printed', 'print-job.unknown'],
    ],
    [{ type: 'job', jobs: [job('unconfirmed'), job('cancelled')] }, ['print-job.unconfirmed', 'print-job.cancelled']],
    [{ type: 'event', event: { at: NOON, kind: 'alarm', check: 'pfr', isOn: true } }, ['problem.began']],
    [{ type: 'event', event: { at: NOON, kind: 'alarm', check: 'pfr', isOn: false } }, ['problem.ended']],
    [{ type: 'event', event: { kind: 'in-doubt', ...DOUBT } }, ['invoice.in-doubt']],
    [{ type: 'event', event: { kind: 'settled', ...DOUBT, uuid: null } }, ['invoice.settled']],
    [{ type: 'event', event: { at: NOON, kind: 'restart', reason: 'power' } }, []],
    [{ type: 'event', event: { at: NOON, kind: 'moved' } }, []],
    [{ type: 'intent', intent: intent('e'.repeat(32), NOON) }, []],
    [{ type: 'abort', requestId: 'e'.repeat(32), cause: { by: 'counter' } }, []],
    [{ type: 'setting', name: 'simplifiedCash', value: 'true' }, []],
    [{ type: 'key', key: { ...KEY, revokedAt: null, lastUsedAt: null } }, []],
    [{ type: 'rates', environment: 'sandbox', value: '[]' }, []],
  ];
  const ledger = await openLedger(new MemoryDisk());
  const told: string[] = [];
  for (const [change, events] of cases) {
    assert.ok((await ledger.put(change)).ok);
    told.push(...events);
    assert.equal(await names(ledger), told, JSON.stringify(change));
  }
  const maker = new ReceiptMaker(new Random(1));
  for (const [invoiceType, transactionType, event] of [
    ['Normal', 'Sale', 'invoice.issued'],
    ['Normal', 'Refund', 'invoice.refunded'],
    ['Advance', 'Refund', 'invoice.refunded'],
    ['Copy', 'Refund', 'invoice.issued'],
    ['ProForma', 'Sale', 'invoice.issued'],
  ] as const) {
    assert.ok((await ledger.issue(maker.next(ledger, { invoiceType, transactionType }))).ok);
    told.push(event);
    assert.equal(await names(ledger), told, `${invoiceType} ${transactionType}`);
  }
  const unseen = EVENT_TYPES.filter((type) => !told.includes(type));
  assert.equal(unseen, ['ledger.unreadable'], 'the table has all but that');
  await ledger.close();
});

test.run();

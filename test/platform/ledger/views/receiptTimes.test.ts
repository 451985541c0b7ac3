import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Environment } from '../../../../src/contract/fiscal.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import type { BoxEvent } from '../../../../src/platform/ledger/boxEvent.js';
import {
  CLOCKS_APART,
  RECEIPT_TIMES_SCHEMA,
  ReceiptTimes,
  wasCorrected,
} from '../../../../src/platform/ledger/views/receiptTimes.js';
import { rowOf } from '../../../../src/platform/ledger/invoice.js';
import { loadSql, View } from '../../../../src/platform/ledger/views/sql.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { DAY_MS, NOON, openLedger, ReceiptMaker, SMALL_SIZES } from '../../../kit/ledger.js';
import { Random } from '../../../kit/random.js';

test('the newest receipt is that issued last; the latest of each clock stays until a later one, in its environment alone', async () => {
  const disk = new MemoryDisk();
  const sizes = { ...SMALL_SIZES, snapshotRecords: 5 };
  let ledger = await openLedger(disk, { sizes });
  const maker = new ReceiptMaker(new Random(1));
  const numbers: string[] = [];
  const shown = (of: Ledger, environment: Environment): readonly (number | undefined)[] =>
    (['newest', 'signed', 'created'] as const).map((kind) => {
      const found = of.main.receiptTimes.of(environment, kind);
      return found && numbers.indexOf(found.number);
    });
  for (const [signedAt, at, expected] of [
    [10, 10, [0, 0, 0]],
    [5, 20, [1, 0, 1]],
    [30, 15, [2, 2, 1]],
    [30, 20, [3, 2, 1]],
    [31, 21, [4, 4, 4]],
    [1, 2, [5, 4, 4]],
  ] as const) {
    const receipt = maker.next(ledger, { signedAt: NOON + signedAt, at: NOON + at });
    numbers.push(receipt.signature.invoiceNumber);
    assert.ok((await ledger.issue(receipt)).ok);
    assert.equal(shown(ledger, 'sandbox'), expected, `signed ${signedAt}, created ${at}`);
  }
  assert.equal(shown(ledger, 'production'), [undefined, undefined, undefined]);
  const other = maker.next(ledger, { environment: 'production', signedAt: NOON + 99, at: NOON + 99 });
  numbers.push(other.signature.invoiceNumber);
  assert.ok((await ledger.issue(other)).ok);
  const newest = ledger.main.receiptTimes.of('sandbox', 'newest');
  assert.equal([newest?.signedAt, newest?.createdAt, newest?.mode], [NOON + 1, NOON + 2, 'demo']);
  await ledger.runIdleWork();
  await ledger.close();
  ledger = await openLedger(disk, { sizes });
  assert.equal(shown(ledger, 'sandbox'), [5, 4, 4], 'from the saved views');
  assert.equal(shown(ledger, 'production'), [6, 6, 6]);
  assert.equal(ledger.main.receiptTimes.of('sandbox', 'newest'), newest);
  await ledger.close();
});

const HOUR = 3_600_000;
const moved = (from: number, to: number): BoxEvent => ({ at: to, kind: 'clock', from, to, trust: 'network' });

test('the processor shows the time of the box plus what its newest receipt was ahead, while that may still hold', async () => {
  const sql = await loadSql();
  const maker = new ReceiptMaker(new Random(1));
  const [lpfr, behind] = [
    { mode: 'lpfr', ahead: HOUR },
    { mode: 'vpfr', ahead: -HOUR },
  ] as const;
  const later = NOON + DAY_MS;
  const corrected = moved(NOON + 1, NOON + 1 + HOUR);
  const cases = [
    ['no receipt', undefined, {}, 0],
    ['a demo receipt', { mode: 'demo', ahead: HOUR }, {}, 0],
    ['clocks together', { mode: 'lpfr', ahead: CLOCKS_APART }, {}, 0],
    ['ahead', lpfr, {}, HOUR],
    ['ahead of a trusted clock', lpfr, { isTrusted: true }, 0],
    ['behind', behind, {}, -HOUR],
    ['behind a trusted clock', behind, { isTrusted: true }, -HOUR],
    ['59 days later', lpfr, { now: NOON + 59 * DAY_MS }, HOUR],
    ['60 days later', lpfr, { now: NOON + 60 * DAY_MS }, 0],
    ['just before the receipt', lpfr, { now: NOON - CLOCKS_APART + 1 }, HOUR],
    ['before the receipt', lpfr, { now: NOON - CLOCKS_APART }, 0],
    ['corrected since', lpfr, { now: later, events: [corrected] }, 0],
    ['corrected, and lost again', lpfr, { now: NOON, events: [corrected] }, HOUR],
    ['corrected by another difference', lpfr, { now: later, events: [moved(NOON + 1, NOON + 1 + 3 * HOUR)] }, HOUR],
  ] as const;
  for (const [name, receipt, box, difference] of cases) {
    const {
      now = later,
      isTrusted = false,
      events = [],
    } = { events: undefined, ...box } as {
      readonly now?: number;
      readonly isTrusted?: boolean;
      readonly events?: readonly BoxEvent[];
    };
    const view = View.open(sql, RECEIPT_TIMES_SCHEMA);
    const times = new ReceiptTimes(view, { all: events });
    if (receipt !== undefined) {
      const made = maker.next({ newUuid: () => '0'.repeat(32) }, { at: NOON, signedAt: NOON + receipt.ahead });
      times.add({ ...rowOf(made, Buffer.alloc(16)), mode: receipt.mode });
    }
    times.save();
    const clock = { now: () => now, isTrusted: () => isTrusted };
    for (const one of [times, new ReceiptTimes(view, { all: events })]) {
      assert.is(one.processorTime('sandbox', clock) - now, difference, name);
      assert.is(one.processorTime('production', clock), now, name);
    }
    view.close();
  }
});

test('only a jump since the receipt, by about the difference that it showed, corrects the clock', () => {
  const receipt = { number: '1', mode: 'lpfr', signedAt: NOON + HOUR, createdAt: NOON } as const;
  const cases: readonly (readonly [BoxEvent, boolean])[] = [
    [moved(NOON, NOON + HOUR), true],
    [moved(NOON - CLOCKS_APART, NOON - CLOCKS_APART + HOUR), true],
    [moved(NOON - CLOCKS_APART - 1, NOON - CLOCKS_APART - 1 + HOUR), false],
    [moved(NOON, NOON + HOUR + CLOCKS_APART), true],
    [moved(NOON, NOON + HOUR + CLOCKS_APART + 1), false],
    [moved(NOON, NOON + HOUR - CLOCKS_APART - 1), false],
    [moved(NOON, NOON - HOUR), false],
    [{ at: NOON, kind: 'restart', reason: 'power' }, false],
  ];
  assert.is(wasCorrected(receipt, []), false);
  for (const [event, isCorrect] of cases) assert.is(wasCorrected(receipt, [event]), isCorrect, JSON.stringify(event));
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeEntry, changeOf } from '../../src/ledger/change.js';
import { DICTIONARY } from '../../src/ledger/dictionary.js';
import { type DecodedRecord, decodeRecord, encodeRecord, HASH_BYTES } from '../../src/ledger/record.js';
import { NOON } from '../kit/ledger.js';
import { intent } from '../kit/everyKind.js';

const INTENT = intent('5'.repeat(32), NOON);

/** The record of the intent as a log has it, with the row that it is given. */
function recordOf(row: Buffer): DecodedRecord {
  const entry = changeEntry({ type: 'intent', intent: INTENT }, NOON);
  const previous = Buffer.alloc(HASH_BYTES);
  const head = { type: entry.type, flags: entry.flags, sequence: 1, epoch: 1, durable: 0, time: NOON, previous };
  const record = decodeRecord(encodeRecord(1, head, row, entry.body(DICTIONARY)), 0, 1);
  assert.ok(record);
  return record;
}

test('the row of an intent names its request, and what it says is read when it is asked for', () => {
  const { row } = changeEntry({ type: 'intent', intent: INTENT }, NOON);
  assert.is(row.toString('hex'), INTENT.requestId);
  const change = changeOf(recordOf(row), DICTIONARY);
  assert.ok(change.type === 'intent');
  assert.is(change.requestId, INTENT.requestId);
  assert.equal(change.intent, INTENT);
  assert.is(change.intent, change.intent, 'it is read once');
});

test('an intent of the first releases, which has no row, is read as before', () => {
  const change = changeOf(recordOf(Buffer.alloc(0)), DICTIONARY);
  assert.equal(change, { type: 'intent', intent: INTENT });
});

test('an intent under the request id of another is not taken for one', () => {
  const change = changeOf(recordOf(Buffer.alloc(16, 7)), DICTIONARY);
  assert.ok(change.type === 'intent');
  assert.throws(() => change.intent, /under the request id of another/);
});

test.run();

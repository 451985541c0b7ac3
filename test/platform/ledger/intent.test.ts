import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeEntry, changeOf } from '../../../src/platform/ledger/change.js';
import { decompress } from '../../../src/platform/ledger/body.js';
import { DICTIONARY } from '../../../src/platform/ledger/segment.js';
import type { Entry } from '../../../src/platform/ledger/entry.js';
import {
  COMPRESSED,
  type DecodedRecord,
  decodeRecord,
  encodeRecord,
  HASH_BYTES,
} from '../../../src/platform/ledger/record.js';
import { decodeIntent, encodeIntent } from '../../../src/platform/ledger/intent.js';
import { NOON } from '../../kit/ledger.js';
import { intent } from '../../kit/everyKind.js';

const INTENT = intent('5'.repeat(32), NOON);

/** What the body of a record says. */
function contentOf({ body, flags }: Entry): unknown {
  const bytes = body(DICTIONARY);
  return JSON.parse((flags === COMPRESSED ? decompress(bytes, DICTIONARY) : bytes).toString());
}

/** A record, by default that of the intent, as a log has it, with the row that it is given. */
function recordOf(row: Buffer, entry = changeEntry({ type: 'intent', intent: INTENT }, NOON)): DecodedRecord {
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

test('an intent with the request id of another one is refused', () => {
  const change = changeOf(recordOf(Buffer.alloc(16, 7)), DICTIONARY);
  assert.ok(change.type === 'intent');
  assert.throws(() => change.intent, /under the request id of another/);
});

test('on flash the counter baseline is named witness and its counters runs, and they are read from there', () => {
  const counters = { 'ABCD2345-ABCD2345': { total: 7, byType: { ПП: 7 } } };
  const given = { ...INTENT, counterBaseline: { ...INTENT.counterBaseline, counters } };
  const entry = changeEntry({ type: 'intent', intent: given }, NOON);
  const { intent } = contentOf(entry) as { readonly intent: object };
  const { counterBaseline, ...rest } = INTENT;
  assert.equal(intent, { ...rest, witness: { ...counterBaseline, runs: counters } });
  const head = ['requestId', 'environment', 'mode', 'draft', 'taxLabels', 'esirNumber', 'witness'];
  assert.equal(Object.keys(intent).slice(0, head.length), head, 'in the order of all releases');
  assert.equal(decodeIntent(intent), given);
  assert.equal(encodeIntent(INTENT).witness, counterBaseline, 'a baseline without counters has no runs');
});

test('that the counter shows that nothing was signed is told on flash by the word witness', () => {
  const aborted = { type: 'abort', requestId: INTENT.requestId, cause: { by: 'counter' } } as const;
  const entry = changeEntry(aborted, NOON);
  assert.equal(contentOf(entry), { requestId: INTENT.requestId, cause: { by: 'witness' } });
  assert.equal(changeOf(recordOf(entry.row, entry), DICTIONARY), aborted);
  for (const cause of [
    { by: 'processor', code: null },
    { by: 'person', reason: 'није издат' },
  ] as const) {
    const change = { ...aborted, cause };
    const other = changeEntry(change, NOON);
    assert.equal(contentOf(other), { requestId: INTENT.requestId, cause });
    assert.equal(changeOf(recordOf(other.row, other), DICTIONARY), change);
  }
});

test('an intent of a form that no release has written is not taken for one', () => {
  const stored = encodeIntent(INTENT);
  const { witness, ...without } = stored;
  const wrong: unknown[] = [null, [], {}, without, { ...without, counterBaseline: witness }];
  const optional = ['print', 'apiKey', 'hasAnswered', 'soldAgainAs'];
  for (const name of [...Object.keys(stored), ...optional]) wrong.push({ ...stored, [name]: {} });
  wrong.push({ ...stored, witness: { ...witness, uid: null } }, { ...stored, mode: 'later' });
  for (const intent of wrong) assert.throws(() => decodeIntent(intent), /of a form that is not known/);
});

test('a body shorter than 200 bytes is written as it is, and any other deflated; both are read back', () => {
  const empty = changeEntry({ type: 'setting', name: 'a', value: '' }, NOON).body(DICTIONARY).length;
  for (const [length, flags] of [
    [199, 0],
    [200, COMPRESSED],
    [201, COMPRESSED],
  ] as const) {
    const change = { type: 'setting', name: 'a', value: 'x'.repeat(length - empty) } as const;
    const entry = changeEntry(change, NOON);
    assert.is(entry.flags, flags, String(length));
    assert.is(entry.body(DICTIONARY).length === length, flags === 0, String(length));
    assert.equal(changeOf(recordOf(Buffer.alloc(0), entry), DICTIONARY), change);
  }
});

test.run();

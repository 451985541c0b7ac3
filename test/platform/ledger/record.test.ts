import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { localDay } from '../../../src/base/time.js';
import { ENVIRONMENTS, INVOICE_TYPES, PFR_MODES, TRANSACTION_TYPES } from '../../../src/contract/fiscal.js';
import { PAYMENT_TYPES } from '../../../src/contract/payments.js';
import { invoiceEntry, rowOfRecord, viewRowOf } from '../../../src/platform/ledger/change.js';
import { DICTIONARY } from '../../../src/platform/ledger/segment.js';
import { type InvoiceRow, invoiceRow, type IssuedInvoice, rowOf } from '../../../src/platform/ledger/invoice.js';
import {
  type Codec,
  i64,
  list,
  optionalText,
  raw,
  struct,
  text,
  u16,
  u32,
  u8,
  oneOf,
} from '../../../src/platform/ledger/binaryCodec.js';
import {
  type DecodedRecord,
  decodeRecord,
  encodeRecord,
  MIN_RECORD,
  nextRecord,
  RECORD_TYPES,
  recordHash,
  recordLength,
} from '../../../src/platform/ledger/record.js';
import { DAY_MS, NOON, ReceiptMaker } from '../../kit/ledger.js';
import { type Random, seededRandom } from '../../kit/random.js';

const random = seededRandom();
const ROUNDS = 300;

function roundTrip<T>(codec: Codec<T>, value: T): void {
  const before = random.int(0, 9);
  const buffer = Buffer.alloc(before + codec.size(value) + 9, 0xee);
  const end = codec.write(buffer, before, value);
  assert.is(end, before + codec.size(value), 'it takes the bytes that it said');
  assert.ok(
    buffer.subarray(0, before).every((byte) => byte === 0xee) && buffer.subarray(end).every((byte) => byte === 0xee),
  );
  const cursor = { position: before };
  assert.equal(codec.read(buffer, cursor), value);
  assert.is(cursor.position, end);
  const cut = random.int(0, codec.size(value) - 1);
  assert.throws(() => codec.read(buffer.subarray(before, before + cut), { position: 0 }), /./, 'a short buffer');
}

const someText = (from: Random): string => from.text('аЖђ€𝄞xyz "\\\u0000\n', 0, 40);

function someRow(): InvoiceRow {
  const requestId = random.pick([null, random.bytes(16)]);
  return {
    uuid: random.bytes(16),
    environment: random.pick(ENVIRONMENTS),
    mode: random.pick(PFR_MODES),
    invoiceType: random.pick(INVOICE_TYPES),
    transactionType: random.pick(TRANSACTION_TYPES),
    createdAt: random.int(0, 2 ** 43),
    day: random.int(0, 2 ** 32 - 1),
    total: random.int(0, 720_575_940_379_279),
    requestedBy: someText(random),
    invoiceNumber: someText(random),
    totalCounter: random.int(0, 2 ** 32 - 1),
    typeCounter: random.int(0, 2 ** 32 - 1),
    clientRequestId: random.pick([null, `k${someText(random)}`]),
    referentNumber: random.pick([null, `r${someText(random)}`]),
    cashier: someText(random),
    labels: Array.from({ length: random.int(0, 8) }, () => ({
      label: someText(random),
      amount: random.int(-9, 2 ** 50),
    })),
    payments: Array.from({ length: random.int(0, 7) }, () => ({
      paymentType: random.pick(PAYMENT_TYPES),
      amount: random.int(0, 2 ** 50),
    })),
    requestId,
    ...random.pick(
      [
        { apiKey: null, buyerId: null, signedAt: null },
        { apiKey: random.int(0, 2 ** 32 - 1), buyerId: null, signedAt: null },
        { apiKey: random.int(0, 2 ** 32 - 1), buyerId: someText(random), signedAt: null },
        { apiKey: random.int(0, 2 ** 32 - 1), buyerId: someText(random), signedAt: random.int(0, 2 ** 43) },
      ].slice(0, requestId === null ? 1 : 4),
    ),
  };
}

test('a row reads what it wrote, with request id, number of a key, buyer and PFR time at its end or without, as earlier releases', () => {
  for (let i = 0; i < ROUNDS; i += 1) {
    const row = someRow();
    const bytes = Buffer.alloc(invoiceRow.size(row));
    assert.is(invoiceRow.write(bytes, 0, row), bytes.length);
    assert.equal(invoiceRow.read(bytes, { position: 0 }), row);
    const timeless = { ...row, signedAt: null };
    assert.equal(invoiceRow.read(bytes.subarray(0, invoiceRow.size(timeless)), { position: 0 }), timeless);
    const buyerless = { ...timeless, buyerId: null };
    assert.equal(invoiceRow.read(bytes.subarray(0, invoiceRow.size(buyerless)), { position: 0 }), buyerless);
    const keyless = { ...buyerless, apiKey: null };
    assert.equal(invoiceRow.read(bytes.subarray(0, invoiceRow.size(keyless)), { position: 0 }), keyless);
    const bare = { ...keyless, requestId: null };
    const length = invoiceRow.size(bare);
    assert.equal(invoiceRow.read(bytes.subarray(0, length), { position: 0 }), bare);
    const cut = random.int(0, length - 1);
    assert.throws(() => invoiceRow.read(bytes.subarray(0, cut), { position: 0 }), /./, 'a short buffer');
  }
});

test('every row of this release tells its PFR time, and the key that asked and the buyer, or that there is none', () => {
  const maker = new ReceiptMaker(random);
  const receipt = maker.next({ newUuid: () => '0'.repeat(32) }, { apiKey: 7 });
  const ofRow = (invoice: IssuedInvoice): unknown[] => {
    const row = rowOf(invoice, Buffer.alloc(16));
    const buffer = Buffer.alloc(invoiceRow.size(row));
    invoiceRow.write(buffer, 0, row);
    const { requestId, apiKey, buyerId, signedAt } = invoiceRow.read(buffer, { position: 0 });
    assert.is(signedAt, invoice.signature.time);
    return [requestId?.toString('hex'), apiKey, buyerId];
  };
  const { apiKey: _none, ...keyless } = receipt;
  const none = '0'.repeat(32);
  assert.equal(ofRow(receipt), [none, 7, '']);
  assert.equal(ofRow({ ...keyless, draft: { ...receipt.draft, buyerId: '10:100000001' } }), [none, 0, '10:100000001']);
  assert.equal(ofRow({ ...keyless, attempt: { requestId: 'ab'.repeat(16) } }), ['ab'.repeat(16), 0, '']);
});

test('a record of an earlier release, without the buyer in its row, tells it from its body', () => {
  const maker = new ReceiptMaker(random);
  const made = maker.next({ newUuid: () => '0'.repeat(32) });
  for (const buyerId of ['10:100000001', null]) {
    const receipt = { ...made, draft: { ...made.draft, buyerId } };
    const full = rowOf(receipt, Buffer.alloc(16));
    const earlier = { ...full, buyerId: null, signedAt: null };
    const entry = invoiceEntry(receipt, earlier, 0);
    const head = { type: 'result' } as DecodedRecord['head'];
    const record = { head, row: entry.row, body: entry.body(DICTIONARY), length: 0, hash: Buffer.alloc(0) };
    assert.equal(rowOfRecord(record, DICTIONARY), { ...full, signedAt: null });
    assert.equal(rowOfRecord({ ...record, body: Buffer.alloc(3) }, DICTIONARY), { ...earlier, buyerId: '' });
    assert.equal(viewRowOf(record, DICTIONARY), full);
  }
});

test('a record of an earlier release counts on the day of its PFR time, or on that of the box where its body cannot be read', () => {
  const maker = new ReceiptMaker(random);
  const receipt = maker.next({ newUuid: () => '0'.repeat(32) }, { at: NOON + 900 * DAY_MS, signedAt: NOON });
  const full = rowOf(receipt, Buffer.alloc(16));
  const day = localDay(receipt.createdAt);
  for (const buyerId of ['', null]) {
    const entry = invoiceEntry(receipt, { ...full, day, buyerId, signedAt: null }, 0);
    const head = { type: 'result' } as DecodedRecord['head'];
    const record = { head, row: entry.row, body: entry.body(DICTIONARY), length: 0, hash: Buffer.alloc(0) };
    assert.equal(viewRowOf(record, DICTIONARY), full);
    const unreadable = { ...record, body: Buffer.alloc(3) };
    assert.equal(viewRowOf(unreadable, DICTIONARY), { ...full, day, signedAt: null });
    const odd = { ...receipt, signature: { ...receipt.signature, time: 1e300 } };
    const { body } = invoiceEntry(odd, full, 0);
    assert.equal(viewRowOf({ ...record, body: body(DICTIONARY) }, DICTIONARY).day, day, 'a time that is none');
  }
});

test('every layout reads what it wrote, takes the bytes it said, and refuses a short buffer', () => {
  const nested = struct<{ a: number; b: readonly (string | null)[] }>({ a: u16, b: list(optionalText) });
  for (let i = 0; i < ROUNDS; i += 1) {
    roundTrip(u8, random.int(0, 255));
    roundTrip(u16, random.int(0, 65_535));
    roundTrip(u32, random.int(0, 2 ** 32 - 1));
    roundTrip(i64, random.pick([-1, 1]) * random.int(0, Number.MAX_SAFE_INTEGER));
    roundTrip(raw(5), random.bytes(5));
    roundTrip(text, someText(random));
    roundTrip(oneOf(['a', 'b', 'c']), random.pick(['a', 'b', 'c'] as const));
    roundTrip(nested, { a: random.int(0, 9), b: [null, `x${someText(random)}`] });
  }
});

test('what does not fit a layout is refused, not cut', () => {
  const buffer = Buffer.alloc(100_000);
  assert.throws(() => u8.write(buffer, 0, 256), /range/);
  assert.throws(() => raw(4).write(buffer, 0, Buffer.alloc(5)), /expected 4 bytes/);
  assert.throws(() => text.write(buffer, 0, 'x'.repeat(65_536)), /range/);
  assert.throws(() => oneOf(['a']).write(buffer, 0, 'b' as 'a'), /range/);
  assert.throws(() => oneOf(['a']).read(Buffer.from([1]), { position: 0 }), /unknown word/);
});

function someRecord(segment: number) {
  const head = {
    type: random.pick(RECORD_TYPES),
    flags: random.int(0, 1),
    sequence: random.int(1, 2 ** 48),
    epoch: random.int(1, 2 ** 31),
    durable: random.int(0, 2 ** 48),
    time: random.int(0, 2 ** 43),
    previous: random.bytes(32),
  };
  const row = random.bytes(random.int(0, 50));
  const body = random.bytes(random.int(0, 400));
  return { head, row, body, bytes: encodeRecord(segment, head, row, body) };
}

test('a record is read back from anywhere, whole and aligned, and only in its own segment', () => {
  for (let i = 0; i < ROUNDS; i += 1) {
    const segment = random.int(1, 1_000_000);
    const { head, row, body, bytes } = someRecord(segment);
    assert.is(bytes.length % 8, 0);
    assert.ok(bytes.length >= MIN_RECORD);
    const at = random.int(0, 64);
    const buffer = Buffer.concat([random.bytes(at), bytes, random.bytes(random.int(0, 64))]);
    const found = decodeRecord(buffer, at, segment);
    assert.ok(found);
    assert.equal(found.head, { ...head, version: 1, rowLength: row.length, bodyLength: body.length });
    assert.equal([found.row, found.body, found.length], [row, body, bytes.length]);
    assert.equal(found.hash, recordHash(bytes));
    assert.is(decodeRecord(buffer, at, segment + 1), undefined);
    assert.is(decodeRecord(buffer.subarray(0, at + bytes.length - 1), at, segment), undefined);
  }
});

test('the length of a record is known from its first 12 bytes, and from no fewer', () => {
  const { bytes } = someRecord(7);
  assert.is(recordLength(bytes.subarray(0, 12), 0), bytes.length);
  assert.is(recordLength(bytes.subarray(0, 11), 0), 0);
  assert.is(recordLength(Buffer.concat([random.bytes(5), bytes.subarray(0, 12)]), 5), bytes.length);
});

test('no flipped bit of a record goes unseen', () => {
  const { bytes } = someRecord(7);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const copy = Buffer.from(bytes);
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.is(decodeRecord(copy, 0, 7), undefined, `bit ${bit}`);
  }
});

test('random bytes are no record', () => {
  for (let i = 0; i < ROUNDS; i += 1) assert.is(decodeRecord(random.bytes(200), 0, 1), undefined);
  assert.is(decodeRecord(Buffer.alloc(200), 0, 1), undefined);
});

test('a record is looked for at aligned places only, from a place on', () => {
  const buffer = Buffer.alloc(64);
  for (const at of [3, 8, 21, 40]) buffer.write('KBR1', at);
  for (const [from, found] of [
    [0, 8],
    [8, 8],
    [9, 40],
    [41, -1],
  ] as const)
    assert.is(nextRecord(buffer, from), found, String(from));
});

test.run();

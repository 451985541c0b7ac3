import { deflateSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readMessage } from '../../../../src/programs/fleet/message/boxMessage.js';
import { ChainBox } from '../../../kit/fleet/box.js';
import { packed } from '../../../kit/fleet/packing.js';
import { seededRandom } from '../../../kit/random.js';

/** Largest unpacked message, bytes. A box packs up to 64 KB of its ledger, which is some 300 KB of JSON. */
const MAX_UNPACKED = 2 * 1024 * 1024;

const box = ChainBox.numbered(1);

interface Sent {
  readonly subject?: string;
  readonly format?: string;
  readonly encoding?: string;
  readonly data?: Uint8Array;
}

function read(content: unknown, { subject = box.subject, format = '1', encoding = 'deflate', data }: Sent = {}) {
  const headers: Record<string, string> = { 'Kasirbox-Format': format, 'Content-Encoding': encoding };
  const header = (name: string): string => headers[name] ?? '';
  return readMessage({ subject, header, data: data ?? packed(content) });
}

function fault(content: unknown, sent: Sent = {}): string | undefined {
  const { told } = read(content, sent);
  return told.ok ? undefined : told.error;
}

/** A message with one receipt, of which one member is another. */
function changed(change: (record: Record<string, unknown>, receipt: Record<string, unknown>) => void): unknown {
  const record = ChainBox.numbered(1).sell({ total: 12_345 });
  change(record, record.receipt!);
  return { records: [record] };
}

test('a message is read with its sender, and money as whole para', () => {
  const { sender, told } = read(changed(() => undefined));
  assert.equal(sender, { shop: 'KIOSK', box: box.name });
  assert.ok(told.ok && told.value.kind === 'records');
  const [record] = told.value.records;
  assert.is(record!.receipt!.total, 12_345);
  assert.is(record!.receipt!.items[0]!.quantity, 1000);
  assert.is(record!.recordedAt, Date.UTC(2026, 10, 27, 7, 0, 1));
});

test('a state is read', () => {
  const { told } = read(box.state({ problems: [{ check: 'printer', state: 'warning', text: 'No paper.' }] }), {
    subject: `${box.subject}.state`,
  });
  assert.ok(told.ok && told.value.kind === 'state');
  assert.is(told.value.state.problems[0]!.check, 'printer');
});

test('every amount that a receipt can have comes through to the para', () => {
  const random = seededRandom();
  for (let n = 0; n < 2000; n += 1) {
    const para = Math.floor(random.next() * 10 ** random.int(1, 14));
    const { told } = read(
      changed(
        (_, receipt) => (receipt['total'] = Number(`${Math.floor(para / 100)}.${String(para % 100).padStart(2, '0')}`)),
      ),
    );
    assert.ok(told.ok && told.value.kind === 'records');
    assert.is(told.value.records[0]!.receipt!.total, para);
  }
});

test('personal data may be left out', () => {
  const content = changed((_, receipt) => {
    for (const name of ['buyerId', 'journal', 'cashier']) Reflect.deleteProperty(receipt, name);
    Reflect.deleteProperty(receipt['pfr'] as object, 'verificationUrl');
  });
  assert.is(fault(content), undefined);
});

test('a member that a later release adds is passed over', () => {
  assert.is(fault(changed((record) => (record['later'] = { any: [1, 2] }))), undefined);
});

for (const [what, content, expected] of [
  ['no object', [], 'the value must be an object in braces'],
  ['no records', { records: 1 }, 'records must be a list in brackets'],
  ['too many records', { records: Array(2001).fill({}) }, 'records may have at most 2000 entries'],
  [
    'a hash that is none',
    changed((record) => (record['hash'] = 'X')),
    'records[0].hash must be 64 lower-case hex digits',
  ],
  [
    'a sequence with a fraction',
    changed((record) => (record['sequence'] = 1.5)),
    'records[0].sequence must be a whole number',
  ],
  [
    'a record after itself',
    changed((record) => (record['after'] = { sequence: 1, hash: 'a'.repeat(16) })),
    'after.sequence is not below sequence',
  ],
  ['half a para', changed((_, receipt) => (receipt['total'] = 1.005)), 'total has more than 2 decimals'],
  ['a huge amount', changed((_, receipt) => (receipt['total'] = 1e15)), 'total is out of range'],
  [
    'a day that is none',
    changed((_, receipt) => (receipt['createdAt'] = '2026-02-30 08:00:00')),
    'createdAt is no real time',
  ],
  [
    'a time that is none',
    changed((record) => (record['recordedAt'] = '2026-02-30T08:00:00Z')),
    'recordedAt is no real time',
  ],
  ['the year 0', changed((_, receipt) => (receipt['createdAt'] = '0000-01-01 08:00:00')), 'createdAt is no real time'],
  ['NUL in a name', changed((_, receipt) => (receipt['cashier'] = 'a\0b')), 'a text has a character that is none'],
  [
    'half a surrogate pair',
    changed((record) => (record['events'] = [{ type: 'x', note: '\ud800' }])),
    'a text has a character that is none',
  ],
  [
    'a long cashier',
    changed((_, receipt) => (receipt['cashier'] = 'x'.repeat(501))),
    'records[0].receipt.cashier may have at most 500 characters',
  ],
] as const) {
  test(`it is refused and said why: ${what}`, () => {
    assert.is(fault(content), expected);
  });
}

test('a backslash with "u0000" behind it is no NUL', () => {
  assert.is(fault(changed((_, receipt) => (receipt['cashier'] = '\\u0000'))), undefined);
});

for (const [what, sent, expected] of [
  ['another subject', { subject: 'kasirbox.KIOSK' }, 'the subject is none of a box'],
  ['another format', { format: '2' }, /Kasirbox-Format is not 1/],
  ['no packing', { encoding: '' }, /Content-Encoding is not deflate/],
  ['not packed', { data: Buffer.from('{}') }, 'it is not packed by deflate'],
  ['a bomb', { data: deflateSync(Buffer.alloc(MAX_UNPACKED + 1, 0x20)) }, /it is larger than/],
  ['no UTF-8', { data: deflateSync(Buffer.from([0x22, 0xff, 0x22])) }, 'it is not UTF-8'],
  ['no JSON', { data: packed('{') }, 'it is not valid JSON'],
  ['a nest', { data: packed('['.repeat(100_000) + ']'.repeat(100_000)) }, 'it is nested too deeply'],
] as const) {
  test(`it is refused and said why: ${what}`, () => {
    const found = fault({ records: [] }, sent);
    if (typeof expected === 'string') assert.is(found, expected);
    else assert.match(found ?? '', expected);
  });
}

test.run();

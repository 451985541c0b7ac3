import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nameKey, queryBytes, readName, readResponse } from '../../../../src/platform/devices/mdns/dnsMessage.js';
import {
  a,
  aaaa,
  message,
  nsec,
  numbers,
  plain,
  ptr,
  readQuestion,
  SERVICE,
  srv,
  txt,
} from '../../../kit/mdns/wire.js';
import { seededRandom } from '../../../kit/random.js';

const INSTANCE = ['EPSON TM-m30 v1.2 ♥', ...SERVICE];
const HOST = ['EPSON123456', 'local'];
const WHOLE = message({
  questions: [{ name: SERVICE, type: 12 }],
  answers: [ptr(INSTANCE)],
  additionals: [
    srv(INSTANCE, HOST),
    txt(INSTANCE, 'txtvers=1', 'TY=EPSON TM-m30', 'ty=second', 'note', '=x', ''),
    nsec(INSTANCE),
    aaaa(HOST),
    a(HOST, '192.168.1.50'),
  ],
});

/** A message of one record: header, then these bytes. */
function withRecord(...bytes: readonly Buffer[]): Buffer {
  return Buffer.concat([numbers(0, 0x8400, 0, 1, 0, 0), ...bytes]);
}
/** Type of a record that is passed over: only its name can be wrong. */
const OTHER = 99;
/** Type, class, TTL and the length of the data. */
const head = (type: number, length: number): Buffer => numbers(type, 1, 0, 10, length);

test('a query asks one question by unicast, under id 0', () => {
  assert.equal(readQuestion(queryBytes(SERVICE, 'PTR')), { id: 0, name: SERVICE, type: 12, class: 0x8001 });
});

test('records of all sections are read, with compressed names; others are passed over', () => {
  const read = readResponse(WHOLE);
  assert.ok(read.ok);
  const values = new Map([
    ['txtvers', '1'],
    ['ty', 'EPSON TM-m30'],
  ]);
  assert.equal(read.value, [
    { name: SERVICE, type: 'PTR', target: INSTANCE },
    { name: INSTANCE, type: 'SRV', host: HOST, port: 9100 },
    { name: INSTANCE, type: 'TXT', values },
    { name: HOST, type: 'A', address: '192.168.1.50' },
  ]);
  const others = message({
    answers: [
      { ...a(HOST, '10.0.0.1'), ttl: 0 },
      { ...a(HOST, '10.0.0.2'), class: 3 },
    ],
  });
  assert.equal(readResponse(others), { ok: true, value: [] }, 'taken back; of another class');
});

test('a message that ends early is refused, wherever it is cut', () => {
  for (let length = 0; length < WHOLE.length; length += 1) {
    assert.equal(readResponse(WHOLE.subarray(0, length)), { ok: false, error: 'malformed' }, `${length} bytes`);
  }
});

test('queries, errors and other kinds of messages are no responses', () => {
  for (const flags of [0x0000, 0x0400, 0x8403, 0x8c00]) {
    assert.equal(readResponse(message({ answers: [ptr(INSTANCE)], flags })), { ok: false, error: 'notResponse' });
  }
});

test('what is too long, or says that it has too much, is refused before anything is read', () => {
  assert.equal(readResponse(Buffer.concat([WHOLE, Buffer.alloc(65_507)])), { ok: false, error: 'tooLong' });
  const many = Buffer.concat([numbers(0, 0x8400, 0, 0xffff, 0xffff, 0xffff), Buffer.alloc(8000)]);
  assert.equal(readResponse(many), { ok: false, error: 'tooMany' });
  const just = message({ answers: Array.from({ length: 256 }, () => a(['h'], '10.0.0.1')) });
  assert.is(readResponse(just).ok, true);
});

test('pointers lead back only, so that no name goes round: to itself, to another that leads back, ahead, into the header', () => {
  const malformed = { ok: false, error: 'malformed' };
  for (const target of [12, 16, 0, 11, 0x3fff]) {
    assert.equal(readResponse(withRecord(numbers(0xc000 | target), head(OTHER, 0))), malformed, `to ${target}`);
  }
  assert.equal(
    readResponse(withRecord(Buffer.from([1, 0x61]), numbers(0xc00c), head(OTHER, 0))),
    malformed,
    'round by a label',
  );
  const each = withRecord(plain(['a']), head(12, 4), numbers(0xc000 | 27), numbers(0xc000 | 25));
  assert.equal(readResponse(each), malformed, 'each to the other');
});

test('a name of 255 bytes is read, a longer one is not, nor one with a reserved length, more pointers than labels, or no UTF-8', () => {
  const longest = [...Array.from({ length: 3 }, () => 'x'.repeat(63)), 'y'.repeat(61)];
  assert.equal(readName(Buffer.concat([Buffer.alloc(12), plain(longest)]), 12), { name: longest, end: 12 + 255 });
  assert.is(
    readName(Buffer.concat([Buffer.alloc(12), plain([...longest.slice(0, 3), 'y'.repeat(62)])]), 12),
    undefined,
  );
  const others = {
    reserved: [0x40, ...Array.from({ length: 64 }, () => 0x61), 0],
    'no UTF-8': [2, 0xc3, 0x28, 0],
    torn: [2, 0x61],
  };
  for (const [what, bytes] of Object.entries(others)) assert.is(readName(Buffer.from(bytes), 0), undefined, what);
  assert.is(readName(Buffer.concat([Buffer.alloc(300), Buffer.from([0xc1])]), 300), undefined, 'half a pointer');
  const chain = (jumps: number): Buffer =>
    Buffer.concat([
      Buffer.alloc(13),
      ...Array.from({ length: jumps }, (_, at) => numbers(0xc000 | (at === 0 ? 12 : 11 + 2 * at))),
    ]);
  assert.equal(readName(chain(127), 13 + 2 * 126)?.name, []);
  assert.is(readName(chain(128), 13 + 2 * 127), undefined);
});

test('what a record holds ends where the record ends', () => {
  for (const [what, record] of Object.entries({
    'address of 3 bytes': [head(1, 3), Buffer.alloc(3)],
    'address of 16 bytes': [head(1, 16), Buffer.alloc(16)],
    'name beyond its record': [head(12, 1), plain(['a'])],
    'name that leaves some': [head(12, 4), plain(['a']), Buffer.alloc(1)],
    'service without host': [head(33, 6), Buffer.alloc(6)],
    'service of one byte': [head(33, 1), Buffer.alloc(1)],
    'text beyond its record': [head(16, 2), Buffer.from([5, 0x61, 0, 0, 0, 0])],
  })) {
    assert.equal(readResponse(withRecord(plain([]), ...record)), { ok: false, error: 'malformed' }, what);
  }
});

test('a name goes back to the wire as it came, dots and all, and is the same in capitals of ASCII only', () => {
  assert.equal(queryBytes(INSTANCE, 'SRV').subarray(12, -4), plain(INSTANCE));
  assert.is(nameKey(['Printer-É', 'LOCAL']), nameKey(['printer-É', 'local']));
  assert.is.not(nameKey(['É']), nameKey(['é']));
  assert.is.not(nameKey(['a.b']), nameKey(['a', 'b']));
});

test('whatever arrives is read or refused, within bounds', () => {
  const random = seededRandom();
  for (let round = 0; round < 20_000; round += 1) {
    const bytes = random.oneIn(4) ? random.bytes(random.int(0, 200)) : Buffer.from(WHOLE);
    for (let change = random.int(0, 4); change > 0 && bytes.length > 4; change -= 1) {
      // Half of the changes are bytes that mean something: ends, pointers, long labels.
      bytes[random.int(4, bytes.length - 1)] = random.pick([0, 12, 0x3f, 0xc0, 0xff, random.int(0, 255)]);
    }
    if (bytes.length > 4) bytes.writeUInt16BE(0x8400, 2);
    const read = readResponse(bytes.subarray(0, random.oneIn(3) ? random.int(0, bytes.length) : bytes.length));
    if (!read.ok) continue;
    assert.ok(read.value.length <= 256);
    for (const { name } of read.value) assert.ok(queryBytes(name, 'A').length <= 12 + 255 + 4);
  }
});

test.run();

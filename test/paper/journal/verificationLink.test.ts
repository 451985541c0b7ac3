import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/contract/fiscal.js';
import { MAX_TOTAL } from '../../../src/base/money.js';
import {
  buildVerificationUrl,
  type DecodedLink,
  decodeLink,
  placeOfLink,
  readLinkPayload,
} from '../../../src/paper/journal/verificationLink.js';
import { encodeLink } from '../../kit/links.js';
import { seededRandom } from '../../kit/random.js';
import { linkOf, sale } from '../../processors/pfr/wire/answers.js';

const random = seededRandom();
const HEAD_BYTES = 44;

const LINK: DecodedLink = {
  requestedBy: 'ABCD2345',
  signedBy: 'WXYZ89O0',
  totalCounter: 0x01020304,
  typeCounter: 0x0a0b0c0d,
  total: 150_000,
  time: 0x0185_7721_112a,
  invoiceType: 'Advance',
  transactionType: 'Refund',
  buyerId: '10:100000049',
  internalData: Buffer.alloc(256, 0xaa),
  signature: Buffer.alloc(256, 0xbb),
};

/** A payload with a changed head and the right MD5 for it. */
function resealed(payload: Buffer, change: (head: Buffer) => void): Buffer {
  const body = Buffer.from(payload.subarray(0, -16));
  change(body);
  return Buffer.concat([body, createHash('md5').update(body).digest()]);
}

function randomLink(): DecodedLink {
  const jid = (): string => random.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 8, 8);
  return {
    requestedBy: jid(),
    signedBy: jid(),
    totalCounter: random.int(0, 2 ** 32 - 1),
    typeCounter: random.int(0, 2 ** 32 - 1),
    total: random.int(0, MAX_TOTAL),
    time: random.int(Date.UTC(2000, 0, 1), Date.UTC(2200, 0, 1) - 1),
    invoiceType: random.pick(INVOICE_TYPES),
    transactionType: random.pick(TRANSACTION_TYPES),
    buyerId: random.oneIn(3) ? null : random.text('0123456789:ABCabc-/', 1, 20),
    internalData: random.bytes(random.pick([256, 512])),
    signature: random.bytes(256),
  };
}

test('the payload has the byte layout of version 3', () => {
  const payload = encodeLink(LINK);
  const head =
    '03' +
    '4142434432333435' +
    '5758595a38394f30' +
    '04030201' +
    '0d0c0b0a' +
    'c0e1e40000000000' +
    '000001857721112a' +
    '04' +
    '01' +
    '0c' +
    '31303a313030303030303439';
  assert.is(payload.subarray(0, HEAD_BYTES + 12).toString('hex'), head);
  assert.equal(payload.subarray(56, 568), Buffer.concat([LINK.internalData, LINK.signature]));
  assert.equal(payload.subarray(568), createHash('md5').update(payload.subarray(0, 568)).digest());
});

test('the lengths are those of real links', () => {
  assert.is(encodeLink({ ...LINK, buyerId: null }).length, 572);
  assert.is(encodeLink({ ...LINK, buyerId: 'x'.repeat(20), internalData: Buffer.alloc(512) }).length, 848);
});

test('an encoded receipt is decoded again, through the link and back', () => {
  for (let i = 0; i < 500; i++) {
    const link = randomLink();
    const url = buildVerificationUrl('https://kasirbox.local:8443', encodeLink(link));
    assert.ok(url.startsWith('https://kasirbox.local:8443/v/?vl=A'));
    const payload = readLinkPayload(new URL(url).searchParams.get('vl') ?? '');
    assert.equal(payload && decodeLink(payload), link);
  }
});

test('a parameter is read encoded, decoded, and with blanks for its plus signs', () => {
  // The bytes fb ef be, from an offset that 3 divides, are `++++` in Base64.
  const internalData = Buffer.concat([Buffer.alloc(1), Buffer.alloc(255, Buffer.from('fbefbe', 'hex'))]);
  const payload = encodeLink({ ...LINK, buyerId: null, internalData });
  const base64 = payload.toString('base64');
  assert.match(base64, /\+{9}/);
  const forms = [base64, base64.replaceAll('+', ' '), base64.replace(/=+$/, ''), encodeURIComponent(base64)];
  forms.push(base64.replaceAll('+', '%2b'));
  for (const form of forms) assert.equal(readLinkPayload(form), payload);
});

test('a text of an impossible length is not a payload', () => {
  const base64 = encodeLink(LINK).toString('base64');
  const bad = [
    '',
    'A',
    base64.slice(0, 740),
    base64.repeat(2),
    `${base64}#`,
    `ж${base64}`,
    base64.replace('A', '%'),
    '%',
  ];
  for (const text of bad) assert.is(readLinkPayload(text), undefined, text.slice(0, 20));
});

test('a zero-filled buyer id, as some processors write it, is read without its zeros', () => {
  const padded = encodeLink({ ...LINK, buyerId: `00000000${LINK.buyerId ?? ''}` });
  const payload = resealed(padded, (head) => head.fill(0, HEAD_BYTES, HEAD_BYTES + 8));
  assert.is(decodeLink(payload)?.buyerId, '10:100000049');
  assert.is(decodeLink(resealed(padded, (head) => head.fill(0, HEAD_BYTES, HEAD_BYTES + 20)))?.buyerId, null);
});

test('every flipped bit is noticed', () => {
  const payload = encodeLink(LINK);
  for (let at = 0; at < payload.length; at++) {
    const damaged = Buffer.from(payload);
    damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << random.int(0, 7)), at);
    assert.is(decodeLink(damaged), undefined, `byte ${at}`);
  }
});

test('a payload cut anywhere, or longer, is refused', () => {
  const payload = encodeLink(LINK);
  for (let length = 0; length < payload.length; length++) assert.is(decodeLink(payload.subarray(0, length)), undefined);
  assert.is(decodeLink(Buffer.concat([payload, Buffer.alloc(1)])), undefined);
});

test('a right MD5 does not help fields that no processor writes', () => {
  const changes: ((head: Buffer) => void)[] = [
    (head) => head.writeUInt8(2, 0),
    (head) => head.write('abcd', 1),
    (head) => head.writeUInt8(0, 9),
    (head) => head.writeBigUInt64LE(15_000_001n, 25),
    (head) => head.writeBigUInt64LE((BigInt(MAX_TOTAL) + 1n) * 100n, 25),
    (head) => head.writeBigUInt64BE(2n ** 63n, 33),
    // Dates that JavaScript still has, and a Belgrade clock has not.
    (head) => head.writeBigUInt64BE(8_640_000_000_000_000n, 33),
    (head) => head.writeBigUInt64BE(BigInt(Date.UTC(2200, 0, 1)), 33),
    (head) => head.writeBigUInt64BE(BigInt(Date.UTC(2000, 0, 1) - 1), 33),
    (head) => head.writeUInt8(5, 41),
    (head) => head.writeUInt8(2, 42),
    (head) => head.writeUInt8(11, 43),
    (head) => head.writeUInt8(255, 43),
    (head) => head.writeUInt8(10, HEAD_BYTES),
  ];
  for (const change of changes) assert.is(decodeLink(resealed(encodeLink(LINK), change)), undefined, change.toString());
  assert.is.not(decodeLink(resealed(encodeLink(LINK), () => undefined)), undefined);
});

test('a buyer id longer than the field is refused, also with room for it', () => {
  const wide = Buffer.concat([Buffer.from('1'.repeat(9)), LINK.internalData]);
  const payload = encodeLink({ ...LINK, internalData: wide });
  assert.is(decodeLink(resealed(payload, (head) => head.writeUInt8(21, 43))), undefined);
});

test('random bytes never make a link and never throw', () => {
  for (let i = 0; i < 2000; i++) {
    const payload = random.bytes(random.int(0, 900));
    if (payload.length > 0) payload.writeUInt8(3, 0);
    assert.is(decodeLink(payload), undefined);
  }
});

test('characters that the field cannot hold become question marks', () => {
  assert.is(decodeLink(encodeLink({ ...LINK, buyerId: '20:Ж😀\n1' }))?.buyerId, '20:???1');
});

test('a wrong JID or an overlong buyer id is a bug of the caller', () => {
  assert.throws(() => encodeLink({ ...LINK, signedBy: 'ABC' }), /8 characters/);
  assert.throws(() => encodeLink({ ...LINK, buyerId: 'x'.repeat(21) }), /20 characters/);
});

const PAYLOAD = encodeLink(linkOf(sale()));
const VL = PAYLOAD.toString('base64');
const RIGHT = buildVerificationUrl('https://suf.purs.gov.rs', PAYLOAD);

function placed(url: string, environment: 'production' | 'sandbox' = 'production'): string {
  const place = placeOfLink(url, environment, PAYLOAD);
  if (place.kind === 'right') return place.url === url ? 'kept' : place.url;
  return place.kind === 'elsewhere' ? `elsewhere ${place.host}` : place.side;
}

test('a link as the tax authority writes it stays as it is, percent-encoded or not', () => {
  assert.is(placed(RIGHT), 'kept');
  assert.is(placed(`https://suf.purs.gov.rs/v/?vl=${VL}`), 'kept');
  assert.is(placed(buildVerificationUrl('https://www.suf.purs.gov.rs', PAYLOAD)), 'kept', 'a host below it');
});

for (const [host, told] of [
  ['suf.purs.gov.rs@evil.example', 'evil.example'],
  ['suf.purs.gov.rs:443@evil.example', 'evil.example'],
  ['suf.purs.gov.rs%2f@evil.example', 'evil.example'],
  ['suf.purs.gov.rs.evil.example', 'evil'],
  ['notsuf.purs.gov.rs', 'notsuf.purs.gov.rs'],
  ['purs.gov.rs', 'purs.gov.rs'],
  ['suf-purs.gov.rs', 'suf-purs.gov.rs'],
  ['xn--suf-purs-gov.rs', ''],
  ['ѕuf.purs.gov.rs', 'xn--'],
  ['suf.purs.gov.rs\\@evil.example', 'suf.purs.gov.rs'],
  ['evil.example\\@suf.purs.gov.rs', 'evil.example'],
  ['evil.example#@suf.purs.gov.rs', 'evil.example'],
  ['evil.example?@suf.purs.gov.rs', 'evil.example'],
  ['evil.example;.suf.purs.gov.rs', 'evil.example;.suf.purs.gov.rs'],
  ['evil.example&.suf.purs.gov.rs', 'evil.example&'],
  ['.suf.purs.gov.rs', '.suf'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '[::1]'],
] as const) {
  test(`in production ${host} is no place for a link, or the link is written anew`, () => {
    const url = `https://${host}/v/?vl=${encodeURIComponent(VL)}`;
    if (!URL.canParse(url)) return;
    const place = placed(url);
    assert.ok(place === RIGHT || (place.startsWith('elsewhere ') && place.includes(told)), place);
  });
}

test('what leads to the tax authority in an unusual way is written anew, so that nobody reads another host out of it', () => {
  const end = `/v/?vl=${encodeURIComponent(VL)}`;
  for (const begin of [
    'http://suf.purs.gov.rs',
    'HTTPS://SUF.PURS.GOV.RS',
    'https://suf.purs.gov.rs.',
    'https://suf.purs.gov.rs:443',
    'https://suf.purs.gov.rs:8443',
    'https://evil.example@suf.purs.gov.rs',
    'https://suf.purs.gov.rs/redirect?to=evil.example&x=',
    'https://ｓuf.purs.gov.rs',
    'https://s%75f.purs.gov.rs',
  ]) {
    assert.is(placed(begin + end), RIGHT, begin);
  }
  for (const more of ['&to=evil.example', '#evil.example', ' ', '\\evil.example']) {
    assert.is(placed(RIGHT + more), RIGHT, more);
  }
});

test('a link of the other environment is named as such', () => {
  const sandbox = buildVerificationUrl('https://sandbox.suf.purs.gov.rs', PAYLOAD);
  assert.is(placed(sandbox), 'sandbox');
  assert.is(placed(RIGHT, 'sandbox'), 'production');
});

test('in the sandbox a link may lead to any other host, but not by a name before it', () => {
  assert.is(placed(buildVerificationUrl('https://sandbox.suf.purs.gov.rs', PAYLOAD), 'sandbox'), 'kept');
  assert.is(placed(buildVerificationUrl('http://192.168.1.20:8888/token', PAYLOAD), 'sandbox'), 'kept');
  const hidden = buildVerificationUrl('https://sandbox.suf.purs.gov.rs@evil.example', PAYLOAD);
  assert.is(placed(hidden, 'sandbox'), 'elsewhere evil.example');
});

test.run();

import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../../src/contract/fiscal.js';
import type { Draft } from '../../../../src/contract/fiscal.js';
import { buildVerificationUrl } from '../../../../src/paper/journal/verificationLink.js';
import { encodeLink } from '../../../kit/links.js';
import type { DecodedLink } from '../../../../src/paper/journal/verificationLink.js';
import { drawLink } from '../../../../src/platform/pictures/drawing.js';
import { checkAnswer, shownLink } from '../../../../src/processors/pfr/wire/answerFault.js';
import { isSerbianCounter } from '../../../../src/processors/pfr/wire/receiptNumbers.js';
import { readReceipt } from '../../../../src/processors/pfr/wire/receipt.js';
import { seededRandom } from '../../../kit/random.js';
import { GIF, JID, linkOf, resultOf, sale, SIGNED_AT, signRequest, type WireObject } from './answers.js';
import { assertAccepted, assertOdd, changed, consistent, check, otherLink, SIGNER } from './checkedAnswers.js';

const random = seededRandom();

test('a receipt that holds in every part becomes a signature', () => {
  const { verificationUrl, journal, ...signature } = assertAccepted(resultOf(sale()));
  assert.is(verificationUrl, resultOf(sale())['verificationUrl']);
  assert.is(journal, resultOf(sale())['journal']);
  assert.equal(signature, {
    requestedBy: JID,
    signedBy: JID,
    invoiceNumber: `${JID}-${JID}-11389`,
    invoiceCounter: '8652/11389ПП',
    totalCounter: 11389,
    typeCounter: 8652,
    time: SIGNED_AT,
    verificationQRCode: GIF,
    taxItems: [
      { label: 'Ђ', categoryName: 'VAT', rate: 20, amount: 46_83, total: 281_00 },
      { label: 'Е', categoryName: 'VAT', rate: 20, amount: 46_83, total: 62_00 },
    ],
    company: {
      name: 'Пекара Ђурђевак д.о.о.',
      tin: 'RS100000049',
      location: '1234567-Пекара код поште',
      address: 'НЕМАЊИНА 4',
      district: 'Београд-Савски венац',
    },
    extra: { messages: 'Success', taxGroupRevision: 5, mrc: '00-1002-YJLQTEQR' },
  });
});

test('without members beside there is no `extra`, and without a journal it is empty', () => {
  const { messages: _m, taxGroupRevision: _t, mrc: _c, ...bare } = resultOf(sale());
  const signature = assertOdd(['journalMissing'], { ...bare, journal: null });
  assert.not.ok('extra' in signature);
  assert.is(signature.journal, '');
});

test('links of every size and spelling are accepted', () => {
  for (const buyerId of [null, '10:100000049', '40:12345678901234567']) {
    for (const size of [256, 512]) {
      const draft = sale({ buyerId });
      const result = resultOf(draft, linkOf(draft, { internalData: Buffer.alloc(size, 0xfb) }));
      const vl = new URL(String(result['verificationUrl'])).searchParams.get('vl') ?? '';
      for (const form of [vl, vl.replaceAll('+', ' '), encodeURIComponent(vl), vl.replace(/=+$/, '')]) {
        const verificationUrl = `https://suf.purs.gov.rs/v/?vl=${form}`;
        assertAccepted({ ...result, verificationUrl }, signRequest(draft));
      }
    }
  }
});

test('a buyer id that is filled up with zeros in the link is accepted', () => {
  const draft = sale({ buyerId: '10:100000049' });
  const body = encodeLink(linkOf(draft, { buyerId: '0000000010:100000049' })).subarray(0, -16);
  body.fill(0, 44, 52);
  const payload = Buffer.concat([body, createHash('md5').update(body).digest()]);
  assertAccepted(
    { ...resultOf(draft), verificationUrl: buildVerificationUrl('https://suf.purs.gov.rs', payload) },
    signRequest(draft),
  );
});

test('every form of the time is accepted, also without its fraction and in the hour that comes twice', () => {
  for (const time of ['2026-11-21T10:00:00.504+01:00', '2026-11-21T09:00:00.5049999Z', '2026-11-21T10:00:00.504']) {
    assert.is(assertAccepted(changed({ sdcDateTime: time })).time, SIGNED_AT);
  }
  assert.is(assertAccepted(changed({ sdcDateTime: '2026-11-21T10:00:00' })).time, SIGNED_AT);
  const twice = Date.UTC(2026, 9, 25, 1, 30, 0, 7);
  const result = { ...consistent({ time: twice }), sdcDateTime: '2026-10-25T02:30:00.007' };
  assert.is(assertAccepted(result).time, twice);
});

test('a link that is none, damaged, or of another layout is refused', () => {
  const url = String(resultOf(sale())['verificationUrl']);
  const payload = encodeLink(linkOf(sale()));
  const broken = Buffer.from(payload);
  broken[100] = 0;
  const version2 = Buffer.from(payload.subarray(0, -16));
  version2[0] = 2;
  const resealed = Buffer.concat([version2, createHash('md5').update(version2).digest()]);
  const links: [string, string][] = [
    ['link', 'nothing'],
    ['link', url.replace('https:', 'ftp:')],
    ['link', url.replace('https:', 'javascript:')],
    ['link', 'https://'],
    ['link', url.replace('vl=', 'lv=')],
    ['link', url.slice(0, 500)],
    ['link', buildVerificationUrl('https://suf.purs.gov.rs', resealed)],
    ['md5', buildVerificationUrl('https://suf.purs.gov.rs', broken)],
  ];
  for (const [doubt, verificationUrl] of links) assert.is(check(changed({ verificationUrl })), doubt, verificationUrl);
});

test('each member that disagrees with the link is named', () => {
  const changes: [string, WireObject][] = [
    ['jid', { requestedBy: 'AAAAAAAA' }],
    ['jid', { signedBy: 'AAAAAAAA' }],
    ['counters', { totalCounter: 11390 }],
    ['counters', { transactionTypeCounter: 8653 }],
    ['amount', { totalAmount: 343.01 }],
    ['time', { sdcDateTime: '2026-11-21T10:00:00.505+01:00' }],
    ['time', { sdcDateTime: '2026-11-21T10:00:01+01:00' }],
    ['time', { sdcDateTime: '2026-11-21T10:00:00.504+02:00' }],
    ['invoiceNumber', { invoiceNumber: `${JID}-${JID}-11388` }],
    ['invoiceNumber', { invoiceNumber: `${JID}-${SIGNER}-11389` }],
    ['invoiceNumber', { invoiceNumber: '123/1.0' }],
    ['invoiceCounter', { invoiceCounter: '8651/11389ПП' }],
    ['invoiceCounter', { invoiceCounter: '8652/11388ПП' }],
    ['invoiceCounter', { invoiceCounter: ' 8652 / 11388 ПП' }],
    ['counters', { totalCounter: '11390' }],
    ['counters', { transactionTypeCounter: ' 8653' }],
    ['amount', { totalAmount: '343.01' }],
  ];
  for (const [doubt, change] of changes) assert.is(check(changed(change)), doubt, JSON.stringify(change));
});

test('each field of the link that disagrees with the JSON is named', () => {
  const links: [string, Partial<DecodedLink>][] = [
    ['jid', { requestedBy: 'AAAAAAAA' }],
    ['jid', { signedBy: 'AAAAAAAA' }],
    ['counters', { totalCounter: 11390 }],
    ['counters', { typeCounter: 1 }],
    ['amount', { total: 343_01 }],
    ['time', { time: SIGNED_AT + 1 }],
    ['time', { time: SIGNED_AT + 3_600_000 }],
    ['types', { invoiceType: 'Training' }],
    ['types', { transactionType: 'Refund' }],
    ['buyer', { buyerId: '10:100000049' }],
  ];
  for (const [doubt, more] of links) assert.is(check(otherLink(more)), doubt, JSON.stringify(more));
});

test('a correct receipt of something else than was asked is refused', () => {
  const others: [string, Partial<Draft>][] = [
    ['amount', { total: 343_01 }],
    ['types', { invoiceType: 'Advance' }],
    ['types', { transactionType: 'Refund' }],
    ['buyer', { buyerId: '10:100000049' }],
    ['labels', { lines: sale().lines.slice(0, 1) }],
    ['labels', { lines: sale().lines.map((line) => ({ ...line, label: 'Г' })) }],
  ];
  for (const [doubt, more] of others) assert.is(check(resultOf(sale()), signRequest(sale(more))), doubt);
  assert.is(
    check(resultOf(sale({ buyerId: '10:100000049' })), signRequest(sale({ buyerId: '10:100000050' }))),
    'buyer',
  );
});

test('the ten endings of a counter are accepted in Serbian and in English, and told apart', () => {
  const english = ['NS', 'NR', 'PS', 'PR', 'CS', 'CR', 'TS', 'TR', 'AS', 'AR'];
  const serbian = ['ПП', 'ПР', 'РП', 'РР', 'КП', 'КР', 'ОП', 'ОР', 'АП', 'АР'];
  const kinds = INVOICE_TYPES.flatMap((type) => TRANSACTION_TYPES.map((transaction) => [type, transaction] as const));
  for (const [index, [invoiceType, transactionType]] of kinds.entries()) {
    const draft = sale({ invoiceType, transactionType });
    for (const letters of [serbian[index], english[index]]) {
      const counter = { invoiceCounter: `8652/11389${letters}`, invoiceCounterExtension: letters };
      const signature = assertAccepted({ ...resultOf(draft), ...counter }, signRequest(draft));
      assert.is(isSerbianCounter(signature.invoiceCounter), letters === serbian[index]);
    }
    const wrong = { invoiceCounter: `8652/11389${serbian[(index + 1) % 10]}`, invoiceCounterExtension: null };
    const { invoiceCounter } = assertOdd(['invoiceCounter'], { ...resultOf(draft), ...wrong }, signRequest(draft));
    assert.is(invoiceCounter, `8652/11389${serbian[index]}`);
  }
});

test('blanks around a counter do not change its letters', () => {
  for (const invoiceCounter of ['8652/11389NS ', ' 8652/11389 NS']) {
    const odd = changed({ invoiceCounter, invoiceCounterExtension: 'NS' });
    assert.is(assertOdd(['invoiceCounter'], odd).invoiceCounter, '8652/11389NS');
  }
});

test('a counter is Serbian only as a whole', () => {
  assert.ok(isSerbianCounter('1/2ПП'));
  for (const text of ['', 'ПП', '/2ПП', '1/ПП', '№1/2ПП', '1/2ППx', '1/2П', '1/2ПХ'])
    assert.not(isSerbianCounter(text), text);
});

/** The usual receipt as a stranger might make it: any field may hold anything, and the MD5 is right. */
function hostile(): WireObject {
  const body = Buffer.from(encodeLink(linkOf(sale())).subarray(0, -16));
  const extremes = [0n, 1n, 2n ** 53n, 8_640_000_000_000_000n, 8_639_999_999_999_999n, 2n ** 63n, 2n ** 64n - 1n];
  if (random.oneIn(2)) body.writeBigUInt64BE(random.pick(extremes), 33);
  if (random.oneIn(3)) body.writeBigUInt64LE(random.pick(extremes), 25);
  if (random.oneIn(3)) body.writeUInt8(random.int(0, 255), random.int(0, body.length - 1));
  const payload = Buffer.concat([body, createHash('md5').update(body).digest()]);
  const years = [
    '0000-01-01T00:00:00',
    '9999-12-31T23:59:59.999Z',
    '1883-12-31T23:59:59',
    '2026-11-21T10:00:00.504',
    '2026-11-21T10:00:00',
  ];
  const texts = ['', '\0', '\ud800', '%', 'А'.repeat(2000), '\u0301'.repeat(50), `${JID}-${JID}-99999999999`];
  const oddities: WireObject = {};
  for (const name of ['requestedBy', 'invoiceNumber', 'invoiceCounter', 'journal', 'signature', 'businessName']) {
    if (random.oneIn(6)) oddities[name] = random.pick(texts);
  }
  if (random.oneIn(2)) oddities['sdcDateTime'] = random.pick(years);
  if (random.oneIn(6)) oddities['totalAmount'] = random.pick([0, 1e-9, 1e12, 9e15, 1e300]);
  return {
    ...resultOf(sale()),
    verificationUrl: buildVerificationUrl('https://suf.purs.gov.rs', payload),
    ...oddities,
  };
}

test('no receipt makes the judgement throw, whatever its link says under a right MD5', () => {
  for (let i = 0; i < 5000; i++) {
    const receipt = readReceipt(hostile());
    const lastNumber = random.pick([null, '', `${JID}-${JID}-11388`, 'nonsense']);
    const request = signRequest(sale(), { lastNumber, time: random.pick([null, 0, SIGNED_AT, 8.64e15]) });
    if (receipt.ok) assert.type(checkAnswer(receipt.value, request, random.pick(['lpfr', 'vpfr'])).ok, 'boolean');
  }
});

const SANDBOX = String(resultOf(sale(), linkOf(sale()))['verificationUrl']);
const LINK = `https://suf.purs.gov.rs/v/${new URL(SANDBOX).search}`;
const picture = (link: string): Buffer => drawLink(link);

/** What is shown in production of a link and a picture, by quirks; `picture` is ours unless theirs is passed on. */
function shown(link: string, code: Buffer | null, environment: 'production' | 'sandbox' = 'production') {
  const found = shownLink({ verificationUrl: link, verificationQRCode: code?.toString('base64') ?? null }, environment);
  assert.ok(found.ok, JSON.stringify(found));
  return found.value;
}

test('a picture of just the link is passed on', () => {
  const found = shown(LINK, picture(LINK));
  assert.equal(found, { verificationUrl: LINK, verificationQRCode: picture(LINK).toString('base64'), quirks: [] });
  assert.is(shown(LINK, null).verificationQRCode, null);
});

/** The data of a GIF behind its head and tables: a second image that is shown after the first. */
const withSecond = (one: Buffer, other: Buffer): Buffer =>
  Buffer.concat([one.subarray(0, -1), other.subarray(13 + 3 * 2 ** ((other[10]! & 7) + 1))]);

for (const [what, code] of Object.entries({
  'of another link': picture(LINK.replace('?vl=A', '?vl=B')),
  'with a second image behind it': withSecond(picture(LINK), picture('https://example.org/')),
  'with bytes behind its end': Buffer.concat([picture(LINK), Buffer.from(';')]),
  'with bytes before its end': Buffer.concat([picture(LINK).subarray(0, -1), Buffer.from([0x21, 0xfe, 0, 0x3b])]),
  'without an end': picture(LINK).subarray(0, -1),
  'that is none': Buffer.from('GIF89a'),
})) {
  test(`in production a picture ${what} is replaced by ours, and told; the sandbox passes it on`, () => {
    const found = shown(LINK, code);
    assert.equal(found, {
      verificationUrl: LINK,
      verificationQRCode: picture(LINK).toString('base64'),
      quirks: ['picture'],
    });
    const tried = shown(SANDBOX, code, 'sandbox');
    assert.equal([tried.verificationQRCode, tried.quirks], [code.toString('base64'), []]);
  });
}

test('a link that is written oddly is written anew, and a picture of the odd one is not shown', () => {
  const odd = LINK.replace('https://', 'HTTPS://user@');
  assert.equal(shown(odd, picture(odd)), {
    verificationUrl: LINK,
    verificationQRCode: picture(LINK).toString('base64'),
    quirks: ['link', 'picture'],
  });
});

test.run();

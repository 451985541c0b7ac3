import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  isFrom,
  readAmountStatus,
  readLastInvoice,
  readParameters,
  readTriesLeft,
  readVersion,
} from '../../../../src/processors/card/applets/elementAnswers.js';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** The first 57 bytes of the captured request to sign, with an invented TIN. */
const REQUEST = hex(`0000017cc744eab5 ${'00'.repeat(11)}313233343536373839 ${'00'.repeat(20)} 00 00 000000000f4240`);

const answerOf = (internal: number): Buffer =>
  Buffer.concat([REQUEST, hex('00000007 0000000b'), Buffer.alloc(internal, 0xee), Buffer.alloc(256, 0xdd)]);

test('versions are read, of the official example and of a captured card', () => {
  assert.equal(readVersion(hex('00000003 00000002 00000005')), [3, 2, 5]);
  assert.equal(readVersion(hex('00000001 00000001 00000000')), [1, 1, 0]);
  for (const bytes of ['', '000000030000000200', '00000003000000020000000500']) {
    assert.is(readVersion(hex(bytes)), undefined);
  }
});

test('a version is compared number by number', () => {
  const since = (...version: [number, number, number]) => isFrom(version, 3, 1, 1);
  assert.equal([since(3, 1, 1), since(3, 1, 2), since(3, 2, 0), since(4, 0, 0)], [true, true, true, true]);
  assert.equal([since(3, 1, 0), since(3, 0, 9), since(2, 9, 9), since(1, 1, 0)], [false, false, false, false]);
});

test('the amount status of the official example is read exactly', () => {
  const status = readAmountStatus(hex('0000724AA18328 038D7EA4C68000'));
  assert.equal(status, { sum: 0x724aa18328n, limit: 1_000_000_000_000_000n });
  assert.equal(readAmountStatus(hex('ffffffffffffff ffffffffffffff'))?.limit, 2n ** 56n - 1n);
  assert.is(readAmountStatus(Buffer.alloc(13)), undefined);
  assert.is(readAmountStatus(Buffer.alloc(16)), undefined);
});

test('certificate parameters have a UID and two times', () => {
  const bytes = hex(`${Buffer.from('CARD0001').toString('hex')} 0000017cc744eab5 0000019000000000`);
  assert.equal(readParameters(bytes), { uid: 'CARD0001', notBefore: 1635430754997, notAfter: 0x19000000000 });
  assert.is(readParameters(bytes.subarray(1)), undefined);
  const lower = Buffer.from(bytes);
  lower.write('card0001');
  assert.is(readParameters(lower), undefined);
  for (const at of [8, 16]) {
    const late = Buffer.from(bytes);
    late.writeBigUInt64BE(253_402_300_799_999n, at);
    assert.ok(readParameters(late), 'the end of the year 9999');
    late.writeBigUInt64BE(253_402_300_800_000n, at);
    assert.is(readParameters(late), undefined);
  }
});

test('tries left are one byte', () => {
  assert.equal([hex('05'), hex('00'), hex(''), hex('0500')].map(readTriesLeft), [5, 0, undefined, undefined]);
});

test('the last invoice has two possible lengths', () => {
  for (const length of [256, 512]) {
    const invoice = readLastInvoice(answerOf(length));
    assert.equal(
      { ...invoice, internalData: invoice?.internalData.length, signature: invoice?.signature[0] },
      {
        time: Date.parse('2021-10-28T14:19:14.997Z'),
        tin: '123456789',
        buyer: '',
        invoiceType: 0,
        transactionType: 0,
        total: 1_000_000n,
        kindCounter: 7,
        totalCounter: 11,
        internalData: length,
        signature: 0xdd,
      },
    );
  }
  for (const length of [0, 255, 257, 260]) assert.is(readLastInvoice(answerOf(length)), undefined);
  for (const [what, at, value] of [
    ['no time', 0, 0xff],
    ['no text', 10, 7],
    ['no text of the buyer', 40, 7],
  ] as const) {
    const odd = answerOf(256);
    odd[at] = value;
    assert.is(readLastInvoice(odd), undefined, what);
  }
  const gap = answerOf(256).fill('A', 8, 28);
  assert.is(readLastInvoice(gap)?.tin, 'A'.repeat(20));
  gap[20] = 0;
  assert.is(readLastInvoice(gap), undefined, 'a zero in the text');
});

test.run();

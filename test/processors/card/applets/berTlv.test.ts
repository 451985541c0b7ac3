import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tlvContent, tlvElements } from '../../../../src/processors/card/applets/berTlv.js';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const shown = (text: string): string[] | undefined =>
  tlvElements(hex(text))?.map(({ tag, value }) => `${tag.toString(16)}:${value.toString('hex')}`);

test('elements have tags of one to three octets and lengths in every form', () => {
  assert.equal(shown('7f71 06 970105 930105'), ['7f71:970105930105']);
  assert.equal(shown('97 01 05 9f17 01 04 5f8101 00'), ['97:05', '9f17:04', '5f8101:']);
  assert.equal(shown('df1f 8102 0102 df20 820001 aa df21 83000001 bb'), ['df1f:0102', 'df20:aa', 'df21:bb']);
  assert.equal(shown('1f8005 01 aa 97 8100'), ['1f8005:aa', '97:']);
  assert.equal(shown('0000 97 01 05 00'), ['97:05'], 'filling between them');
  assert.equal(shown(''), []);
});

test('what is cut off or has no end is no BER-TLV', () => {
  for (const text of [
    '97',
    '9702 05',
    'df',
    'df8181 01 00',
    '9780 05 0000',
    '97 84 00000001 05',
    '97 82 01',
    '97 81',
    `97 80 ${'00'.repeat(128)}`,
  ]) {
    assert.is(shown(text), undefined, text);
  }
});

test('the content of a tag is that of the first', () => {
  assert.equal(tlvContent(hex('970103 970104'), 0x97), hex('03'));
  assert.is(tlvContent(hex('970103'), 0x93), undefined);
  assert.is(tlvContent(hex('970103 93'), 0x97), undefined, 'also where only the rest is broken');
});

test.run();

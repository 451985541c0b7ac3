import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { derContent, DerError, derElements, objectId, DER_TAG } from '../../src/base/der.js';
import { seededRandom } from '../kit/random.js';

const random = seededRandom();
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const only = (text: string) => derElements(hex(text))[0];
const shown = (text: string): string[] =>
  derElements(hex(text)).map(({ tag, value }) => `${tag}:${value.toString('hex')}`);
const refused = (work: () => unknown): void => assert.throws(work, (error: unknown) => error instanceof DerError);

test('elements are read one after the other, with lengths of every form', () => {
  assert.equal(shown('0500 0203010203'), ['5:', '2:010203']);
  assert.equal(shown('0481 02 abcd 04820001ee 0484 00000001ff'), ['4:abcd', '4:ee', '4:ff']);
  assert.equal(shown(''), []);
});

test('an object identifier is dotted, with arcs of any size', () => {
  assert.is(objectId(only('0603551d1e')), '2.5.29.30');
  assert.is(objectId(only('06092b06010401838620 05')), '1.3.6.1.4.1.49952.5');
  assert.is(objectId(only('0603883703')), '2.999.3');
  assert.is(objectId(only('060100')), '0.0');
  assert.is(
    objectId(only('06146983f09da7ebcfdee0c7a1a7b2c0948cc8f9d776')),
    '2.25.329800735698586629295641978511506172918',
  );
});

test('DER that is cut off, has another tag or an indefinite length is refused', () => {
  for (const text of ['30', '3001', '0482ffff', '0485 0000000001 00', '0480 0000', '3080 0500 0000', '1f8101 00']) {
    refused(() => derElements(hex(text)));
  }
  refused(() => derContent(only('0500'), DER_TAG.sequence));
  refused(() => derContent(undefined, DER_TAG.sequence));
  refused(() => objectId({ tag: DER_TAG.objectId, value: Buffer.alloc(101, 0x81) }));
});

test('random bytes are read or refused, and no element reaches beyond them', () => {
  for (let count = 0; count < 5_000; count += 1) {
    const bytes = random.bytes(random.int(0, 40));
    try {
      const length = derElements(bytes).reduce((sum, { value }) => sum + value.length + 2, 0);
      assert.ok(length <= bytes.length);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
    }
  }
});

test.run();

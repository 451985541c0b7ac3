import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CardCommand, encodeCommand } from '../../../../src/processors/card/applets/command.js';
import { readCommand } from '../../../kit/card/apdu.js';

const hex = (command: CardCommand, isExtended: boolean): string | undefined =>
  encodeCommand(command, isExtended)?.toString('hex');
const header = { cla: 0x88, ins: 0x13, p1: 0, p2: 0 };

/** The request to sign that was captured, with a TIN of nobody. */
const SIGN = Buffer.from(
  `0000017cc744eab50000000000000000000000313233343536373839${'00'.repeat(22)}000000000f4240010100000000 0f4240`.replace(
    ' ',
    '',
  ),
  'hex',
);

test('a command is short wherever that carries it', () => {
  assert.is(hex({ ...header, answer: 'none' }, true), '88130000');
  assert.is(hex({ ...header, answer: 'short' }, true), '8813000000');
  const data = Buffer.from('01020304', 'hex');
  assert.is(hex({ ...header, data, answer: 'none' }, true), '881300000401020304');
  assert.is(hex({ ...header, data, answer: 'short' }, true), '88130000040102030400');
  assert.is(hex({ ...header, data: Buffer.alloc(255), answer: 'short' }, true)?.length, 2 * (4 + 1 + 255 + 1));
});

test('a long answer or long data is asked for in the extended form, where the way carries it', () => {
  assert.is(SIGN.length, 66);
  assert.is(hex({ ...header, data: SIGN, answer: 'long' }, true), `88130000000042${SIGN.toString('hex')}0000`);
  assert.is(hex({ ...header, data: SIGN, answer: 'long' }, false), `8813000042${SIGN.toString('hex')}00`);
  assert.is(hex({ ...header, ins: 4, p1: 4, answer: 'long' }, true), '88040400000000');
  assert.is(hex({ ...header, ins: 4, p1: 4, answer: 'long' }, false), '8804040000');
  const proof = Buffer.alloc(256, 7);
  assert.is(hex({ ...header, ins: 0x20, data: proof, answer: 'none' }, true), `88200000000100${proof.toString('hex')}`);
  assert.is(hex({ ...header, data: proof, answer: 'none' }, false), undefined);
  assert.is(hex({ ...header, data: Buffer.alloc(65_536), answer: 'none' }, true), undefined);
});

test('every form is what a card reads', () => {
  for (const length of [0, 1, 4, 255, 256, 577, 65_535]) {
    for (const answer of ['none', 'short', 'long'] as const) {
      for (const isExtended of [true, false]) {
        const data = Buffer.alloc(length, 5);
        const bytes = encodeCommand({ ...header, data, answer }, isExtended);
        if (bytes === undefined) {
          assert.ok(length > 255 && !isExtended);
          continue;
        }
        const read = readCommand(bytes);
        assert.ok(read?.data.equals(data), `${length} ${answer}`);
        const isLong = isExtended && (length > 255 || answer === 'long');
        assert.is(read?.le, answer === 'none' ? 0 : isLong ? 65_536 : 256);
      }
    }
  }
});

test.run();

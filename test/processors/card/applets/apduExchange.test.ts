import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  exchangeApdu,
  type CardCommand,
  encodeCommand,
  exchange,
} from '../../../../src/processors/card/applets/apduExchange.js';
import { readCommand } from '../../../kit/card/apdu.js';
import { ScriptedLink } from './scripted.js';

/** Maximum number of pieces of one answer; with 256 bytes each, they make the longest answer. */
const MAX_PIECES = 80;

/** Maximum length of an answer, bytes; the longest are certificates and lists of data objects, of a few thousand. */
const MAX_ANSWER = 16_384;

const READ = { cla: 0x88, ins: 4, p1: 4, p2: 0, answer: 'short' } as const;
const TELL = { cla: 0x88, ins: 0x11, p1: 4, p2: 0, data: Buffer.from('01020304', 'hex'), answer: 'none' } as const;
const piece = (bytes: number, word: string): string => 'ab'.repeat(bytes) + word;

test('pieces that a card holds ready are collected, whatever their lengths', async () => {
  const answers = [piece(256, '6100'), piece(256, '6113'), piece(19, '9000')];
  const link = new ScriptedLink(() => answers.shift() ?? '6f00');
  const answer = await exchange(link, READ);
  assert.ok(answer.ok && answer.value.data.length === 531 && answer.value.word === 0x9000);
  assert.equal(link.asked, ['8804040000', '00c0000000', '00c0000013']);
});

test('the length that a card wants is given once', async () => {
  const answers = ['6c0e', piece(14, '9000')];
  const link = new ScriptedLink(() => answers.shift() ?? '6f00');
  const answer = await exchangeApdu(link, 'element', READ);
  assert.ok(answer.ok && answer.value.length === 14);
  assert.equal(link.asked, ['8804040000', '880404000e']);
  const endless = new ScriptedLink(() => '6c0e');
  const refusal = await exchangeApdu(endless, 'element', { ...READ, data: Buffer.from('ff', 'hex') });
  assert.ok(!refusal.ok && refusal.error.kind === 'refused' && refusal.error.word === 0x6c0e);
  assert.equal(endless.asked, ['8804040001ff00', '8804040001ff0e']);
  const pieces = ['6c07', piece(2, '6105'), '6c03', piece(3, '9000')];
  const collecting = new ScriptedLink(() => pieces.shift() ?? '6f00');
  const collected = await exchangeApdu(collecting, 'element', READ);
  assert.ok(collected.ok && collected.value.length === 5);
  assert.equal(collecting.asked, ['8804040000', '8804040007', '00c0000005', '00c0000003']);
});

test('an extended command that is to be repeated is repeated in the short form', async () => {
  const answers = ['6c0e', piece(14, '9000')];
  const link = new ScriptedLink(() => answers.shift() ?? '6f00');
  assert.ok((await exchange(link, { ...READ, answer: 'long' })).ok);
  assert.equal(link.asked, ['88040400000000', '880404000e']);
  for (const [length, shortened] of [
    [255, `88040400ff${'00'.repeat(255)}0e`],
    [256, `88040400000100${'00'.repeat(256)}0000`],
  ] as const) {
    const again = new ScriptedLink(() => '6c0e');
    await exchange(again, { ...READ, data: Buffer.alloc(length), answer: 'long' });
    assert.is(again.asked[1], shortened);
  }
});

test('a command without an answer, as a PIN is, is never sent twice', async () => {
  const link = new ScriptedLink(() => '6c04');
  const answer = await exchange(link, TELL);
  assert.ok(answer.ok && answer.value.word === 0x6c04);
  assert.equal(link.asked, ['881104000401020304']);
});

test('answers without an end are given up', async () => {
  const crumbs = new ScriptedLink(() => piece(1, '6101'));
  const first = await exchange(crumbs, READ);
  assert.equal(first, { ok: false, error: { kind: 'malformed', what: 'an answer in too many pieces' } });
  assert.ok(crumbs.asked.length <= MAX_PIECES + 1);
  let left = MAX_ANSWER / 256;
  const longest = await exchange(new ScriptedLink(() => piece(256, (left -= 1) === 0 ? '9000' : '6100')), READ);
  assert.ok(longest.ok && longest.value.data.length === MAX_ANSWER);
  const flood = new ScriptedLink(() => piece(1_000, '6100'));
  const second = await exchange(flood, READ);
  assert.equal(second, { ok: false, error: { kind: 'malformed', what: 'an answer that is too long' } });
  assert.is(flood.asked.length, Math.floor(MAX_ANSWER / 1_000) + 1);
});

test('a lost way, a short answer and a refusal are told apart', async () => {
  const told = async (answer: string) => {
    const result = await exchangeApdu(new ScriptedLink(() => answer), 'pki', READ);
    return result.ok ? result.value : result.error;
  };
  assert.equal(await told('removed'), { kind: 'lost', loss: 'removed' });
  assert.equal(await told(''), { kind: 'malformed', what: 'a status word' });
  assert.equal(await told('90'), { kind: 'malformed', what: 'a status word' });
  assert.equal(await told('6a82'), { kind: 'refused', word: 0x6a82, meaning: 'not found' });
  const long = await exchange(new ScriptedLink(() => '9000', false), { ...TELL, data: Buffer.alloc(256) });
  assert.equal(long, { ok: false, error: { kind: 'lost', loss: 'too long' } });
});

const hex = (command: CardCommand, isExtended: boolean): string | undefined =>
  encodeCommand(command, isExtended)?.toString('hex');
const header = { cla: 0x88, ins: 0x13, p1: 0, p2: 0 };

/** The captured request to sign, with an invented TIN. */
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

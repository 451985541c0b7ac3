import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ok, type Result } from '../../../../src/base/result.js';
import type { CardLoss } from '../../../../src/processors/card/link.js';
import { takesShortOnly } from '../../../../src/processors/card/pcsc/pcscLink.js';
import {
  COMMAND,
  lossOf,
  message,
  nameField,
  readStates,
  STATES_LENGTH,
} from '../../../../src/processors/card/pcsc/wire.js';
import type { ExclusiveCard } from '../../../../src/processors/card/pcsc/exclusiveCard.js';

test('each answer of PC/SC has a meaning, which for a missing card depends on when it comes', () => {
  for (const [code, connecting, inUse] of [
    [0x80100009, 'reader gone', 'reader gone'],
    [0x8010000a, 'late', 'late'],
    [0x8010000b, 'busy', 'busy'],
    [0x8010000c, 'no card', 'removed'],
    [0x8010000d, 'unsupported', 'unsupported'],
    [0x8010000f, 'unsupported', 'unsupported'],
    [0x80100016, 'protocol', 'protocol'],
    [0x80100017, 'reader gone', 'reader gone'],
    [0x8010001e, 'driver', 'driver'],
    [0x8010002e, 'reader gone', 'reader gone'],
    [0x80100065, 'unsupported', 'unsupported'],
    [0x80100066, 'mute', 'mute'],
    [0x80100067, 'mute', 'mute'],
    [0x80100068, 'busy', 'busy'],
    [0x80100069, 'no card', 'removed'],
    [0x8010006a, 'denied', 'denied'],
    [0x80100001, 'protocol', 'protocol'],
    [0, 'protocol', 'protocol'],
  ] as const)
    assert.equal([lossOf(code, 'connecting'), lossOf(code, 'in use')], [connecting, inUse], code.toString(16));
});

test('a message has its length and command first, numbers in 32 bits, and a name in 128 bytes with a zero at its end', () => {
  const hex = message(COMMAND.transmit, 1, Buffer.from('abcd', 'hex'), 0xfffffffe, -1).toString('hex');
  assert.is(hex, '0e00000009000000' + '01000000' + 'abcd' + 'feffffff' + 'ffffffff');
  for (const length of [0, 1, 127, 128, 200]) {
    const field = nameField(Buffer.alloc(length, 'x'));
    assert.is(field.length, 128);
    assert.is(field.indexOf(0), Math.min(length, 127), `${length}`);
  }
});

interface State {
  readonly name: string | Buffer;
  readonly changes?: number;
  readonly state?: number;
  readonly atrLength?: number;
}

/** The reader states of a daemon; each ATR consists of bytes 3b. */
function states(all: readonly (State | undefined)[]): Buffer {
  const bytes = Buffer.alloc(STATES_LENGTH);
  for (const [at, one] of all.entries()) {
    if (one === undefined) continue;
    const { name, changes = 0, state = 0, atrLength = 0 } = one;
    const own = bytes.subarray(at * 184, (at + 1) * 184);
    Buffer.from(name).copy(own);
    own.writeUInt32LE(changes, 128);
    own.writeUInt32LE(state, 132);
    own.fill(0x3b, 140, 173);
    own.writeUInt32LE(atrLength, 176);
  }
  return bytes;
}

test('readers are read from all their places, with an ATR only where there is a card', () => {
  const read = (...all: readonly (State | undefined)[]) =>
    readStates(states(all))?.map(({ name, id, changes, hasCard, atr }) => [
      name.length,
      id,
      changes,
      hasCard,
      atr.length,
    ]);
  assert.equal(read(), []);
  assert.equal(
    read(
      undefined,
      { name: 'Читач', changes: 7, state: 0x04, atrLength: 33 },
      { name: 'b', state: 0xfb, atrLength: 5 },
    ),
    [
      [10, 'Читач', 7, true, 33],
      [1, 'b', 0, false, 0],
    ],
  );
  assert.equal(read({ name: Buffer.from([0xe9, 0x41]), state: 0x14, atrLength: 1 }), [[2, 'éA', 0, true, 1]]);
  assert.is(read(...Array<State>(16).fill({ name: 'x' }))?.length, 16);
  assert.is(read({ name: 'x'.repeat(127) })?.length, 1);
  assert.is(read({ name: 'x'.repeat(128), changes: 0x01010101 }), undefined, 'a name without an end');
  assert.is(read({ name: 'x', atrLength: 34 }), undefined);
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(STATES_LENGTH - 1), Buffer.alloc(STATES_LENGTH + 1)])
    assert.is(readStates(bytes), undefined);
});

test('a reader takes short commands only where its driver says so', async () => {
  const asked: number[] = [];
  const short = async (features: string | undefined, properties?: string) => {
    asked.length = 0;
    const answers = [features, properties];
    const control = async (code: number): Promise<Result<Buffer | undefined, CardLoss>> => {
      asked.push(code);
      const answer = answers[asked.length - 1];
      if (answer !== undefined && !/^[\da-f]*$/.test(answer)) return { ok: false, error: answer as CardLoss };
      return ok(answer === undefined ? undefined : Buffer.from(answer, 'hex'));
    };
    const taken = await takesShortOnly({ control } as unknown as ExclusiveCard);
    return taken.ok ? taken.value : taken.error;
  };
  const feature = '060400000001' + '120442330012';
  for (const [properties, outcome] of [
    ['0a0400010000', true],
    ['0a0400000000', true],
    ['0a0401010000', false],
    ['0101ff' + '0a0400010000', true],
    ['0a03000100', false],
    ['0a0600010000', false],
    ['0a05000100000000', false],
    ['0a0400010000'.slice(0, -2), false],
    ['0a', false],
    ['', false],
    [undefined, false],
    ['removed', 'removed'],
  ] as const)
    assert.is(await short(feature, properties), outcome, String(properties));
  assert.equal(asked, [0x42000d48, 0x42330012]);
  for (const [features, outcome] of [
    ['120342330012', false],
    ['0604000000011203423300', false],
    ['', false],
    [undefined, false],
    ['late', 'late'],
  ] as const) {
    assert.is(await short(features, '0a0400010000'), outcome, String(features));
    assert.is(asked.length, 1);
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failed } from '../../../../src/base/result.js';
import type { CardLoss } from '../../../../src/processors/card/link.js';
import { Desk } from '../../../kit/card/desk.js';
import { echoCommand } from '../../../kit/card/echoChip.js';
import { MODELS, type ReaderModel } from '../../../kit/card/readerModels.js';
import { CARDS } from '../../../kit/card/slotCard.js';
import { seededRandom } from '../../../kit/random.js';
import { story } from './story.js';

const random = seededRandom();

type Sent = readonly (Buffer | 'halted')[];

const changed = (message: Buffer, at: number, value: number): Buffer => {
  const bytes = Buffer.from(message);
  bytes[at] = value;
  return bytes;
};
/** The type of an answer (CCID 1.1, 6.2.1), and its chain parameter: more parts follow the first, and a later one. */
const DATA_BLOCK = 0x80;
const [CHAIN_BEGINS, CHAIN_GOES_ON] = [1, 3];

/** The message as a failure with this code, of a card in this state. */
const failure = (message: Buffer, code: number, status = message[7] ?? 0): Buffer => {
  const header = changed(changed(message.subarray(0, 10), 7, 0x40 | (status & 3)), 8, code);
  header.writeUInt32LE(0, 1);
  return header;
};
const extension = (message: Buffer, factor: number): Buffer =>
  changed(changed(failure(message, factor), 7, 0x80 | ((message[7] ?? 0) & 3)), 8, factor);

/** What comes in place of a message, after which all must go on. */
const HARMLESS: Record<string, (message: Buffer) => Sent> = {
  'a halt': (message) => ['halted', message],
  'an empty packet': (message) => [Buffer.alloc(0), message],
  'an empty packet after it': (message) => [message, Buffer.alloc(0)],
  'another sequence before it': (message) => [changed(message, 6, (message[6] ?? 0) ^ 0x80), message],
  'another slot before it': (message) => [changed(message, 5, 1), message],
  'more time': (message) => [extension(message, 1), extension(message, 4), extension(message, 0), message],
};

/** What comes in place of a message, after which the exchange may end, and the next one must not suffer. */
const HARMFUL: Record<string, (message: Buffer) => Sent> = {
  silence: () => [],
  'another sequence': (message) => [changed(message, 6, (message[6] ?? 0) ^ 1)],
  'another sequence for ever': (message) =>
    Array.from({ length: 30 }, () => changed(message, 6, (message[6] ?? 0) ^ 1)),
  'a message cut short': (message) => [message.subarray(0, -1)],
  'half a header': (message) => [message.subarray(0, 5)],
  'one byte too many': (message) => [Buffer.concat([message, Buffer.from([1])])],
  'a length too long': (message) => [changed(message, 1, (message[1] ?? 0) + 1)],
  'a length of gigabytes': (message) => [changed(message, 4, 0xff)],
  'a state that does not exist': (message) => [changed(message, 7, 3)],
  'an outcome that does not exist': (message) => [changed(message, 7, 0xc0)],
  'another type': (message) => [changed(message, 0, 0x84)],
  'no data': (message) => [
    Buffer.concat([message.subarray(0, 1), Buffer.alloc(4), message.subarray(5, 9), Buffer.alloc(1)]),
  ],
  'more time for ever': (message) => Array.from({ length: 3000 }, () => extension(message, 255)),
  halts: () => ['halted', 'halted', 'halted', 'halted', 'halted'],
  mute: (message) => [failure(message, 0xfe)],
  parity: (message) => [failure(message, 0xfd)],
  overcurrent: (message) => [failure(message, 0xfb)],
  'a card without power': (message) => [failure(message, 0xf3, 1)],
  'an error of the vendor': (message) => [failure(message, 0x90)],
  'a byte that is refused': (message) => [failure(message, 7)],
  'a chain without end': (message) => [changed(message, 9, 1)],
};

/** Plays a story with a fault at the n-th message of the reader; undefined when there are not so many. */
async function faulty(
  model: ReaderModel,
  n: number,
  fault: (message: Buffer) => Sent,
): Promise<{ loss: CardLoss | undefined; desk: Desk } | undefined> {
  const desk = new Desk(model);
  const chip = desk.insert();
  let count = 0;
  desk.usb.faults = {
    onAnswer: (message) => {
      count += 1;
      return count === n ? fault(message) : [message];
    },
  };
  const { loss } = await story(desk, 200_000);
  if (count < n) return undefined;
  if (model.protocols !== 1) assert.ok(chip.executions <= 1, 'a command is never done twice');
  return { loss, desk };
}

const USED = [MODELS.ct30, MODELS.acr39u, MODELS.omnikey, MODELS.au9540, MODELS.acr3901u, MODELS.qemu];

for (const model of USED) {
  test(`${model.name}: what a reader may do at each message goes by`, async () => {
    for (const [name, fault] of Object.entries(HARMLESS)) {
      for (let n = 1; ; n += 1) {
        const played = await faulty(model, n, fault);
        if (played === undefined) break;
        assert.is(played.loss, undefined, `${name}, message ${n}`);
        assert.equal(played.desk.usb.firmware.misuse, []);
      }
    }
  });

  test(`${model.name}: what no reader may do at each message ends the exchange, and not the next one`, async () => {
    const losses = new Set<string>();
    for (const [name, fault] of Object.entries(HARMFUL)) {
      for (let n = 1; ; n += 1) {
        const played = await faulty(model, n, fault);
        if (played === undefined) break;
        losses.add(`${name}: ${played.loss ?? 'goes on'}`);
        assert.ok(played.loss !== 'reader gone' && played.loss !== 'closed', `${name}, message ${n}: ${played.loss}`);
        played.desk.usb.faults = {};
        played.desk.insert();
        assert.is((await story(played.desk)).loss, undefined, `after ${name}, message ${n}`);
        assert.equal(played.desk.usb.firmware.misuse, [], `${name}, message ${n}`);
      }
    }
    // Blocks of T=1 are asked for again; whole commands are not.
    const isForgiven = (model.features & 0x1_0000) !== 0 && model.protocols !== 1;
    assert.is(losses.has('mute: mute'), !isForgiven);
    for (const seen of ['silence: late', 'a length of gigabytes: protocol', 'a card without power: removed'])
      assert.ok(losses.has(seen), `${seen} is missing: ${[...losses].join('; ')}`);
  });
}

test('a reader that is busy is asked again, and a message that it refuses is sent again', async () => {
  for (const model of USED) {
    const desk = new Desk(model);
    const chip = desk.insert();
    let [busy, refused] = [0, 0];
    desk.usb.firmware.faults = { isBusy: () => (busy += 1) % 3 !== 0 };
    desk.usb.faults = { isRefused: () => (refused += 1) % 2 === 1 };
    assert.is((await story(desk)).loss, undefined);
    if (model.protocols !== 1) assert.is(chip.executions, 1);
    desk.usb.firmware.faults = { isBusy: () => true };
    assert.is((await story(desk)).loss, 'protocol');
  }
});

test('a reader that hangs at any message is freed by aborting it', async () => {
  for (const model of USED) {
    for (let n = 1; ; n += 1) {
      const desk = new Desk(model);
      const chip = desk.insert();
      desk.usb.firmware.faults = { hangsAt: n };
      const { loss } = await story(desk, 200_000);
      if (desk.usb.firmware.messages < n) break;
      assert.ok(loss === 'late' || loss === undefined, `message ${n}: ${loss}`);
      assert.ok(model.protocols === 1 || chip.executions <= 1);
      assert.is((await story(desk)).loss, undefined, `after message ${n}`);
      assert.equal(desk.usb.firmware.misuse, []);
    }
  }
});

test('a reader that announces more parts of an answer and sends empty ones is given up', async () => {
  const desk = new Desk(MODELS.omnikey);
  desk.insert();
  const link = await desk.connect(await desk.open());
  let parts = 0;
  desk.usb.faults = {
    onAnswer: (message) => {
      if (message[0] !== DATA_BLOCK) return [message];
      parts += 1;
      if (parts === 1) return [changed(message, 9, CHAIN_BEGINS)];
      if (parts > 9) return [];
      const [, , , , , slot = 0, sequence = 0] = message;
      return [Buffer.from([DATA_BLOCK, 0, 0, 0, 0, slot, sequence, 0, 0, CHAIN_GOES_ON])];
    },
  };
  assert.equal(await desk.within(link.transmit(echoCommand(Buffer.from([1]), 1, true))), failed('protocol'));
  assert.is(parts, 2);
});

test('a reader that asks for more time without a pause does not keep the box busy', async () => {
  const played = await faulty(MODELS.omnikey, 6, (message) =>
    Array.from({ length: 3000 }, () => extension(message, 255)),
  );
  assert.ok(played);
  assert.is(played.loss, 'late');
  assert.ok(played.desk.clock.monotonic() < 5000);
});

test('an answer that comes after everybody has given up is not taken for the next one', async () => {
  const desk = new Desk(MODELS.omnikey);
  desk.insert();
  const reader = await desk.open();
  const link = await desk.connect(reader);
  let late: Buffer | undefined;
  desk.usb.faults = {
    onAnswer: (message) => {
      if (message[0] !== 0x80 || late !== undefined) return [message];
      late = message;
      return [];
    },
  };
  const answer = await desk.within(link.transmit(echoCommand(undefined, 9, false)));
  assert.is(answer.ok || answer.error, 'late');
  assert.ok(late !== undefined);
  desk.usb.say(late);
  desk.usb.say(late);
  const again = await desk.connect(reader);
  const right = await desk.within(again.transmit(echoCommand(undefined, 5, false)));
  assert.is(right.ok && right.value.length, 7);
});

test('a card that takes one voltage alone, or no other speed, is found by trying', async () => {
  for (const voltage of [1, 2, 3]) {
    const desk = new Desk(MODELS.ct30);
    desk.insert(CARDS.serbia, { voltages: [voltage] });
    const link = await desk.connect(await desk.open());
    assert.is(link.protocol, 'T=1');
  }
  for (const model of [MODELS.ct30, MODELS.acr39u, MODELS.acr3901u]) {
    const desk = new Desk(model);
    desk.insert(CARDS.serbia, { refusesSpeed: true });
    const link = await desk.connect(await desk.open());
    assert.is(`${link.protocol} ${desk.usb.firmware.contacts.speed}`, 'T=1 17');
    assert.ok((await desk.within(link.transmit(echoCommand(undefined, 5, false)))).ok);
  }
  const desk = new Desk(MODELS.minilector);
  desk.insert(CARDS.serbia, { voltages: [] });
  const reader = await desk.open();
  const link = await desk.within(reader.connect());
  assert.is(link.ok && link.value.protocol, 'T=1', 'the reader finds the voltage by itself');
  const mute = new Desk(MODELS.ct30);
  mute.insert(CARDS.serbia, { voltages: [] });
  const refused = await mute.within((await mute.open()).connect());
  assert.is(refused.ok || refused.error, 'mute');
});

test('a card that asks for time gets it, and its reader is told; without end it does not', async () => {
  for (const [times, loss] of [
    [3, undefined],
    [1e6, 'protocol'],
  ] as const) {
    const desk = new Desk(MODELS.ct30);
    const waits = (): { times: number; factor: number } => ({ times: Math.min(times, 2000), factor: 3 });
    desk.insert(CARDS.serbia, { habits: { waits, newSize: () => 100, aborts: () => false } });
    assert.is((await story(desk)).loss, loss);
  }
  const desk = new Desk(MODELS.ct30);
  desk.insert(CARDS.serbia, {
    habits: { waits: () => ({ times: 0, factor: 1 }), newSize: () => undefined, aborts: () => true },
  });
  assert.is((await story(desk)).loss, 'protocol');
});

test('an overcurrent that the reader tells by itself ends the link', async () => {
  const desk = new Desk(MODELS.ct30);
  desk.insert();
  const link = await desk.connect(await desk.open());
  desk.usb.notify(Buffer.from([0x51, 0, 0, 1]));
  assert.is(await desk.within(link.ended), 'protocol');
  assert.equal(desk.errors, ['overcurrent']);
});

test('a reader that is taken, or works character by character, is refused with the reason', async () => {
  const desk = new Desk(MODELS.ct30);
  desk.usb.isTaken = true;
  const taken = await desk.within(desk.way.open('1-4'));
  assert.is(taken.ok || taken.error, 'busy');
  const old = new Desk({ ...MODELS.ct30, features: 0x30 });
  const refused = await old.within(old.way.open('1-4'));
  assert.is(refused.ok || refused.error, 'unsupported');
  assert.equal(old.errors, ['level of exchange: character']);
  assert.is(old.usb.isClaimed, false);
  const found = await old.within(old.way.find());
  assert.equal(found, { ok: true, value: [{ id: '1-4', name: 'Gemalto PC Twin (08e6:3437)', way: 'usb' }] });
});

test('whatever bytes a reader sends, nothing throws or hangs, and the next exchange is right', async () => {
  for (let n = 0; n < 250; n += 1) {
    const desk = new Desk(random.pick(USED));
    desk.insert();
    desk.usb.faults = {
      onAnswer: (message) => {
        if (!random.oneIn(4)) return [message];
        const noise = random.bytes(random.int(0, 80));
        const plausible = Buffer.concat([
          changed(message.subarray(0, 10), random.int(7, 9), random.int(0, 255)),
          noise,
        ]);
        plausible.writeUInt32LE(noise.length, 1);
        return [random.pick([noise, plausible, message])];
      },
    };
    // Noise with a right header is data like any other: only that it ends is asked here.
    await story(desk, Infinity, false);
    desk.usb.unplug();
    desk.usb.plug();
    await desk.pass(1100);
    desk.usb.faults = {};
    desk.insert();
    assert.is((await story(desk)).loss, undefined);
  }
});

test.run();

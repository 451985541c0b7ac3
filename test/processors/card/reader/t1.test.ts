import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { T1, type T1Received, type T1Step } from '../../../../src/processors/card/reader/t1.js';
import { EchoChip, echoCommand, echoOf } from '../../../kit/card/echoChip.js';
import { CARDS } from '../../../kit/card/slotCard.js';
import { frame, T1Card } from '../../../kit/card/t1Card.js';
import { cases } from '../../../kit/cases.js';
import { seededRandom } from '../../../kit/random.js';
import { shortest } from '../../../kit/shrink.js';
import { play, sessionOf } from './t1Sessions.js';

/** Blocks that are exchanged in all. */
const BLOCKS = cases('T1_BLOCKS', { ci: 5000, all: 50_000 });
const random = seededRandom();

test(`T=1 against another T=1: ${BLOCKS} blocks with faults, nothing wrong, nothing twice, no hang`, async () => {
  const begun = process.cpuUsage();
  let sessions = 0;
  let blocks = 0;
  for (; blocks < BLOCKS; sessions += 1) {
    const session = sessionOf(random.int(0, 2 ** 31));
    const { fault, ...played } = play(session);
    blocks += played.blocks;
    if (fault === undefined) continue;
    const least = await shortest(session.faults, async (faults) => play({ ...session, faults }).fault !== undefined);
    assert.unreachable(`${fault}: ${JSON.stringify({ ...session, faults: least })}`);
  }
  const { user, system } = process.cpuUsage(begun);
  const perSecond = Math.round(blocks / ((user + system) / 1e6));
  process.stdout.write(`${blocks} blocks in ${sessions} sessions, ${perSecond} blocks per second of CPU\n`);
});

/** A box that has sent a command of one block. */
function asked(): T1 {
  const box = new T1(254);
  box.begin(Buffer.from([0x88, 0x11, 4, 0]));
  return box;
}

/** The steps for the same thing received again and again. */
function stepsOf(box: T1, received: T1Received, most: number): string[] {
  const steps: string[] = [];
  for (let n = 0; n < most; n += 1) {
    const step = box.next(received);
    if (step.kind !== 'send') return [...steps, step.kind];
    steps.push(step.block.toString('hex'));
  }
  return steps;
}

test('a card that stays silent after a whole command is asked three times for its answer, and gets no second command', () => {
  assert.equal(stepsOf(asked(), 'silence', 9), ['00820082', '00820082', '00820082', 'failed']);
  assert.equal(stepsOf(asked(), 'damaged', 9), ['00810081', '00810081', '00810081', 'failed']);
});

test('a card that says that it did not get the command gets it again, three times, then after a resynchronisation', () => {
  const box = asked();
  const again = frame(0x80);
  const command = frame(0x00, Buffer.from([0x88, 0x11, 4, 0])).toString('hex');
  assert.equal(stepsOf(box, again, 4), [command, command, command, '00c000c0']);
  const anew = box.next(frame(0xe0));
  assert.is(anew.kind === 'send' && anew.block.toString('hex'), command);
  assert.equal(stepsOf(box, again, 9), [command, command, command, 'failed'], 'once is enough');
});

test('a command that the card has had whole is never sent again, and an acknowledgement is repeated as it was', () => {
  const box = asked();
  assert.equal(stepsOf(box, frame(0x90), 1), ['00820082'], 'the answer was lost');
  assert.equal(stepsOf(box, frame(0x90), 1), ['00820082'], 'and so was the question for it');
  assert.equal(stepsOf(box, frame(0x20, Buffer.from([1])), 1), ['00900090']);
  assert.equal(stepsOf(box, frame(0x92), 1), ['00900090']);
  const wrong = box.next(frame(0x00, Buffer.from([2])));
  assert.is(wrong.kind === 'send' && wrong.block.toString('hex'), '00920092', 'the block before has come again');
  assert.equal(box.next(frame(0x40, Buffer.from([3]))), { kind: 'done', data: Buffer.from([1, 3]) });
});

test('a resynchronisation that is not answered is tried three times', () => {
  const box = new T1(32);
  box.begin(Buffer.alloc(100));
  assert.equal(stepsOf(box, 'silence', 9), [
    ...['00820082', '00820082', '00820082'],
    ...['00c000c0', '00c000c0', '00c000c0', 'failed'],
  ]);
});

test('a request for more time is granted, with its factor, and not for ever', () => {
  const box = asked();
  const step = box.next(frame(0xc3, Buffer.from([7])));
  assert.equal(step, { kind: 'send', block: frame(0xe3, Buffer.from([7])), factor: 7 });
  const steps = stepsOf(box, frame(0xc3, Buffer.from([1])), 5000);
  assert.is(steps.at(-1), 'failed');
  assert.ok(steps.length <= 1001);
});

test('a size that the card asks for holds from then on, also in the middle of a chain', () => {
  for (const [first, asked] of [
    [254, 100],
    [32, 200],
  ] as const) {
    const chip = new EchoChip(CARDS.serbia.atr);
    const sizes = [asked];
    const habits = { waits: () => ({ times: 0, factor: 1 }), newSize: () => sizes.pop(), aborts: () => false };
    const card = new T1Card(chip, first, habits);
    const box = new T1(first);
    // 309 bytes with the envelope of the data.
    const command = echoCommand(Buffer.alloc(300, 7), 20, true);
    for (let n = 0; n < 2; n += 1) {
      const pieces: number[] = [];
      let step = box.begin(command);
      for (; step.kind === 'send'; step = box.next(card.receive(step.block)))
        if (((step.block[1] ?? 0) & 0x80) === 0) pieces.push(step.block.length - 4);
      assert.equal(step, {
        kind: 'done',
        data: Buffer.concat([echoOf(Buffer.alloc(300, 7), 20), Buffer.from([0x90, 0])]),
      });
      assert.equal(pieces, piecesOf(command.length, n === 0 ? first : asked, asked));
    }
    assert.equal([chip.executions, card.tooLong], [2, []]);
  }
});

/** The sizes of the pieces of a command. */
function piecesOf(length: number, first: number, others: number): number[] {
  const pieces = [Math.min(length, first)];
  for (let left = length - first; left > 0; left -= others) pieces.push(Math.min(left, others));
  return pieces;
}

test('a size that the reader cannot send, or that is none, does not make the blocks too long', () => {
  const limited = new T1(254, 150);
  limited.begin(Buffer.alloc(400));
  assert.equal(limited.next(frame(0xc1, Buffer.from([254]))), {
    ...{ kind: 'send', block: frame(0xe1, Buffer.from([254])), factor: 1 },
  });
  const next = limited.next(frame(0x90));
  assert.is(next.kind === 'send' && next.block.length, 154);
  for (const none of [0, 255]) {
    const box = asked();
    assert.equal(stepsOf(box, frame(0xc1, Buffer.from([none])), 1), ['00820082'], `${none}`);
  }
});

test('the size of the box is agreed only by an answer that names it', () => {
  for (const wrong of [frame(0xe1, Buffer.from([253])), frame(0xe1), frame(0xe3, Buffer.from([254])), frame(0x00)]) {
    const box = new T1(254);
    const told = box.tellSize(254);
    const request = frame(0xc1, Buffer.from([254]));
    assert.equal(told, { kind: 'send', block: request, factor: 1 });
    const again = request.toString('hex');
    assert.equal(stepsOf(box, wrong, 9), [again, again, again, 'failed']);
    const right = new T1(254);
    right.tellSize(254);
    right.next(wrong);
    assert.equal(right.next(frame(0xe1, Buffer.from([254]))), { kind: 'done', data: Buffer.alloc(0) });
  }
});

test('a block with the address of other nodes is none for the box, whatever else it says', () => {
  for (const nad of [0x01, 0x10, 0x12, 0x80, 0xff]) {
    const data = Buffer.from([0x90, 0]);
    for (const block of [frame(0x00, data, nad), frame(0x80, Buffer.alloc(0), nad), frame(0xc3, Buffer.from([5]), nad)])
      assert.equal(stepsOf(asked(), block, 1), ['00820082'], `${nad}`);
    const box = new T1(254);
    box.tellSize(254);
    assert.equal(stepsOf(box, frame(0xe1, Buffer.from([254]), nad), 1), ['00c101fe3e']);
  }
});

test('a card that aborts is answered, and the exchange ends', () => {
  const box = asked();
  assert.equal(stepsOf(box, frame(0xc2), 9), [frame(0xe2).toString('hex'), 'failed']);
});

test('an answer of 65,536 bytes with its status is taken whole, and one that is a byte longer is not', () => {
  for (const [length, end] of [
    [65_538, 'done'],
    [65_539, 'failed'],
  ] as const) {
    const box = asked();
    const answer = random.bytes(length);
    let step: T1Step | undefined;
    for (let at = 0, number = 0; at < length; at += 254, number ^= 1) {
      const isMore = at + 254 < length;
      step = box.next(frame((number << 6) | (isMore ? 0x20 : 0), answer.subarray(at, at + 254)));
    }
    assert.is(step?.kind, end);
    if (step?.kind === 'done') assert.ok(step.data.equals(answer));
  }
});

test('a request of the card whose length is not that of its kind is not granted', () => {
  for (const block of [frame(0xc3), frame(0xc3, Buffer.from([7, 7])), frame(0xc1, Buffer.from([32, 32]))])
    assert.equal(stepsOf(asked(), block, 1), ['00820082']);
  assert.equal(stepsOf(asked(), frame(0xc2, Buffer.from([1])), 1), ['00820082'], 'nor is an abort');
});

test('an answer that does not end is not kept', () => {
  const box = asked();
  let [step, number] = [box.next(frame(0x20, Buffer.alloc(254))), 1];
  for (; step.kind === 'send'; number += 1) step = box.next(frame(0x20 | ((number % 2) << 6), Buffer.alloc(254)));
  assert.is(step.kind, 'failed');
  assert.ok(number * 254 < 66_000);
  const empty = asked();
  let [next, count] = [empty.next(frame(0x20)), 1];
  for (; next.kind === 'send'; count += 1) next = empty.next(frame(0x20 | ((count % 2) << 6)));
  assert.ok(count < 1100, 'nor is one of empty blocks');
});

test('no bytes of a card make it throw or go on for ever', () => {
  for (let n = 0; n < 3000; n += 1) {
    const box = new T1(random.int(1, 254));
    let step = random.oneIn(5) ? box.tellSize(254) : box.begin(random.bytes(random.int(4, 400)));
    for (let count = 0; step.kind === 'send'; count += 1) {
      assert.ok(count < 3000);
      const size = random.int(0, 5);
      step = box.next(
        random.oneIn(3)
          ? random.bytes(random.int(0, 300))
          : frame(random.int(0, 255), random.bytes(size), random.oneIn(9) ? 1 : 0),
      );
    }
  }
});

test.run();

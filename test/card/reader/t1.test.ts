import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { T1, type T1Received } from '../../../src/card/reader/t1.js';
import { EchoChip, echoCommand, echoOf } from '../../kit/card/echoChip.js';
import { CARDS } from '../../kit/card/slotCard.js';
import { frame, T1Card } from '../../kit/card/t1Card.js';
import { Random, seededRandom } from '../../kit/random.js';
import { shortest } from '../../kit/shrink.js';

/** Blocks that are exchanged in all. */
const BLOCKS = Number(process.env['T1_BLOCKS'] ?? 50_000);
/** An exchange of a few blocks that takes more than this does not end. */
const HANG = 30_000;
const random = seededRandom();

const FAULTS = ['silence', 'flip', 'cut', 'longer', 'address', 'noise', 'stale', 'wait', 'size', 'abort'] as const;

/** What happens to the n-th block of a session, of either end; `stale`: the I-block before comes again. The last three are habits of the card at its next answer. */
interface Fault {
  readonly at: number;
  readonly kind: (typeof FAULTS)[number];
  readonly value: number;
}

interface Session {
  readonly seed: number;
  readonly ifsc: number;
  readonly faults: readonly Fault[];
  /** Far enough from each other that every command must get through. */
  readonly isSparse: boolean;
}

/** Damage that an end can see: whatever changes one byte does not fit the check byte. */
function damaged(block: Buffer, { kind, value }: Fault): Buffer | undefined {
  const bytes = Buffer.from(block);
  const at = value % bytes.length;
  switch (kind) {
    case 'silence':
      return undefined;
    case 'flip':
      bytes[at] = (bytes[at] ?? 0) ^ (1 + (value % 255));
      return bytes;
    case 'cut':
      return bytes.subarray(0, at);
    case 'longer':
      return Buffer.concat([bytes, Buffer.alloc(1 + (value % 7), value)]);
    case 'address':
      return frame(bytes[1] ?? 0, bytes.subarray(3, -1), 1 + (value % 255));
    case 'noise':
      return new Random(value).bytes(value % 3);
    case 'stale':
    case 'wait':
    case 'size':
    case 'abort':
      return bytes;
  }
}

const isIBlock = (block: Buffer): boolean => ((block[1] ?? 0x80) & 0x80) === 0;

let blocks = 0;

/** Plays a session; says what was wrong, or undefined. */
function play({ seed, ifsc, faults, isSparse }: Session): string | undefined {
  const choice = new Random(seed);
  const chip = new EchoChip(CARDS.serbia.atr);
  let count = 0;
  const habit = (kind: Fault['kind']): Fault | undefined =>
    faults.find((one) => one.kind === kind && one.at <= count && one.at > count - 6);
  const card = new T1Card(chip, ifsc, {
    waits: () => ({ times: habit('wait') === undefined ? 0 : 1 + (seed % 3), factor: 1 + (seed % 9) }),
    newSize: () => (habit('size') === undefined ? undefined : ifsc),
    aborts: () => habit('abort') !== undefined,
  });
  const box = new T1(ifsc);
  const pass = (block: Buffer): Buffer | undefined => {
    count += 1;
    blocks += 1;
    const fault = faults.find(({ at }) => at === count);
    return fault === undefined ? block : damaged(block, fault);
  };
  let before: Buffer = Buffer.alloc(0);
  const channel = (block: Buffer): T1Received => {
    const there = pass(block);
    if (there === undefined) return 'silence';
    const said = card.receive(there);
    const isStale =
      faults.some((one) => one.kind === 'stale' && one.at === count + 1) && isIBlock(before) && isIBlock(said);
    const back = pass(isStale ? before : said);
    before = said;
    return back ?? (seed % 2 === 0 ? 'silence' : 'damaged');
  };
  const told = run(box, box.tellSize(choice.oneIn(20) ? 5 : choice.pick([32, 100, 254])), channel);
  if (told === undefined) return isSparse ? 'the size was not agreed' : undefined;
  for (let n = 0; n < 12; n += 1) {
    const data = choice.bytes(choice.pick([1, 20, 66, 263, 300]));
    const length = choice.pick([0, 1, 14, 255, 577, 900]);
    const executions = chip.executions;
    const answer = run(box, box.begin(echoCommand(data, length, true)), channel);
    const done = chip.executions - executions;
    if (answer === 'hangs') return 'it hangs';
    if (done > 1) return `the command was done ${done} times`;
    if (answer === undefined) return isSparse ? 'the command did not get through' : undefined;
    if (done === 0) return 'an answer to a command that was not done';
    const right = Buffer.concat([echoOf(data, length), Buffer.from([0x90, 0])]);
    if (!right.equals(answer)) return 'wrong data';
  }
  return undefined;
}

function run(
  box: T1,
  first: ReturnType<T1['next']>,
  channel: (block: Buffer) => T1Received,
): Buffer | 'hangs' | undefined {
  let step = first;
  for (let n = 0; n < HANG; n += 1) {
    if (step.kind === 'done') return step.data;
    if (step.kind === 'failed') return undefined;
    step = box.next(channel(step.block));
  }
  return 'hangs';
}

function sessionOf(seed: number): Session {
  const choice = new Random(seed);
  const isSparse = choice.oneIn(2);
  const kinds = isSparse ? FAULTS.filter((one) => one !== 'abort') : FAULTS;
  const faults: Fault[] = [];
  const gap = choice.pick([2, 4, 8, 20]);
  for (let at = 0; at < 300;) {
    at += isSparse ? choice.int(12, 40) : choice.int(1, gap);
    faults.push({ at, kind: choice.pick(kinds), value: choice.int(0, 2 ** 20) });
  }
  return { seed, isSparse, ifsc: choice.oneIn(20) ? choice.int(1, 16) : choice.pick([32, 254]), faults };
}

test(`T=1 against another T=1: ${BLOCKS} blocks with faults, nothing wrong, nothing twice, no hang`, async () => {
  const begun = process.cpuUsage();
  let sessions = 0;
  for (; blocks < BLOCKS; sessions += 1) {
    const session = sessionOf(random.int(0, 2 ** 31));
    const fault = play(session);
    if (fault === undefined) continue;
    const least = await shortest(session.faults, async (faults) => play({ ...session, faults }) !== undefined);
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

test('a card that aborts is answered, and the exchange ends', () => {
  const box = asked();
  assert.equal(stepsOf(box, frame(0xc2), 9), [frame(0xe2).toString('hex'), 'failed']);
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

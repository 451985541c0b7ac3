import { T1, type T1Received } from '../../../../src/processors/card/reader/t1.js';
import { EchoChip, echoCommand, echoOf } from '../../../kit/card/echoChip.js';
import { CARDS } from '../../../kit/card/slotCard.js';
import { frame, T1Card } from '../../../kit/card/t1Card.js';
import { Random } from '../../../kit/random.js';

/** An exchange of a few blocks that takes more than this does not end. */
const HANG = 30_000;

const FAULTS = ['silence', 'flip', 'cut', 'longer', 'address', 'noise', 'stale', 'wait', 'size', 'abort'] as const;

/** What happens to the n-th block of a session, of either end; `stale`: the I-block before comes again. The last three are habits of the card at its next answer. */
export interface Fault {
  readonly at: number;
  readonly kind: (typeof FAULTS)[number];
  readonly value: number;
}

/** A box, a card, and what happens to the blocks between them; made of its seed. */
export interface Session {
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

/** What playing a session has come to. */
export interface Played {
  /** Blocks that were exchanged, of both ends. */
  readonly blocks: number;
  /** What was wrong; undefined: nothing. */
  readonly fault: string | undefined;
}

/** Plays a session between the box's T=1 and the card's. */
export function play(session: Session): Played {
  let blocks = 0;
  const fault = faultOf(session, () => (blocks += 1));
  return { blocks, fault };
}

function faultOf({ seed, ifsc, faults, isSparse }: Session, counted: () => void): string | undefined {
  const choice = new Random(seed);
  const chip = new EchoChip(CARDS.serbia.atr);
  let count = 0;
  const habit = (kind: Fault['kind']): Fault | undefined =>
    faults.find((one) => one.kind === kind && one.at <= count && one.at > count - 6);
  const card = new T1Card(chip, ifsc, {
    waits: () => ({ times: habit('wait') === undefined ? 0 : 1 + (seed % 3), factor: 1 + (seed % 9) }),
    newSize: () => {
      const asked = habit('size');
      return asked === undefined ? undefined : 8 + (asked.value % 247);
    },
    aborts: () => habit('abort') !== undefined,
  });
  const box = new T1(ifsc);
  const pass = (block: Buffer): Buffer | undefined => {
    count += 1;
    counted();
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
    if (card.tooLong.length > 0) return `a block is too long: ${card.tooLong.join()}`;
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

export function sessionOf(seed: number): Session {
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

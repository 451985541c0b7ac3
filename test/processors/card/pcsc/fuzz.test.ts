import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CardLoss } from '../../../../src/processors/card/link.js';
import { CARD_LOSSES } from '../losses.js';
import { pcscBackend } from '../../../../src/processors/card/pcsc/pcscBackend.js';
import { MirrorChip } from '../../../kit/card/mirrorChip.js';
import { type FakeCommand, FakePcscd } from '../../../kit/card/fakePcscd.js';
import { type Random, seededRandom } from '../../../kit/random.js';
import { shortest } from '../../../kit/shrink.js';

const SELECT = Buffer.from('00a4040002aabb00', 'hex');
const WAITS = { answer: 20, power: 20, transmit: 20 };
/** `PCSC_FUZZ=20000` for a long run. */
const RUNS = Number(process.env['PCSC_FUZZ'] ?? 250);

/** What is done to the answer with this number. */
interface Damage {
  readonly at: number;
  readonly kind: 'bytes' | 'cut' | 'more' | 'much' | 'noise' | 'code' | 'silence' | 'hang up';
  readonly seed: Buffer;
}

function damages(random: Random): Damage[] {
  return Array.from({ length: random.int(1, 3) }, () => ({
    at: random.int(0, 12),
    // Silence takes its time to be noticed.
    kind: random.oneIn(30)
      ? 'silence'
      : random.pick(['bytes', 'cut', 'more', 'much', 'noise', 'code', 'hang up'] as const),
    seed: random.bytes(8),
  }));
}

function spoilt(answer: Buffer, { kind, seed }: Damage): Buffer | 'hang up' | undefined {
  const bytes = Buffer.from(answer);
  const at = bytes.length === 0 ? 0 : seed.readUInt16LE(0) % bytes.length;
  switch (kind) {
    case 'bytes':
      seed.subarray(2, 2 + (seed.readUInt8(7) % 5)).copy(bytes, at);
      return bytes;
    case 'cut':
      return bytes.subarray(0, at);
    case 'more':
      return Buffer.concat([bytes, seed]);
    case 'much':
      return Buffer.concat([bytes, Buffer.alloc(200_000, seed)]);
    case 'noise':
      return Buffer.alloc(bytes.length, seed);
    case 'code':
      seed.copy(bytes, Math.max(0, bytes.length - 4), 0, 4);
      return bytes;
    case 'silence':
      return undefined;
    case 'hang up':
      return 'hang up';
  }
}

const isLoss = (error: CardLoss): boolean => CARD_LOSSES.includes(error);

/** A whole visit to a reader; what is wrong with how it went, or undefined. */
async function visit(plan: readonly Damage[]): Promise<string | undefined> {
  const fake = await FakePcscd.start();
  fake.insert(new MirrorChip());
  let count = 0;
  fake.spoil = (answer: Buffer, _command: FakeCommand) => {
    const damage = plan.find(({ at }) => at === count);
    count += 1;
    return damage === undefined ? answer : spoilt(answer, damage);
  };
  try {
    const way = pcscBackend({ socket: fake.socket, waits: WAITS });
    const reader = await way.open(fake.reader);
    if (!reader.ok) return isLoss(reader.error) ? undefined : `open: ${reader.error}`;
    const link = await reader.value.connect();
    if (link.ok) {
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = await link.value.transmit(SELECT);
        if (!answer.ok && !isLoss(answer.error)) return `transmit: ${answer.error}`;
        if (answer.ok && (answer.value.length < 2 || answer.value.length > 65_548)) return 'a response of no length';
        if (!answer.ok && (await link.value.ended) !== answer.error) return 'the link ended otherwise';
      }
    } else if (!isLoss(link.error)) return `connect: ${link.error}`;
    fake.remove();
    await reader.value.close();
    return isLoss(await reader.value.gone) ? undefined : 'the reader is gone without a reason';
  } catch (error) {
    return `thrown: ${String(error)}`;
  } finally {
    await fake.stop();
  }
}

test('whatever a daemon answers, nothing is thrown, nothing waits for ever, and each end has a name', async () => {
  const random = seededRandom();
  for (let run = 0; run < RUNS; run += 1) {
    const plan = damages(random);
    const fault = await visit(plan);
    if (fault === undefined) continue;
    const short = await shortest(plan, async (list) => (await visit(list)) !== undefined);
    assert.unreachable(`${fault}: ${JSON.stringify(short)}`);
  }
});

test.run();

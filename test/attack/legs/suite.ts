import { setMaxListeners } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import { systemClock } from '../../../src/base/clock.js';
import { cases } from '../../kit/cases.js';
import { BoxProcess, cleanUp, residentMegabytes, temporaryFolder } from '../../kit/process.js';
import { testAuthority, type TestAuthority } from '../../kit/smtp/certificate.js';
import { Turns } from '../../kit/turns.js';
import { Target, TILL } from '../kit/target.js';
import { Till } from '../kit/till.js';
import type { Cell, Leg, Shape } from './leg.js';

/** How long the exchanges of a cell are repeated while a till sells, ms. */
const LASTS = cases('LEG_MS', { ci: 700, all: 2000 });
/** A pattern of names: only such cells are tried. */
const ONLY = new RegExp(process.env['LEG'] ?? '');
const isAll = process.env['LEG'] === undefined;
const isCi = process.env['TEST_LANE'] === 'ci';
const KEYS = 10;
/** Between two looks at the memory of the box, ms. */
const LOOK = 20;
/** What the box reads of its own files meanwhile, bytes; and in each second. */
const BESIDE = 512 * 1024;
const BESIDE_PER_SECOND = 256 * 1024;

/** Worst CPU of the main thread during a sale, ms, and memory over rest, MB; the nightly lane holds the box to them. */
const MAX_WORK = 60;
const MAX_RSS_OVER = 40;

let box: BoxProcess;
let keys: readonly string[] = [];
let authority: TestAuthority;
let till: Till;

/** What a hostile peer did to the box while a till sold. */
interface Outcome {
  /** Answers of the box to sales that it refused. */
  readonly refused: readonly string[];
  readonly sales: number;
  /** False when the box had not ended one exchange by itself in the time of the leg. */
  readonly isEnded: boolean;
  /** Bytes that it read of one exchange beyond the bound of the leg. */
  readonly tooMany: number;
  /** CPU beside a sale above what is allowed, ms, and memory, MB; 0 in the CI lane, where other programs disturb them. */
  readonly tooLate: number;
  readonly tooLarge: number;
}

/** A test for each cell that can be tried; `judge` asserts its outcome, and `judgeLog` the log of the box after all. Those of the CI lane take turns. */
export function testLegs(
  legs: readonly Leg[],
  parts: number,
  judge: (outcome: Outcome) => void,
  judgeLog: (log: string) => void,
): void {
  const turns = new Turns(isAll ? parts : 1);
  for (const leg of legs) {
    for (const [shape, cell] of Object.entries(leg.cells) as [Shape, Cell][]) {
      const name = `${leg.name}: ${shape}`;
      if ('begin' in cell && ONLY.test(name)) turns.test(name, async () => judge(await outcomeOf(name, leg, cell)));
    }
  }
  test.before(start);
  test.after(async () => {
    till.end();
    await box.stop();
    cleanUp();
  });
  test('after all of this no request has failed', () => judgeLog(box.log));
  test.run();
}

async function start(): Promise<void> {
  authority = await testAuthority();
  const ca = join(temporaryFolder(), 'ca.pem');
  writeFileSync(ca, authority.ca);
  till = new Till();
  box = await BoxProcess.start({
    env: { NODE_EXTRA_CA_CERTS: ca, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' },
  });
  keys = await box.keys(KEYS);
  // Compiles what each sale runs, before anything is measured.
  await sell(() => systemClock.sleep(LASTS));
  process.stdout.write(`at rest ${residentMegabytes(box.pid).toFixed(0)} MB\n`);
}

/** Does something while a till sells. */
async function sell(meanwhile: () => Promise<unknown>) {
  const order = { port: box.port, ca: readFileSync(box.caFile, 'utf8'), keys, localAddress: TILL, pid: box.pid };
  await till.begin(order);
  await meanwhile();
  return till.stop();
}

async function outcomeOf(name: string, leg: Leg, cell: Extract<Cell, { begin: unknown }>): Promise<Outcome> {
  const label = name.slice(0, 50);
  const made = await box.ask('keys.create', { label });
  if (made?.ok !== true) throw new Error(`no key for the attacker: ${made?.error ?? 'nobody answers'}`);
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const target = new Target(box, { ...made.value, label }, ending.signal);
  const attempt = await cell.begin({ box, target, authority });
  try {
    const single = cell.isSlow === true && isCi ? undefined : await alone(leg, () => attempt.once());
    const figures = single === undefined ? [] : [single.shown];
    if (single?.isEnded === false) {
      process.stdout.write(`${name} | ${single.shown}\n`);
      const { isEnded, tooMany } = single;
      return { refused: [], sales: 0, isEnded, tooMany, tooLate: 0, tooLarge: 0 };
    }
    const rest = target.megabytes;
    let highest = rest;
    const looking = setInterval(() => (highest = Math.max(highest, target.megabytes)), LOOK);
    let exchanges = 0;
    let isOver = false;
    const again = async (): Promise<void> => {
      while (!isOver) {
        await attempt.once();
        exchanges += 1;
      }
    };
    const attack = again();
    const { worked, refused } = await sell(() => systemClock.sleep(LASTS));
    isOver = true;
    clearInterval(looking);
    const work = Math.max(...worked);
    const over = highest - rest;
    figures.push(`${worked.length} sales, worst ${work.toFixed(0)} ms of CPU`, `RSS +${over.toFixed(0)} MB`);
    process.stdout.write(`${name} | ${figures.reverse().join(' | ')} | ${exchanges} exchanges\n`);
    // In CI a slow one ends with its peer, in whatever way.
    if (cell.isSlow === true && isCi) attack.catch(() => undefined);
    else await attack;
    ending.abort();
    return {
      ...{ refused, sales: worked.length, isEnded: single?.isEnded ?? true, tooMany: single?.tooMany ?? 0 },
      tooLate: isCi ? 0 : Math.max(0, work - MAX_WORK),
      tooLarge: isCi ? 0 : Math.max(0, over - MAX_RSS_OVER),
    };
  } finally {
    ending.abort();
    await attempt.end();
    target.leave();
    await box.ask('keys.revoke', { id: made.value.id });
  }
}

/** One exchange by itself: what the box reads of it, and that it ends. */
async function alone(
  leg: Leg,
  once: () => Promise<string>,
): Promise<Pick<Outcome, 'isEnded' | 'tooMany'> & { readonly shown: string }> {
  const [before, began] = [bytesRead(), performance.now()];
  const late = new AbortController();
  const tooLate = systemClock.sleep(leg.ms, late.signal).then(() => undefined);
  const report = await Promise.race([once(), tooLate]);
  late.abort();
  const [bytes, took] = [bytesRead() - before, performance.now() - began];
  const most = leg.bytes + (took / 1000) * ((leg.perSecond ?? 0) + BESIDE_PER_SECOND);
  return {
    isEnded: report !== undefined,
    tooMany: Math.max(0, bytes - most - BESIDE),
    shown: `${(bytes / 1024).toFixed(0)} KB in ${took.toFixed(0)} ms: ${report ?? 'it has not ended'}`,
  };
}

/** What the box has read by system calls, of sockets and files (`rchar` of proc(5)). */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${box.pid}/io`, 'utf8'))?.[1]);
}

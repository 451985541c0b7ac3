import { setMaxListeners } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
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

/** A test for each cell that can be tried; those of the CI lane take turns. */
export function testLegs(legs: readonly Leg[], parts: number): void {
  const turns = new Turns(isAll ? parts : 1);
  for (const leg of legs) {
    for (const [shape, cell] of Object.entries(leg.cells) as [Shape, Cell][]) {
      const name = `${leg.name}: ${shape}`;
      if ('begin' in cell && ONLY.test(name)) turns.test(name, () => withstand(name, leg, cell));
    }
  }
  test.before(start);
  test.after(async () => {
    till.end();
    await box.stop();
    cleanUp();
  });
  test('after all of this no request has failed', () => assert.not.match(box.log, /"event":"request\.failed"/));
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

async function withstand(name: string, leg: Leg, cell: Extract<Cell, { begin: unknown }>): Promise<void> {
  const label = name.slice(0, 50);
  const made = await box.ask('keys.create', { label });
  if (made?.ok !== true) throw new Error(`no key for the attacker: ${made?.error ?? 'nobody answers'}`);
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const target = new Target(box, { ...made.value, label }, ending.signal);
  const attempt = await cell.begin({ box, target, authority });
  try {
    const figures = [];
    if (cell.isSlow !== true || !isCi) figures.push(await alone(leg, () => attempt.once()));
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
    assert.equal(refused, [], 'sales refused');
    assert.ok(worked.length > 0, 'no sale went through');
    if (isCi) return;
    assert.ok(work <= MAX_WORK, `a sale had ${work.toFixed(0)} ms of CPU beside it`);
    assert.ok(over <= MAX_RSS_OVER, `${over.toFixed(0)} MB more than at rest`);
  } finally {
    ending.abort();
    await attempt.end();
    target.leave();
    await box.ask('keys.revoke', { id: made.value.id });
  }
}

/** One exchange by itself: what the box reads of it, and that it ends. */
async function alone(leg: Leg, once: () => Promise<string>): Promise<string> {
  const [before, began] = [bytesRead(), performance.now()];
  const late = new AbortController();
  const tooLate = systemClock.sleep(leg.ms, late.signal).then(() => undefined);
  const report = await Promise.race([once(), tooLate]);
  late.abort();
  const [bytes, took] = [bytesRead() - before, performance.now() - began];
  assert.ok(report !== undefined, `the box has not ended it after ${leg.ms} ms, and has read ${bytes} bytes`);
  const most = leg.bytes + (took / 1000) * ((leg.perSecond ?? 0) + BESIDE_PER_SECOND);
  assert.ok(bytes <= most + BESIDE, `${bytes} bytes were read, ${most.toFixed(0)} are the bound`);
  return `${(bytes / 1024).toFixed(0)} KB in ${took.toFixed(0)} ms: ${report}`;
}

/** What the box has read by system calls, of sockets and files (`rchar` of proc(5)). */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${box.pid}/io`, 'utf8'))?.[1]);
}

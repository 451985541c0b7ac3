import { faultOf } from '../../kit/inEnglish.js';
import { setMaxListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/base/clock.js';
import { cases, shareOf } from '../../kit/cases.js';
import { BoxProcess, cleanUp, residentMegabytes } from '../../kit/process.js';
import { quantile } from '../../bench/figures.js';
import type { Attack } from './attack.js';
import { limit, type Limits } from './limits.js';
import { Target, TILL } from './target.js';
import { Till, type TillReport } from './till.js';

/** Duration of an attack, ms, and number of checks after which the box must have recovered. */
const LASTS = cases('ATTACK_MS', { ci: 1000, all: 2000 });
const RECOVERY_TURNS = 250;
/** A part of the name of a file: only such attacks are tried. */
const ONLY = process.env['ATTACK'] ?? '';
/** Between two looks at the box, ms. */
const LOOK = 20;

/** What must hold while any attack runs: a sale's p99, ms; on a slow machine so many times what a sale takes at rest, up to the second. */
const SALE_P99 = 500;
const TIMES_REST = 100;
const SLOWEST_P99 = 1500;
const RSS_OVER_REST = 60;
/** The machine is shared: an attack whose sales waited too long is tried again, and the best try counts. */
const TRIES = 3;

/** Keys of the tills: enough that none reaches its limit of 240 calls a minute. */
const TILL_KEYS = 10;

/** Loads a test file while a file is being loaded, which `import()` cannot. */
const load = createRequire(import.meta.url);

interface Measured extends TillReport {
  readonly p99: number;
  readonly rssOver: number;
  /** CPU of the box's main thread for each sale, with the attacker's share, ms. */
  readonly cpu: number;
  readonly descriptors: { readonly before: number; readonly after: readonly string[] };
}

let box: BoxProcess;
let limits: Limits;
let keys: readonly string[];
let rest = 0;
/** Longest p99 of a sale on this machine, ms. */
let longest = SALE_P99;
let attackers = 0;
const till = new Till();

/** The effect of an attack on a box limited to half a core and the memory of its unit, while a till sells. */
interface Outcome {
  /** Answers of the box to sales that it refused. */
  readonly refused: readonly string[];
  /** By how much the p99 of a sale was above what is allowed on this machine, ms. */
  readonly tooLate: number;
  /** By how much the memory was above what is allowed over that at rest, MB. */
  readonly tooLarge: number;
  /** What is open, where it is more than before. */
  readonly leftOpen: readonly string[];
}

/** A test for each attack in a folder beside this one; `judge` asserts its outcome, and `judgeLog` the log of the box after all. */
export function testAttacks(folder: string, judge: (outcome: Outcome) => void, judgeLog: (log: string) => void): void {
  const path = join(import.meta.dirname, '..', folder);
  const files = readdirSync(path)
    .filter((file) => file.includes(ONLY))
    .sort();
  for (const file of shareOf(files)) {
    const { attack } = load(join(path, file)) as { attack: Attack };
    test(attack.name, async () => judge(await outcomeOf(attack)));
  }
  test.before(start);
  test.after(async () => {
    till.end();
    await box.stop();
    limits.release();
    cleanUp();
  });
  test('after all of this no request has failed', () => judgeLog(box.log));
  test.run();
}

async function start(): Promise<void> {
  box = await BoxProcess.start({ env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' } });
  limits = limit(box.pid);
  keys = await box.keys(TILL_KEYS);
  await work();
  const quiet = quantile((await sellFor(LASTS)).took, 0.5);
  longest = Math.min(Math.max(SALE_P99, TIMES_REST * quiet), SLOWEST_P99);
  rest = residentMegabytes(box.pid);
  const figures = `${rest.toFixed(0)} MB, a sale takes ${quiet.toFixed(0)} ms`;
  process.stdout.write(`half a core and ${limits.by}; at rest ${figures}\n`);
}

/** What a box does on any day, so that its code is compiled, and what it starts when it is first used is running. */
async function work(): Promise<void> {
  const [key = ''] = keys;
  await sellFor(LASTS);
  const { uuid } = await box.issue(key);
  for (const path of [`/invoices/${uuid}/document?format=pdf`, `/invoices/${uuid}/document`, '/invoices', '/items']) {
    const { status } = await box.send('GET', path, key);
    assert.is(status, 200, path);
  }
}

async function sellFor(ms: number): Promise<TillReport> {
  await beginToSell();
  await systemClock.sleep(ms);
  return till.stop();
}

function beginToSell(): Promise<void> {
  return till.begin({
    port: box.port,
    ca: readFileSync(box.caFile, 'utf8'),
    keys,
    localAddress: TILL,
  });
}

async function outcomeOf(attack: Attack): Promise<Outcome> {
  let best = await measure(attack);
  for (let tries = 1; tries < TRIES && best.p99 > longest; tries += 1) {
    const again = await measure(attack);
    if (again.p99 < best.p99) best = again;
  }
  const { p99, took, refused, rssOver, cpu, descriptors } = best;
  const worst = Math.max(...took);
  process.stdout.write(
    `${attack.name} | p99 ${p99.toFixed(0)} ms, worst ${worst.toFixed(0)} ms of ${took.length} | ` +
      `CPU ${cpu.toFixed(0)} ms a sale | RSS ${rssOver >= 0 ? '+' : ''}${rssOver.toFixed(0)} MB | ` +
      `descriptors ${descriptors.before} to ${descriptors.after.length}\n`,
  );
  const { before, after } = descriptors;
  return {
    refused,
    tooLate: Math.max(0, p99 - longest),
    tooLarge: Math.max(0, rssOver - RSS_OVER_REST),
    leftOpen: after.length > before ? after : [],
  };
}

async function measure(attack: Attack): Promise<Measured> {
  const label = `attacker ${(attackers += 1)}`;
  const made = await box.ask('keys.create', { label });
  if (made?.ok !== true) throw new Error(`no key for the attacker: ${faultOf(made)}`);
  const ending = new AbortController();
  // Each connection that waits for the end is one.
  setMaxListeners(0, ending.signal);
  const target = new Target(box, { ...made.value, label }, ending.signal);
  box.reconnect();
  await attack.prepare?.(target);
  const before = target.open.length;
  let [highest, cpu] = [0, 0];
  const looking = setInterval(() => (highest = Math.max(highest, target.megabytes)), LOOK);
  const ended = setTimeout(() => ending.abort(), LASTS);
  let report: TillReport;
  const workBefore = target.mainThreadMs;
  try {
    await beginToSell();
    await attack.run(target);
    await target.wait();
  } finally {
    clearTimeout(ended);
    ending.abort();
    report = await till.stop();
    cpu = (target.mainThreadMs - workBefore) / Math.max(1, report.took.length);
    target.leave();
    clearInterval(looking);
  }
  if (!target.lives) {
    const { stderr } = await box.end();
    limits.release();
    await start();
    throw new Error(`the box has ended: ${stderr}`);
  }
  // The connection over which the attack was made ready, or looked at its receipts, is not the attacker's.
  box.reconnect();
  const after = await settled(target, before);
  await attack.check?.(target);
  await box.ask('keys.revoke', { id: made.value.id });
  const p99 = report.took.length === 0 ? Infinity : quantile(report.took, 0.99);
  return { ...report, p99, rssOver: highest - rest, cpu, descriptors: { before, after } };
}

/**
 * The descriptors once they are as few as before, or when the box has had its turns. Each look waits for an answer of the box: on a busy
 * machine it gets round to closing later. What was seen counts: a file that it reads in the moment after is nothing that was left.
 */
async function settled(target: Target, before: number): Promise<readonly string[]> {
  let open = target.open;
  for (let turns = 0; open.length > before && turns < RECOVERY_TURNS; turns += 1) {
    await systemClock.sleep(LOOK);
    await box.ask('keys.list', {});
    open = target.open;
  }
  return open;
}

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PrintJob } from '../../../src/platform/ledger/job.js';
import { failed, ok, type Result } from '../../../src/base/result.js';
import { PrinterConnection } from '../../../src/paper/printing/printerConnection.js';
import { PrinterWorker, type PrinterWorkerDeps } from '../../../src/paper/printing/printerWorker.js';
import type { EncodedSlip } from '../../../src/paper/printing/escpos/encode.js';
import type { Slip } from '../../../src/paper/slips/slip.js';
import { EscPosChannel } from '../../../src/paper/printing/escPosChannel.js';
import { InfoSlips } from '../../../src/paper/printing/infoSlips.js';
import { NO_ANSWERS } from '../../../src/paper/printing/languages.js';
import { PrinterSession } from '../../../src/paper/printing/session.js';
import { COMPLETION, statusRequest } from '../../../src/paper/printing/escpos/commands.js';
import type { Connection, Loss } from '../../../src/platform/devices/connection.js';
import type { PrinterSetting } from '../../../src/shop/settings/printers.js';
import { HandClock, settled } from '../../kit/handClock.js';

const KASA: PrinterSetting = { name: 'kasa', address: 'lp:///dev/usb/lp0', width: 80, dpi: 203, mode: 'raster' };
const JOB: PrintJob = {
  id: 1,
  uuid: '01a1fdc3-5780-7001-8000-000000000001',
  printer: 'kasa',
  repeat: false,
  state: 'queued',
  reason: null,
  createdAt: 0,
  updatedAt: 0,
};

function parts(open: () => Promise<Result<Connection, Loss>>) {
  const clock = new HandClock();
  const logged: string[] = [];
  return {
    clock,
    logged,
    log: (event: string) => void logged.push(event),
    transport: { open },
    findings: () => undefined,
    keepFindings: () => Promise.resolve(),
    canBeAsked: true,
    tornEnding: () => Promise.resolve([]),
    draw: () => Promise.resolve(undefined),
    begin: (job: PrintJob): Promise<PrintJob | undefined> => Promise.resolve(job),
    step: () => Promise.resolve(true),
    infoSlips: new InfoSlips(() => undefined),
    onPowerUp: () => undefined,
  };
}

/** A printer played by the test. */
function played() {
  const heard: { listener?: ((bytes: Uint8Array) => void) | undefined } = {};
  let end: (loss: Loss) => void = () => undefined;
  const connection: Connection = {
    write: async () => ok(undefined),
    drain: async () => ok(undefined),
    onBytes: (listener) => (heard.listener = listener),
    gone: new Promise((resolve) => (end = resolve)),
    close: async () => end('closed'),
  };
  return { connection, say: (bytes: Uint8Array) => heard.listener?.(bytes) };
}

test('a bug at a printer ends only the current attempt', async () => {
  let tries = 0;
  const given = parts(async () => {
    tries += 1;
    if (tries < 3) throw new Error('a bug');
    return failed('absent');
  });
  const worker = new PrinterWorker(KASA, given);
  worker.add(JOB, 100_000);
  worker.start(Promise.resolve(false), false);
  for (let second = 0; second < 60; second += 1) {
    for (let turn = 0; turn < 10; turn += 1) await settled();
    given.clock.pass(1000);
  }
  assert.is(given.logged.filter((event) => event === 'printer.failed').length, 2);
  assert.is(worker.state.trouble, 'absent');
  assert.is(worker.length, 1, 'the job still waits');
  const stopped = worker.stop(0);
  for (let turn = 0; turn < 20; turn += 1) {
    given.clock.pass(1000);
    await settled();
  }
  assert.is(await stopped, false);
});

/** A printer that can be asked nothing, and whose jobs cannot be drawn; what was recorded of them. */
function unaskable(connection: Connection | undefined) {
  const steps: string[] = [];
  const given = {
    ...parts(async () => (connection === undefined ? failed('absent') : ok(connection))),
    findings: () => NO_ANSWERS,
    canBeAsked: false,
    step: async ({ id }: PrintJob, state: string, reason: string | null) => {
      steps.push(`${id} ${state} ${reason}`);
      return steps.length > 2;
    },
  };
  const worker = new PrinterWorker(KASA, given);
  return { steps, given, worker };
}

async function passing(clock: HandClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) {
    for (let turn = 0; turn < 20; turn += 1) await settled();
    clock.pass(1000);
  }
  for (let turn = 0; turn < 20; turn += 1) await settled();
}

async function ended({ given, worker }: ReturnType<typeof unaskable>): Promise<void> {
  const stopped = worker.stop(0);
  await passing(given.clock, 20_000);
  await stopped;
}

test('after a question that was cut off, zeros come before all else once it is open again', async () => {
  const written: number[] = [];
  const open = async (): Promise<Result<Connection, Loss>> => {
    const write: Connection['write'] = async ({ length }) => (written.push(length), ok(undefined));
    return ok({ ...played().connection, write });
  };
  const given = { ...parts(open), findings: () => ({ ...NO_ANSWERS, status: true }) };
  const connection = new PrinterConnection({ ...given, name: 'kasa' });
  const { signal } = new AbortController();
  const check = async (): Promise<void> => {
    const channel = await connection.ensureOpen(signal);
    assert.ok(channel.ok);
    const checked = connection.checkIdle(channel.value, signal);
    await passing(given.clock, 3000);
    await checked;
  };
  for (const since of ['a process before', 'the check before']) {
    await check();
    assert.equal(written.splice(0), [COMPLETION.length, statusRequest(1).length], since);
    assert.equal([connection.isOpen, connection.trouble], [false, 'offline']);
  }
});

test('a printer that was held up in a slip for long was on all the time', async () => {
  let release: () => void = () => undefined;
  const { connection } = played();
  const given = { ...parts(async () => ok(connection)), findings: () => NO_ANSWERS, canBeAsked: false };
  let powerUps = 0;
  const session = new PrinterSession(
    { ...given, name: 'kasa', onPowerUp: () => (powerUps += 1) },
    new AbortController().signal,
  );
  session.assumeOn();
  const ready = await session.makeReady();
  assert.ok(ready.ok);
  connection.write = () => new Promise((resolve) => (release = () => resolve(ok(undefined))));
  const slip = {
    stream: () => [Buffer.of(0x0a)],
    chunks: [Buffer.of(0x0a)],
    mode: 'text',
    unencodable: [],
    height: 1,
  } as const;
  const sent = session.send(slip, ready.value, 3_600_000);
  await passing(given.clock, 600_000);
  connection.write = async () => ok(undefined);
  release();
  await passing(given.clock, 60_000);
  assert.is((await sent).state, 'unconfirmed');
  assert.ok((await session.makeReady()).ok);
  assert.is(powerUps, 0);
});

test('a job whose beginning cannot be recorded stays the first that waits', async () => {
  const shop = unaskable(played().connection);
  const { worker, given, steps } = shop;
  const begun: number[] = [];
  given.begin = async (job) => {
    begun.push(job.id);
    return begun.length < 3 ? undefined : job;
  };
  worker.add(JOB, 100_000);
  worker.add({ ...JOB, id: 2 }, 100_000);
  worker.start(Promise.resolve(false), false);
  await passing(given.clock, 1000);
  assert.is(worker.length, 2);
  await passing(given.clock, 40_000);
  assert.equal([begun, worker.length], [[1, 1, 1, 2], 0]);
  assert.equal(steps.at(-1), '2 cancelled unprintable');
  await ended(shop);
});

test('how a job has ended is recorded again until the disk takes it, and the next one waits for that', async () => {
  const shop = unaskable(played().connection);
  const { worker, given, steps } = shop;
  worker.add(JOB, 100_000);
  worker.add({ ...JOB, id: 2 }, 100_000);
  worker.start(Promise.resolve(false), false);
  await passing(given.clock, 40_000);
  const end = 'cancelled unprintable';
  assert.equal([steps, worker.length], [[`1 ${end}`, `1 ${end}`, `1 ${end}`, `2 ${end}`], 0]);
  await ended(shop);
});

test('a job that has waited too long waits on while that cannot be recorded', async () => {
  const shop = unaskable(undefined);
  const { worker, given, steps } = shop;
  worker.add(JOB, 1000);
  worker.start(Promise.resolve(false), false);
  await passing(given.clock, 2000);
  assert.equal([steps.length > 0, worker.length], [true, 1]);
  await passing(given.clock, 60_000);
  assert.equal([steps, worker.length], [['1 cancelled age', '1 cancelled age', '1 cancelled age'], 0]);
  await ended(shop);
});

/** A slip whose chunk number `at`, from 0, cannot be drawn. */
function brokenSlip(at: number): EncodedSlip {
  const stream = function* (): Generator<Buffer> {
    for (let chunk = 0; chunk < at; chunk += 1) yield Buffer.of(0x0a);
    throw new Error('a bug');
  };
  return { stream, chunks: [], mode: 'text', unencodable: [], height: 1 };
}

type Given = Partial<Pick<PrinterWorkerDeps, 'begin' | 'draw'>>;

/** What is recorded and logged of jobs that go as `given` says, and whether the printer may have a part of a slip. */
async function after(given: Given, add: (worker: PrinterWorker) => void) {
  const steps: string[] = [];
  const deps = {
    ...parts(async () => ok(played().connection)),
    findings: () => NO_ANSWERS,
    canBeAsked: false,
    begin: async (job: PrintJob): Promise<PrintJob> => ({ ...job, repeat: true, state: 'sending' }),
    step: async ({ id, repeat }: PrintJob, state: string, reason: string | null) => {
      steps.push(`${id} ${repeat ? 'again ' : ''}${state} ${reason}`);
      return true;
    },
    ...given,
  };
  const worker = new PrinterWorker(KASA, deps);
  add(worker);
  worker.start(Promise.resolve(false), false);
  await passing(deps.clock, 30_000);
  const stopped = worker.stop(0);
  await passing(deps.clock, 20_000);
  return { steps, isTorn: await stopped, logged: deps.logged };
}

test('a bug in a slip of which bytes were sent leaves it unknown, and the repeat that it was', async () => {
  const draw = async (): Promise<EncodedSlip> => brokenSlip(3);
  const { steps, isTorn, logged } = await after({ draw }, (worker) => worker.add(JOB, 100_000));
  assert.equal(steps, ['1 again unknown lost']);
  assert.is(isTorn, true, 'the paper may be torn');
  assert.ok(logged.includes('printer.failed'));
});

for (const [what, given] of [
  ['a receipt that cannot be read when its job begins', { begin: () => Promise.reject(new Error('unreadable')) }],
  ['one that cannot be drawn', { draw: () => Promise.reject(new Error('a bug')) }],
  ['one whose first bytes cannot be drawn', { draw: () => Promise.resolve(brokenSlip(0)) }],
] as const) {
  test(`${what} is cancelled, and neither torn nor unknown: no byte was sent`, async () => {
    const { steps, isTorn, logged } = await after(given, (worker) => {
      for (const id of [1, 2]) worker.add({ ...JOB, id }, 100_000);
    });
    assert.equal(
      steps.map((step) => step.replace('again ', '')),
      ['1 cancelled unprintable', '2 cancelled unprintable'],
    );
    assert.is(isTorn, false);
    assert.equal(logged, ['print.undrawn', 'print.undrawn']);
  });
}

test('an info slip that cannot be drawn tears nothing', async () => {
  const slip: Slip = {
    get parts(): never {
      throw new Error('a bug');
    },
  };
  const { isTorn, logged } = await after({}, (worker) => worker.addInfoSlip(slip));
  assert.equal([isTorn, logged], [false, ['printer.failed']]);
});

test('a state that changes all the time does not fill the log', () => {
  const given = parts(async () => failed('absent'));
  const connection = new PrinterConnection({ ...given, name: 'kasa' });
  for (let change = 0; change < 1000; change += 1) connection.setTrouble(change % 2 === 0 ? 'paper' : null);
  assert.is(given.logged.length, 1);
  assert.is(connection.trouble, null);
  given.clock.pass(10_000);
  connection.setTrouble(null);
  assert.is(given.logged.length, 2, 'the last word is told in the end');
});

test('a connection that sends more than a printer can is closed', async () => {
  const clock = new HandClock();
  const { connection, say } = played();
  const channel = new EscPosChannel(connection, clock);
  let answers = 0;
  channel.onAnswer(() => (answers += 1));
  for (let second = 0; second < 5; second += 1) {
    say(Buffer.alloc(8000, 0x12));
    clock.pass(1001);
  }
  await settled();
  assert.is(channel.isGone, false, 'much, but not too much');
  say(Buffer.alloc(8193, 0x12));
  await settled();
  assert.is(channel.isGone, true);
  assert.is(answers, 5 * 8000);
});

test.run();

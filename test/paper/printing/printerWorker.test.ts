import { getEventListeners } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PrintJob, ProbeFindings } from '../../../src/platform/ledger/job.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { failed, ok, type Result } from '../../../src/base/result.js';
import { PrinterConnection } from '../../../src/paper/printing/printerConnection.js';
import { PrinterWorker, type PrinterWorkerDeps } from '../../../src/paper/printing/printerWorker.js';
import { PrinterWorkers } from '../../../src/paper/printing/printerWorkers.js';
import type { EncodedSlip } from '../../../src/paper/printing/escpos/encode.js';
import type { Slip } from '../../../src/paper/slips/slip.js';
import { EscPosChannel } from '../../../src/paper/printing/escPosChannel.js';
import { InfoSlips } from '../../../src/paper/printing/infoSlips.js';
import { NO_ANSWERS } from '../../../src/paper/printing/languages.js';
import { sendSlip, type SlipOutcome } from '../../../src/paper/printing/sendSlip.js';
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

const GOOD_STATUS = { '100401': 0x12, '100402': 0x12, '100403': 0x12, '100404': 0x12 };
const PAPER_STATUS = '1d7201';
const ZEROS = Buffer.from(COMPLETION).toString('hex');
const { signal: ALWAYS } = new AbortController();

/**
 * A printer that answers these requests with a byte each. It takes what ends with `heldAt` only when the write is
 * given up.
 */
function answering(answers: Readonly<Record<string, number>>) {
  const counts = { opened: 0, closed: 0, written: [] as string[], heldAt: '' };
  const printer = { ...counts, transport: { open }, say: (_bytes: Uint8Array): void => undefined };
  async function open(): Promise<Result<Connection, Loss>> {
    const { connection, say } = played();
    printer.say = say;
    printer.opened += 1;
    return ok({
      ...connection,
      write: (bytes, signal) => {
        const sent = Buffer.from(bytes).toString('hex');
        printer.written.push(sent);
        const isHeld = printer.heldAt !== '' && sent.endsWith(printer.heldAt);
        if (isHeld) return new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed('lost'))));
        const [, answer] = Object.entries(answers).find(([request]) => sent.endsWith(request)) ?? [];
        if (answer !== undefined) say(Uint8Array.of(answer));
        return Promise.resolve(ok(undefined));
      },
      close: () => {
        printer.closed += 1;
        return connection.close();
      },
    });
  }
  return printer;
}

/** A slip of so many chunks, 1 mm long. */
function slipOf(chunks: number, height = 1): EncodedSlip {
  const all = Array.from({ length: chunks }, () => Buffer.of(0x0a));
  return { stream: () => all, chunks: all, mode: 'text', unencodable: [], height };
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
  const sent = session.send(slipOf(1), ready.value, 3_600_000);
  await passing(given.clock, 600_000);
  connection.write = async () => ok(undefined);
  release();
  await passing(given.clock, 60_000);
  assert.is((await sent).state, 'unconfirmed');
  assert.ok((await session.makeReady()).ok);
  assert.is(powerUps, 0);
});

test('a printer that answers for the first time has powered up, whether it is asked for a slip or at rest', async () => {
  for (const first of ['makeReady', 'checkIdle'] as const) {
    let powerUps = 0;
    const given = { ...parts(answering({}).transport.open), findings: () => NO_ANSWERS, canBeAsked: false };
    const session = new PrinterSession({ ...given, name: 'kasa', onPowerUp: () => (powerUps += 1) }, ALWAYS);
    await session[first]();
    assert.is(powerUps, 1);
    assert.ok((await session.makeReady()).ok);
    assert.is(powerUps, 1);
  }
});

test('jobs that another worker takes over keep the time that is left to them', () => {
  const { worker, given } = unaskable(undefined);
  worker.add(JOB, 10_000);
  given.clock.pass(4000);
  assert.equal(worker.takeWaiting(), [{ job: JOB, remainingMs: 6000 }]);
  assert.is(worker.length, 0);
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

for (const isKept of [true, false]) {
  const end = isKept ? 'is printed with the new one' : 'is cancelled when its printer is removed';
  test(`a job that could not be begun while its setting changed ${end}`, async () => {
    let printers: PrinterSetting[] = [{ ...KASA, language: 'star' }];
    let fail: (job: undefined) => void = () => undefined;
    const steps: string[] = [];
    let isFirst = true;
    const clock = new HandClock();
    const workers = new PrinterWorkers({
      ...parts(answering({}).transport.open),
      clock,
      ledger: {} as Ledger,
      printers: () => printers,
      transportOf: () => answering({}).transport,
      draw: async () => slipOf(1),
      begin: (job) => {
        const begun = isFirst ? new Promise<undefined>((resolve) => (fail = resolve)) : Promise.resolve(job);
        isFirst = false;
        return begun;
      },
      step: async ({ id }, state, reason) => steps.push(`${id} ${state} ${reason}`) > 0,
    });
    workers.applySettings();
    workers.get('kasa')?.add(JOB, 100_000);
    await passing(clock, 1000);
    printers = isKept ? [{ ...KASA, language: 'star', copies: 2 }] : [];
    workers.applySettings();
    fail(undefined);
    await passing(clock, 10_000);
    assert.equal(steps, [isKept ? '1 unconfirmed null' : '1 cancelled removed']);
    assert.is(workers.get('kasa')?.length ?? 0, 0);
    const stopped = workers.stop();
    await passing(clock, 10_000);
    await stopped;
  });
}

/** A slip whose chunk number `at`, from 0, cannot be drawn. */
function brokenSlip(at: number): EncodedSlip {
  const stream = function* (): Generator<Buffer> {
    for (let chunk = 0; chunk < at; chunk += 1) yield Buffer.of(0x0a);
    throw new Error('a bug');
  };
  return { stream, chunks: [], mode: 'text', unencodable: [], height: 1 };
}

type Given = Partial<Pick<PrinterWorkerDeps, 'begin' | 'draw'>>;

/**
 * What is recorded and logged of jobs that go as `given` says, whether a slip counts as under way then, whether the
 * printer may have a part of one, and how often it was closed before the stop.
 */
async function after(given: Given, add: (worker: PrinterWorker) => void) {
  const steps: string[] = [];
  const printer = answering({});
  const deps = {
    ...parts(printer.transport.open),
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
  const { closed } = printer;
  const { isPrinting } = worker.state;
  const stopped = worker.stop(0);
  await passing(deps.clock, 20_000);
  return { steps, isPrinting, isTorn: await stopped, logged: deps.logged, closed };
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

test('an info slip that cannot be drawn tears nothing, and the next one gets a new connection', async () => {
  const slip: Slip = {
    get parts(): never {
      throw new Error('a bug');
    },
  };
  const { isPrinting, isTorn, logged, closed } = await after({}, (worker) => worker.addInfoSlip(slip));
  assert.equal([isPrinting, isTorn, logged, closed], [false, false, ['printer.failed'], 1]);
});

test('a write behind a request that the printer does not take ends when it is given up', async () => {
  const { connection } = played();
  connection.write = () => new Promise(() => undefined);
  const clock = new HandClock();
  const channel = new EscPosChannel(connection, clock);
  const first = channel.queryStatus();
  await passing(clock, 1000);
  assert.is(await first, 'stalled');

  let end: unknown = 'waits';
  const patience = new AbortController();
  void channel.write(Buffer.of(0x0a), patience.signal, () => undefined).then((written) => (end = written));
  await settled();
  assert.is(end, 'waits');
  patience.abort();
  await settled();
  assert.equal([end, getEventListeners(patience.signal, 'abort').length], [failed('closed'), 0]);

  let seen: unknown = 'waits';
  void channel.queryStatus().then((status) => (seen = status));
  for (const ms of [500, 499, 1]) {
    assert.is(seen, 'waits', 'a late answer has its time, and then the request');
    clock.pass(ms);
    await settled();
  }
  assert.is(seen, 'stalled');
});

test('a pause that has ended leaves no listener behind', async () => {
  const clock = new HandClock();
  const channel = new EscPosChannel(played().connection, clock);
  const wake = new AbortController();
  for (let pauses = 0; pauses < 3; pauses += 1) {
    const paused = channel.pause(500, wake.signal);
    clock.pass(500);
    await paused;
  }
  assert.is(getEventListeners(wake.signal, 'abort').length, 0);
});

test('a printer that answers gets zeros at its first connection alone', async () => {
  const printer = answering(GOOD_STATUS);
  const given = { ...parts(printer.transport.open), findings: () => ({ ...NO_ANSWERS, status: true }) };
  const connection = new PrinterConnection({ ...given, name: 'kasa' });
  for (const isFirst of [true, false]) {
    const channel = await connection.ensureOpen(ALWAYS);
    assert.ok(channel.ok && (await connection.makeReady(channel.value, ALWAYS)).ok);
    assert.is(printer.written.splice(0).includes(ZEROS), isFirst);
    await connection.close();
  }
});

test('an ending of a torn slip that the printer does not take is sent again on a new connection, after zeros', async () => {
  const printer = answering(GOOD_STATUS);
  const given = {
    ...parts(printer.transport.open),
    findings: () => ({ ...NO_ANSWERS, status: true }),
    tornEnding: async () => [Buffer.from('ending')],
  };
  const ending = Buffer.from('ending').toString('hex');
  const connection = new PrinterConnection({ ...given, name: 'kasa' });
  connection.isTorn = true;
  for (const heldAt of [ending, '']) {
    printer.heldAt = heldAt;
    const channel = await connection.ensureOpen(ALWAYS);
    assert.ok(channel.ok);
    const ready = connection.makeReady(channel.value, ALWAYS);
    await passing(given.clock, 60_000);
    const isHeld = heldAt !== '';
    assert.equal([(await ready).ok, connection.isTorn, connection.isOpen], [!isHeld, isHeld, !isHeld]);
    const written = printer.written.splice(0);
    assert.equal([written[0], written.at(-1)], [ZEROS, ending]);
  }
  assert.equal([printer.opened, printer.closed], [2, 1]);
});

test('what a probe has found is not stored when the printer takes nothing after it', async () => {
  const printer = answering({ ...GOOD_STATUS, [PAPER_STATUS]: 0 });
  let stored = 0;
  const given = { ...parts(printer.transport.open), keepFindings: async () => void (stored += 1) };
  const connection = new PrinterConnection({ ...given, name: 'kasa' });
  const channel = await connection.ensureOpen(ALWAYS);
  assert.ok(channel.ok);
  const ready = connection.makeReady(channel.value, ALWAYS);
  // The request for an automatic status is the last that is answered with nothing before the second look.
  for (let turn = 0; turn < 20; turn += 1) await settled();
  printer.heldAt = '100401';
  await passing(given.clock, 10_000);
  assert.equal(await ready, failed('offline'));
  assert.equal([stored, connection.trouble], [0, 'offline']);
});

/** How a slip has ended on a printer with these answers when `during` is over; `waits` when it has not. */
async function sentTo(
  printer: ReturnType<typeof answering>,
  slip: EncodedSlip,
  findings: Partial<ProbeFindings>,
  during: (clock: HandClock) => Promise<void>,
): Promise<SlipOutcome | 'waits'> {
  const clock = new HandClock();
  const opened = await printer.transport.open();
  assert.ok(opened.ok);
  const channel = new EscPosChannel(opened.value, clock);
  let outcome: SlipOutcome | 'waits' = 'waits';
  const [onBegin, onFault] = [(): void => undefined, (): void => undefined];
  const proven = { ...NO_ANSWERS, ...findings };
  void sendSlip(slip, { channel, clock, findings: proven, signal: ALWAYS, onBegin, onFault }).then(
    (ended) => (outcome = ended),
  );
  await during(clock);
  return outcome;
}

test('a printer that only tells its state has printed a slip once it was well for as long as the slip may take', async () => {
  for (const [seconds, outcome] of [
    [5, 'waits'],
    [8, { state: 'printed', reason: null }],
  ] as const) {
    const sent = await sentTo(answering(GOOD_STATUS), slipOf(3), { status: true }, (clock) =>
      passing(clock, seconds * 1000),
    );
    assert.equal(sent, outcome);
  }
});

test('silence makes a slip unknown at once where polls are the proof, soon where answers are counted, else never', async () => {
  for (const [findings, seconds, outcome] of [
    [{}, 4, { state: 'unknown', reason: 'lost' }],
    [{ queuedStatus: true }, 4, 'waits'],
    [{ queuedStatus: true }, 20, { state: 'unknown', reason: 'offline' }],
    [{ processId: true }, 120, 'waits'],
  ] as const) {
    const answers: Record<string, number> = { ...GOOD_STATUS };
    const sent = await sentTo(answering(answers), slipOf(3), { status: true, ...findings }, async (clock) => {
      await passing(clock, 2000);
      delete answers['100401'];
      await passing(clock, (seconds - 2) * 1000);
    });
    assert.equal(sent, outcome, JSON.stringify(findings));
  }
});

test('a printer that has answered for each chunk and is silent afterwards has printed nothing for certain', async () => {
  for (const [answers, outcome] of [
    [GOOD_STATUS, { state: 'printed', reason: null }],
    [{}, { state: 'unknown', reason: 'silent' }],
  ] as const) {
    const printer = answering({ ...answers, [PAPER_STATUS]: 0 });
    const sent = await sentTo(printer, slipOf(3), { status: true, queuedStatus: true }, (clock) =>
      passing(clock, 3000),
    );
    assert.equal(sent, outcome);
  }
});

test('each chunk has the time of the whole slip to be printed, and not more', async () => {
  const findings = { status: true, queuedStatus: true };
  const printer = answering(GOOD_STATUS);
  const outcome = await sentTo(printer, slipOf(5), findings, async (clock) => {
    for (let chunk = 0; chunk < 5; chunk += 1) {
      await passing(clock, 4000);
      printer.say(Uint8Array.of(0));
    }
    await passing(clock, 1000);
  });
  assert.equal(outcome, { state: 'printed', reason: null });
  const silent = await sentTo(answering(GOOD_STATUS), slipOf(5), findings, (clock) => passing(clock, 7000));
  assert.equal(silent, { state: 'unknown', reason: 'silent' });
});

for (const [address, closed] of [
  ['lp:///dev/usb/lp0', 0],
  ['tcp://192.0.2.1:9100', 1],
] as const) {
  test(`while a printer rests, ${address} is ${closed === 0 ? 'kept open' : 'closed for other computers'}`, async () => {
    const printer = answering({});
    const given = { ...parts(printer.transport.open), findings: () => NO_ANSWERS, canBeAsked: false };
    const worker = new PrinterWorker({ ...KASA, address }, given);
    worker.start(Promise.resolve(false), false);
    await passing(given.clock, 6000);
    assert.equal([printer.opened, printer.closed], [1, closed]);
    const stopped = worker.stop(0);
    await passing(given.clock, 1000);
    await stopped;
    assert.is(printer.closed, 1);
  });
}

/** A worker of a printer that proves nothing and draws each job as one chunk, with what was recorded. */
function drawing(printer: ReturnType<typeof answering>) {
  const steps: string[] = [];
  const given = {
    ...parts(printer.transport.open),
    findings: () => NO_ANSWERS,
    canBeAsked: false,
    draw: async () => slipOf(1),
    step: async ({ id }: PrintJob, state: string, reason: string | null) => {
      steps.push(`${id} ${state} ${reason}`);
      return true;
    },
  };
  return { steps, clock: given.clock, worker: new PrinterWorker(KASA, given) };
}

test('a worker that stops lets its slip end and closes the printer, and begins no other job', async () => {
  const printer = answering({});
  const { steps, clock, worker } = drawing(printer);
  printer.heldAt = '0a';
  for (const id of [1, 2]) worker.add({ ...JOB, id }, 100_000);
  worker.start(Promise.resolve(false), false);
  await passing(clock, 1000);
  assert.ok(worker.state.isPrinting);
  const stopped = worker.stop(5000);
  await passing(clock, 4000);
  assert.equal([steps, printer.closed], [[], 0]);
  await passing(clock, 3000);
  assert.is(await stopped, true, 'the printer may have a part of it');
  assert.equal([steps, printer.closed, worker.length], [['1 unknown offline'], 1, 1]);

  const quick = answering({});
  const other = drawing(quick);
  other.worker.add(JOB, 100_000);
  other.worker.start(Promise.resolve(false), false);
  const ended = other.worker.stop(5000);
  await passing(other.clock, 1000);
  assert.is(await ended, false);
  assert.is(quick.closed, quick.opened);
});

test('a job that is held up in its slip is given up when it has waited too long, from when it was added', async () => {
  const printer = answering({});
  const { steps, clock, worker } = drawing(printer);
  printer.heldAt = '0a';
  worker.start(Promise.resolve(false), false);
  await passing(clock, 30_000);
  worker.add(JOB, 20_000);
  await passing(clock, 19_000);
  assert.equal(steps, []);
  await passing(clock, 2000);
  assert.equal(steps, ['1 unknown offline']);
  const stopped = worker.stop(0);
  await passing(clock, 1000);
  await stopped;
});

test('a drawer is tried for ten seconds, a test slip for sixty', async () => {
  for (const [height, seconds] of [
    [0, 10],
    [1, 60],
  ] as const) {
    const printer = answering({});
    const { clock, worker } = drawing(printer);
    printer.heldAt = '0a';
    let end: unknown;
    void worker.sendNow(slipOf(1, height)).then((sent) => (end = sent));
    await passing(clock, 1000 * (seconds - 1));
    assert.is(end, undefined);
    await passing(clock, 2000);
    assert.equal(end, ok({ state: 'unknown', reason: 'offline' }));
  }
});

test('an info slip that cannot be printed delays no job', async () => {
  let tries = 0;
  const given = parts(async () => {
    tries += 1;
    return failed('absent');
  });
  const worker = new PrinterWorker(KASA, given);
  worker.addInfoSlip({ parts: [] });
  worker.start(Promise.resolve(false), false);
  await passing(given.clock, 30_000);
  const before = tries;
  worker.add(JOB, 100_000);
  for (let turn = 0; turn < 20; turn += 1) await settled();
  assert.is(tries, before + 1, 'a job is tried at once');
  worker.add({ ...JOB, id: 2 }, 100_000);
  for (let turn = 0; turn < 20; turn += 1) await settled();
  assert.is(tries, before + 1, 'another does not make the box try more often');
  const stopped = worker.stop(0);
  await passing(given.clock, 1000);
  await stopped;
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

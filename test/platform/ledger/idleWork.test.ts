import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../src/base/log.js';
import { IdleTimer, IdleWork } from '../../../src/platform/ledger/idleWork.js';
import { startOfLog } from '../../../src/platform/ledger/scan.js';
import type { Views } from '../../../src/platform/ledger/views/views.js';
import type { Writer } from '../../../src/platform/ledger/writer.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { settled } from '../../kit/handClock.js';
import { instead } from '../../kit/instead.js';
import { DAY_MS, FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const KB = 1024;
const SIZES = { segmentBytes: 128 * KB, prefillBytes: 32 * KB, snapshotRecords: 1_000_000 };

/** One turn of the timers: what is to be done at once has begun then. */
function timersTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

test('records go into zeros that lie ready, however long there is no quiet moment', async () => {
  const sizes = new Map<string, number>();
  const grownBy: string[] = [];
  const disk = wrapped(new MemoryDisk(), {
    file: (inner, path) => ({
      write(position, bytes) {
        inner.write(position, bytes);
        if (!path.endsWith('.seg')) return;
        const size = sizes.get(path) ?? 0;
        const isRecord = bytes.some((byte) => byte !== 0) && position > 0;
        if (isRecord && position + bytes.length > size) grownBy.push(`${path} at ${position}`);
        sizes.set(path, Math.max(size, position + bytes.length));
      },
    }),
  });
  const ledger = await openLedger(disk, { idleWork: true, sizes: SIZES });
  await ledger.runIdleWork();
  const maker = new ReceiptMaker(seededRandom());
  while (sizes.size < 4) {
    assert.ok((await ledger.issue(maker.next(ledger))).ok);
    await settled();
    await timersTurn();
  }
  assert.equal(grownBy, []);
  await ledger.close();
});

test('work is due at once, or after many records, or in a quiet moment, as zeros, records and indexes ask for', () => {
  for (const [urgency, ready, records, unsavedIndexes] of [
    ['nothing', 1, 9, 0],
    ['nothing', 0.5, 9, 0],
    ['idle', 0.49, 0, 0],
    ['idle', 1, 10, 0],
    ['idle', 1, 0, 1],
    ['idle', 0.125, 39, 1],
    ['overdue', 0.125, 40, 0],
    ['now', 0.12, 0, 0],
    ['now', 0.12, 40, 1],
  ] as const)
    assert.is(
      work({ ready, records, unsavedIndexes }).idle.urgency(),
      urgency,
      `${ready} ${records} ${unsavedIndexes}`,
    );
  assert.is(
    work({ ready: undefined, records: 9, unsavedIndexes: 0 }).idle.urgency(),
    'nothing',
    'a ledger that is only read',
  );
});

test('zeros come first; views are saved by a writer that works alone, and a snapshot when its records are there', async () => {
  for (const [expected, state] of [
    [['zeros', 'indexes'], { records: 9 }],
    [['zeros', 'indexes', 'images'], { records: 10 }],
    [['zeros', 'indexes'], { records: 10, unsavedIndexes: 1 }],
    [['zeros'], { records: 10, isBroken: true }],
    [[], { records: 10, ready: undefined }],
  ] as const) {
    const { idle, done } = work({ ready: 1, unsavedIndexes: 0, ...state });
    await Promise.all([idle.run(), idle.run()]);
    const isSaved = expected.some((step) => step === 'images');
    assert.equal(done, [...expected, ...(isSaved ? ['zeros', 'indexes'] : expected)], JSON.stringify(state));
    assert.is(idle.unsaved.records, isSaved ? 0 : state.records);
  }
});

interface State {
  /** The share of the zeros that is ready; undefined without a writer. */
  readonly ready: number | undefined;
  readonly records: number;
  readonly unsavedIndexes: number;
  readonly isBroken?: boolean;
  /** The timers are switched off. */
  readonly isOff?: boolean;
}

/** Idle work in such a state, with a snapshot due after ten records, and what it does. */
function work({ ready, records, unsavedIndexes, isBroken = false, isOff = false }: State) {
  const done: string[] = [];
  const writer = {
    isBelow: (share: number) => (ready ?? 0) < share,
    prepare: () => Promise.resolve().then(() => void done.push('zeros')),
    broken: isBroken,
  };
  const views = {
    unsavedIndexes,
    saveIndexes: async () => void done.push('indexes'),
    images: () => {
      done.push('images');
      return { parts: [], indexes: [] };
    },
  };
  const idle = new IdleWork(
    {
      options: {
        disk: new MemoryDisk(new Map([[`${FOLDER}/views`, 'folder']])),
        folder: FOLDER,
        now: () => NOON,
        log: silentLog,
        idleWork: !isOff,
      },
      snapshotRecords: 10,
      boxId: '0'.repeat(32),
      writer: ready === undefined ? undefined : (writer as unknown as Writer),
      views: () => views as unknown as Views,
      position: () => ({ ...startOfLog(1), sequence: 100 + records }),
      onSnapshot: () => undefined,
    },
    100,
  );
  return { idle, done };
}

test('work that is due at once begins by itself, unless the timers are off or the ledger is only read', async () => {
  for (const [ready, isOff, begun] of [
    [0, false, true],
    [0, true, false],
    [undefined, false, false],
    [undefined, true, false],
  ] as const) {
    // With a snapshot that would be due.
    const { idle, done } = work({ ready, records: ready === undefined ? 40 : 0, unsavedIndexes: 1, isOff });
    idle.schedule();
    await timersTurn();
    await settled();
    assert.is(done.length > 0, begun, `${ready} ${isOff}`);
    assert.is(idle['timer']['sealing'] !== undefined, begun, `${ready} ${isOff}: a seal will be written`);
    idle['timer'].stop();
  }
});

test('a snapshot is made once for its records, and not again in each quiet moment', async () => {
  const logged: string[] = [];
  const log = (event: string): void => void logged.push(event);
  const sizes = { ...SIZES, snapshotRecords: 5 };
  const ledger = await openLedger(new MemoryDisk(), { sizes, log });
  const maker = new ReceiptMaker(seededRandom());
  const snapshots = (): number => logged.filter((event) => event === 'ledger.snapshot').length;
  for (let sale = 0; sale < 4; sale += 1) assert.ok((await ledger.issue(maker.next(ledger))).ok);
  await ledger.runIdleWork();
  assert.is(snapshots(), 1, 'the start and four receipts');
  assert.is(ledger.unsaved.records, 0);
  for (let moment = 0; moment < 3; moment += 1) await ledger.runIdleWork();
  assert.ok((await ledger.issue(maker.next(ledger))).ok);
  await ledger.runIdleWork();
  assert.is(snapshots(), 1);
  assert.is(ledger.unsaved.records, 1);
  await ledger.close();
});

test('a spare segment that fails while zeros are written is never used: another takes its place', async () => {
  const disk = new MemoryDisk();
  let now = NOON;
  let flushes = 0;
  disk.fault = (operation, path) => {
    if (operation !== 'datasync' || !path.endsWith('000002.seg')) return undefined;
    flushes += 1;
    return flushes > 1 ? 'EIO' : undefined;
  };
  const ledger = await openLedger(disk, { sizes: SIZES, now: () => now });
  await ledger.runIdleWork();
  await ledger.runIdleWork();
  assert.is(flushes, 2, 'its header, and the first zeros');
  now += 15 * DAY_MS;
  assert.ok((await ledger.issue(new ReceiptMaker(seededRandom()).next(ledger, { at: now }))).ok);
  assert.is(ledger.end.segment, 3);
  assert.is(ledger.failure, undefined);
  await ledger.close();
});

interface Timer {
  readonly ms: unknown;
  readonly fire: () => void;
  isLive: boolean;
  readonly unref: () => Timer;
}

/** The timer of a ledger, and the timers of Node that it sets, which the test lets go off. */
interface Timed {
  readonly idle: IdleTimer;
  urgency: ReturnType<ConstructorParameters<typeof IdleTimer>[0]['urgency']>;
  readonly live: () => unknown[];
  readonly fire: (ms: number) => void;
  readonly done: string[];
}

function onTimers(work: (timed: Timed) => void): void {
  const timers: Timer[] = [];
  const set = instead(globalThis, 'setTimeout', (_self, _original, [run, ms]) => {
    const timer: Timer = { ms, isLive: true, unref: () => timer, fire: run as () => void };
    timers.push(timer);
    return timer;
  });
  const clear = instead(globalThis, 'clearTimeout', (_self, _original, [timer]) => {
    if (timer !== undefined) (timer as Timer).isLive = false;
  });
  const live = (): unknown[] => timers.filter(({ isLive }) => isLive).map(({ ms }) => ms);
  const fire = (ms: number): void => {
    const timer = timers.find((one) => one.isLive && one.ms === ms);
    assert.ok(timer, `nothing is due in ${ms} ms`);
    timer.isLive = false;
    timer.fire();
  };
  const done: string[] = [];
  const note = (what: string) => () => {
    done.push(what);
    return Promise.resolve();
  };
  const idle = new IdleTimer({ urgency: () => timed.urgency, run: note('run'), writeSeal: note('seal') });
  const timed: Timed = { idle, urgency: 'idle', live, fire, done };
  try {
    work(timed);
  } finally {
    clear();
    set();
  }
}

test('each record puts idle work and the seal off', () =>
  onTimers(({ idle, live, fire, done }) => {
    idle.schedule();
    idle.schedule();
    assert.equal(live(), [30_000, 250]);
    fire(250);
    fire(30_000);
    assert.equal(done, ['run', 'seal']);
    assert.equal(live(), []);
  }));

test('steady load does not put off what is overdue', () =>
  onTimers((timed) => {
    const { idle, live, fire, done } = timed;
    timed.urgency = 'overdue';
    idle.schedule();
    const before = live().length;
    let isSetAnew = false;
    const undo = instead(globalThis, 'clearTimeout', (_self, original, [timer]) => {
      isSetAnew ||= (timer as Timer | undefined)?.ms === 250;
      return original(timer);
    });
    for (let record = 0; record < 5; record += 1) idle.schedule();
    undo();
    assert.equal([live().length, isSetAnew], [before, false]);
    fire(250);
    assert.equal(done, ['run']);
    idle.schedule();
    assert.ok(live().includes(250), 'and is done again when it is overdue again');
  }));

test('what cannot wait is done at once, and nothing where there is nothing to do but the seal', () =>
  onTimers((timed) => {
    const { idle, live } = timed;
    timed.urgency = 'now';
    idle.schedule();
    assert.equal(live(), [30_000, 0]);
    timed.urgency = 'nothing';
    idle.stop();
    assert.equal(live(), []);
    idle.schedule();
    assert.equal(live(), [30_000]);
    idle.stop();
    assert.equal(live(), []);
  }));

test.run();

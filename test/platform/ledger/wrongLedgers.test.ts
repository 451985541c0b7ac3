// proof: wrong-ledgers
// time limit: 200 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Disk, DiskError, type DiskFile } from '../../../src/base/disk.js';
import { MainView } from '../../../src/platform/ledger/views/main.js';
import type { Entry, WritableSegment } from '../../../src/platform/ledger/entry.js';
import { IdleWork } from '../../../src/platform/ledger/idleWork.js';
import { SegmentSpace } from '../../../src/platform/ledger/segmentSpace.js';
import { loadSql } from '../../../src/platform/ledger/views/sql.js';
import { Writer } from '../../../src/platform/ledger/writer.js';
import { shareOf } from '../../kit/cases.js';
import { CrashCheck, noteMoments } from '../../kit/crashing.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { History } from '../../kit/history.js';
import { instead } from '../../kit/instead.js';
import { FOLDER } from '../../kit/ledger.js';
import { noSql } from '../../kit/noSql.js';
import { seededRandom } from '../../kit/random.js';
import { trustingReads } from '../../kit/trusting.js';
import { Workload } from '../../kit/workload.js';

/** A mistake that a ledger could have: in how it uses the disk, in how it recovers, or in a method of its own. */
interface Mistake {
  readonly disk?: (disk: Disk) => Disk;
  readonly recovery?: (disk: Disk) => Disk;
  /** Makes the mistake, and gives back what undoes it. */
  readonly code?: () => () => void;
  /** Only the views show it. */
  readonly inViews?: boolean;
  /** The n-th flush of a segment fails. */
  readonly failingFlush?: number;
}

const isSegment = (path: string): boolean => path.endsWith('.seg');
const nothing = async (): Promise<void> => undefined;

/** Leaves out some flushes of segments: `skips` is asked with the number of the flush of an opened or made file. */
function withoutFlushes(skips: (flush: number) => boolean): (disk: Disk) => Disk {
  return (disk) =>
    wrapped(disk, {
      file: (inner, path) => {
        let flushes = 0;
        return { datasync: () => (isSegment(path) && skips((flushes += 1)) ? nothing() : inner.datasync()) };
      },
    });
}

function withoutFolderSync(folder: string): (disk: Disk) => Disk {
  return (disk) => wrapped(disk, { disk: { syncDir: (path) => (path === folder ? nothing() : disk.syncDir(path)) } });
}

/** Each flush takes effect only with the next one, as on a card that reports false success. */
function lateFlush(inner: DiskFile): Partial<DiskFile> {
  let owed = false;
  return {
    datasync: async () => {
      if (owed) await inner.datasync();
      owed = true;
    },
  };
}

/** What is written reaches the file only after the flush. */
function lateWrite(inner: DiskFile): Partial<DiskFile> {
  let waiting: [number, Uint8Array][] = [];
  return {
    write: (position, bytes) => void waiting.push([position, Buffer.from(bytes)]),
    datasync: async () => {
      await inner.datasync();
      for (const [position, bytes] of waiting) inner.write(position, bytes);
      waiting = [];
    },
  };
}

async function tryAgain(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    await work();
  }
}

/** Torn bytes stay where they are: zeros are written only where the file ends. */
function unclearedTail(disk: Disk): Disk {
  return wrapped(disk, {
    file: (inner, path) => ({
      write: (position, bytes) => {
        if (!isSegment(path) || bytes.some((byte) => byte !== 0)) inner.write(position, bytes);
      },
    }),
  });
}

/** Changes of some kinds are written and acknowledged, and flushed with what comes later. */
function unflushed(types: readonly string[]): () => void {
  return instead(Writer.prototype, 'append', (_, original, [entry, flush]) =>
    original(entry, flush !== false && !types.includes((entry as Entry).type)),
  );
}

const MISTAKES: Readonly<Record<string, Mistake>> = {
  'records are not flushed': { disk: withoutFlushes((flush) => flush > 1) },
  'every fourth flush is forgotten': { disk: withoutFlushes((flush) => flush % 4 === 0) },
  'the first flush of a file is forgotten': { disk: withoutFlushes((flush) => flush === 1) },
  'the names of segments are not synced': { disk: withoutFolderSync(`${FOLDER}/log`) },
  'the names of folders are not synced': { disk: withoutFolderSync(FOLDER) },
  'records are acknowledged before their flush': {
    disk: (disk) => wrapped(disk, { file: (inner, path) => (isSegment(path) ? lateFlush(inner) : {}) }),
  },
  'records are written after their flush': {
    disk: (disk) => wrapped(disk, { file: (inner, path) => (isSegment(path) ? lateWrite(inner) : {}) }),
  },
  'a failed flush is tried again on the same file': {
    failingFlush: 9,
    disk: (disk) => wrapped(disk, { file: (inner) => ({ datasync: () => tryAgain(() => inner.datasync()) }) }),
  },
  'checksums of records are not looked at': { recovery: trustingReads },
  'records claim to be durable themselves': {
    code: () =>
      instead(Writer.prototype, 'bytesOf', (writer, original, [entry]) => {
        const durable = writer['durable'];
        writer['durable'] = { ...writer['tail'], sequence: writer['tail'].sequence + 1 };
        const bytes = original(entry);
        writer['durable'] = durable;
        return bytes;
      }),
  },
  'zeros are written over the last record': {
    code: () => {
      // The zeros of a segment usually lie there before its first record; here every round of idle work writes them anew.
      const undoPrepare = instead(Writer.prototype, 'prepare', (writer, original, [bytes]) => {
        const { current } = writer['space'];
        current.zeroed = current.end;
        return original(bytes);
      });
      const undoFill = instead(SegmentSpace.prototype, 'fill', async (_, original, [given, limit]) => {
        const place = given as WritableSegment;
        const shifted = { segment: place.segment, end: place.end - 64, zeroed: place.end - 64 };
        const filled = await original(shifted, limit);
        place.zeroed = shifted.zeroed;
        return filled;
      });
      return () => {
        undoFill();
        undoPrepare();
      };
    },
  },
  'a given up file counts as the last one': {
    failingFlush: 9,
    code: () =>
      instead(Writer.prototype, 'giveUp', (writer, original, args) => {
        writer['durable'] = writer['tail'];
        return original(...args);
      }),
  },
  'a seal is left behind unflushed when the file changes': {
    code: () =>
      instead(Writer.prototype, 'commit', (writer, original, [batch]) => {
        writer['unflushedSeal'] = undefined;
        return original(batch);
      }),
  },
  'a torn tail is not cleared': { recovery: (disk) => unclearedTail(disk) },
  'a start takes the number of the one before': {
    code: () =>
      instead(Writer.prototype, 'bytesOf', (writer, original, [entry]) => {
        const own = writer.epoch;
        Object.assign(writer, { epoch: Math.max(1, own - 1) });
        const bytes = original(entry);
        Object.assign(writer, { epoch: own });
        return bytes;
      }),
  },
  'a start writes more than that it was': {
    code: () => {
      const opened = new WeakSet();
      return instead(IdleWork.prototype, 'schedule', (idleWork, original) => {
        const isStart = !opened.has(idleWork);
        opened.add(idleWork);
        if (isStart) void idleWork.writeSeal();
        return original();
      });
    },
  },
  'intents are not flushed before a processor is asked': { code: () => unflushed(['intent']) },
  'an abort counts before it is flushed': { code: () => unflushed(['abort']) },
  'a letter that was sent is noted without a flush': { code: () => unflushed(['audit']) },
  'keys are acknowledged without a flush': { code: () => unflushed(['key']) },
  'items and settings are acknowledged without a flush': { code: () => unflushed(['item', 'setting']) },
  'print jobs come behind their receipt': {
    code: () =>
      instead(Writer.prototype, 'appendAfter', (writer, _, [others, last]) => {
        const written = writer.append(last as Entry);
        for (const entry of others as Entry[]) void writer.append(entry);
        return written;
      }),
  },
  'snapshots lack the sums that are in memory': {
    inViews: true,
    code: () => instead(MainView.prototype, 'image', (view) => view['view'].image()),
  },
  'full segments are not listed': {
    inViews: true,
    code: () => instead(MainView.prototype, 'putSegment', () => undefined),
  },
};

const random = seededRandom();
/** States that are tried at each moment, by try: few at first, as most mistakes show at many moments, and cuts soon cost more than a new try. */
const LIMITS: readonly number[] = [1, 2, 4, 10, ...Array<number>(12).fill(40)];

async function violationOf(mistake: Mistake, limit: number): Promise<string | undefined> {
  const history = new History();
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  let flushes = 0;
  disk.fault = (operation, path) => {
    if (operation === 'datasync' && isSegment(path)) flushes += 1;
    return operation === 'datasync' && flushes === mistake.failingFlush ? 'EIO' : undefined;
  };
  const { points, note } = noteMoments(disk, history);
  const viewsEach = mistake.inViews === true ? 20 : 0;
  const check = new CrashCheck({ random, limit, deepEach: 40, nestedLimit: 2, viewsEach, wrap: mistake.recovery });
  try {
    const sql = mistake.inViews === true ? await loadSql() : noSql;
    await new Workload(mistake.disk?.(disk) ?? disk, history, random, { sql }).run(5);
  } catch (error) {
    return `the ledger threw: ${String(error)}`;
  }
  note();
  return (await check.run(history, points))?.what;
}

for (const [name, mistake] of shareOf(Object.entries(MISTAKES))) {
  test(`it would be seen if ${name}`, async () => {
    const undo = mistake.code?.() ?? (() => undefined);
    let violation: string | undefined;
    try {
      for (const limit of LIMITS) {
        violation = await violationOf(mistake, limit);
        if (violation !== undefined) break;
      }
    } finally {
      undo();
    }
    process.stdout.write(`${name}: ${violation?.split('\n')[0] ?? 'nothing was seen'}\n`);
    assert.ok(violation);
  });
}

test.run();

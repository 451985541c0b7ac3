import { english } from '../../../../src/base/index.js';
// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Disk } from '../../../../src/base/disk.js';
import { SalePriority } from '../../../../src/base/salePriority.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { Scrub } from '../../../../src/platform/ledger/scrub/scrub.js';
import { DATA_START } from '../../../../src/platform/ledger/segment.js';
import { verifyLedger } from '../../../../src/platform/ledger/verify.js';
import { segment, written } from '../../../kit/damage.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import type { State } from '../../../kit/disk/powerCut.js';
import { wrapped } from '../../../kit/disk/wrapped.js';
import { HandClock, settled } from '../../../kit/handClock.js';
import { DAY_MS, FOLDER, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';
import { repaired } from '../../../kit/repair.js';

const random = seededRandom();
const SECOND = 1000;
const NOTE = `${FOLDER}/scrub.json`;
let state: State;
let receipts: readonly IssuedInvoice[];

test.before(async () => {
  ({ state, receipts } = await written(random, 120));
});

/** A read of a segment. */
interface Read {
  readonly path: string;
  readonly position: number;
  readonly length: number;
}

/** A box whose log is being read, with a clock that moves only when a test moves it. */
class Reading {
  readonly clock = new HandClock();
  readonly sales = new SalePriority(this.clock);
  /** What the reading has read, and what was written, in their order. */
  readonly calls: string[] = [];
  readonly reads: Read[] = [];
  /** While it is set, reads wait for it. */
  hanging: Promise<void> | undefined;
  readonly logged: string[] = [];
  /** How often the place was noted on the disk. */
  notes = 0;

  private constructor(
    readonly below: MemoryDisk,
    readonly ledger: Ledger,
    readonly scrub: Scrub,
  ) {}

  static async open(below: MemoryDisk, noteEvery = 8 * 1024): Promise<Reading> {
    const made: { reading?: Reading } = {};
    const disk = wrapped(below, {
      file: (inner, path) => ({
        write(position, bytes) {
          if (path.startsWith(NOTE)) made.reading!.notes += 1;
          inner.write(position, bytes);
        },
        async read(position, length) {
          made.reading?.noteRead({ path, position, length });
          await made.reading?.hanging;
          return inner.read(position, length);
        },
      }),
    });
    const writing = wrapped(below, {
      file: (inner, path) => ({
        write(position, bytes) {
          if (path.endsWith('.seg')) made.reading?.calls.push('write');
          inner.write(position, bytes);
        },
        async datasync() {
          await inner.datasync();
          if (path.endsWith('.seg')) made.reading?.calls.push('flushed');
        },
      }),
    });
    const ledger = await openLedger(writing);
    const clock = new HandClock();
    const log = (event: string): void => void made.reading?.logged.push(event);
    const scrub = await Scrub.open({ disk, folder: FOLDER, ledger, clock, log, noteEvery });
    const reading = new Reading(below, ledger, scrub);
    Object.assign(reading, { clock, sales: new SalePriority(clock) });
    made.reading = reading;
    return reading;
  }

  private noteRead(read: Read): void {
    if (!read.path.endsWith('.seg')) return;
    this.calls.push('read');
    this.reads.push(read);
  }

  start(): void {
    this.scrub.start(this.sales.slice);
  }

  /** Lets time pass, a tenth of a second at a time, and waits for what is done then. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 100) {
      this.clock.pass(100);
      for (let turn = 0; turn < 8; turn += 1) await settled();
    }
  }

  /** Begins to read, until the disk does not answer a read; gives what lets it go on. */
  async untilOneHangs(): Promise<() => void> {
    this.start();
    await this.pass(65 * SECOND);
    let go = (): void => undefined;
    this.hanging = new Promise((resolve) => (go = resolve));
    const before = this.reads.length;
    for (let tenth = 0; tenth < 300 && this.reads.length === before; tenth += 1) await this.pass(100);
    assert.is(this.reads.length, before + 1, 'one piece, which hangs');
    return go;
  }

  /** Until the whole log was read. */
  async finish(): Promise<void> {
    const finished = (): number => this.logged.filter((event) => event === 'ledger.scrubbed').length;
    const before = finished();
    for (let second = 0; second < 300 && finished() === before; second += 1) await this.pass(SECOND);
    assert.is(finished(), before + 1, 'it comes to its end');
    await this.pass(SECOND);
  }

  /** True when its position, as saved on the disk, is in this segment. */
  isNotedIn(number: number): boolean {
    const note = this.below.contents().get(NOTE);
    if (!(note instanceof Buffer)) return false;
    const { position } = JSON.parse(note.toString()) as { position: { segment: number } | null };
    return position?.segment === number;
  }

  /** The process is killed: nothing more is written. */
  kill(): MemoryDisk {
    return this.below.copy();
  }

  async close(): Promise<void> {
    await this.scrub.stop();
    await this.ledger.close();
  }
}

/** A flipped bit in a receipt of the second segment; returns the sequence of its record. */
function flipBit(disk: MemoryDisk): void {
  disk.damage(segment(2), (bytes) => {
    bytes.writeUInt8(bytes.readUInt8(DATA_START + 600) ^ 1, DATA_START + 600);
    return bytes;
  });
}

async function faultsOf(disk: Disk): Promise<readonly string[]> {
  return (await verifyLedger({ disk, folder: FOLDER })).faults.map(english);
}

test('a sound log is read from its beginning to its end once a month, and nothing is written but where it stands', async () => {
  const reading = await Reading.open(new MemoryDisk(state));
  reading.start();
  await reading.pass(59 * SECOND);
  assert.is(reading.reads.length, 0, 'not while the box starts');
  await reading.finish();
  const { records, damage } = reading.scrub.report;
  assert.equal([records, damage], [reading.ledger.end.sequence, []]);
  assert.ok(reading.logged.includes('ledger.scrubbed'));
  for (const number of [1, 2, 3]) assert.ok(reading.reads.some(({ path }) => path === segment(number)));
  const count = reading.reads.length;
  reading.clock.wallError += 29 * DAY_MS;
  await reading.pass(130 * SECOND);
  assert.is(reading.reads.length, count, 'a month has not passed');
  reading.clock.wallError += DAY_MS;
  await reading.finish();
  assert.ok(reading.reads.length >= 2 * count - 2);
  await reading.close();
});

test('the flash is spared: where it stands is noted once for so many bytes that were read', async () => {
  const notes = async (noteEvery: number): Promise<number> => {
    const reading = await Reading.open(new MemoryDisk(state), noteEvery);
    reading.start();
    await reading.pass(60 * SECOND);
    await reading.finish();
    await reading.close();
    return reading.notes;
  };
  assert.is(await notes(2 ** 30), 2, 'that it has begun, and that it was read to its end');
  const segments = [...state].flatMap(([path, file]) => (path.endsWith('.seg') ? [file.length - DATA_START] : []));
  const bytes = segments.reduce((sum, length) => sum + length, 0);
  const most = 2 + bytes / (64 * 1024);
  const noted = await notes(64 * 1024);
  assert.ok(noted > 2 && noted <= most, `${noted} of at most ${most}`);
  assert.ok((await notes(8 * 1024)) > 3);
});

test('no more than a quarter of a megabyte is read in a second', async () => {
  const reading = await Reading.open(new MemoryDisk(state));
  reading.start();
  await reading.pass(60 * SECOND);
  for (let second = 0; second < 10; second += 1) {
    const before = reading.reads.length;
    await reading.pass(SECOND);
    const bytes = reading.reads.slice(before).reduce((sum, { length }) => sum + length, 0);
    assert.ok(bytes <= (256 + 64) * 1024, `${bytes} bytes`);
  }
  await reading.close();
});

test('a flipped bit in an old receipt is found, remembered over a restart, and told as verify tells it; sales go on', async () => {
  const disk = new MemoryDisk(state);
  flipBit(disk);
  const first = await Reading.open(disk);
  assert.equal(first.ledger.damage, [], 'the start has not looked there');
  first.start();
  await first.pass(60 * SECOND);
  await first.finish();
  const [damage] = first.scrub.report.damage;
  assert.ok(damage);
  assert.is(damage.segment, 2);
  const [fault = ''] = await faultsOf(disk);
  assert.match(fault, new RegExp(`records? ${damage.firstMissing}\\b.* missing in segment 2 at ${damage.offset}`));
  assert.ok(first.logged.includes('ledger.scrub_damage'));
  assert.is(first.ledger.failure, undefined);
  const sold = new ReceiptMaker(random).next(first.ledger);
  assert.ok((await first.ledger.issue(sold)).ok);

  const again = await Reading.open(first.kill());
  assert.equal(again.scrub.report.damage, [damage], 'kill -9 does not forget it');
  again.start();
  await again.pass(60 * SECOND);
  await again.finish();
  assert.equal(again.scrub.report.damage, [damage], 'nor does a reading that finds it again');

  const mended = again.kill();
  mended.damage(segment(2), () => Buffer.from(state.get(segment(2)) as Buffer));
  const third = await Reading.open(mended);
  assert.equal(third.scrub.report.damage, [damage], 'nobody has read it yet');
  third.start();
  await third.pass(60 * SECOND);
  await third.finish();
  assert.equal(third.scrub.report.damage, [], 'a newer reading that finds it sound does');
  assert.equal((await Reading.open(third.kill())).scrub.report.damage, []);
  for (const reading of [first, again, third]) await reading.close();
});

test('a loss that an owner has settled is no damage any more, be it remembered from before', async () => {
  const disk = new MemoryDisk(state);
  flipBit(disk);
  const first = await Reading.open(disk);
  first.start();
  await first.pass(60 * SECOND);
  await first.finish();
  assert.is(first.scrub.report.damage.length, 1);
  await first.close();
  await repaired(disk);
  const again = await Reading.open(disk);
  assert.equal(again.scrub.report.damage, []);
  again.start();
  await again.pass(60 * SECOND);
  await again.finish();
  assert.equal(again.scrub.report.damage, []);
  assert.not.ok(again.logged.includes('ledger.scrub_damage'));
  await again.close();
});

test('a block that the disk does not give back is found too, though it has no bits to compare', async () => {
  const below = new MemoryDisk(state);
  const bad = DATA_START + 4096;
  const reading = await Reading.open(below);
  below.before = () => undefined;
  const open = below.open.bind(below);
  below.open = async (path) => {
    const file = await open(path);
    if (path !== segment(1)) return file;
    const read = file.read.bind(file);
    file.read = async (position, length) => {
      if (position < bad + 4096 && bad < position + length) {
        below.fault = () => 'EIO';
        try {
          return await read(position, length);
        } finally {
          below.fault = () => undefined;
        }
      }
      return read(position, length);
    };
    return file;
  };
  reading.start();
  await reading.pass(60 * SECOND);
  await reading.finish();
  assert.is(reading.scrub.report.damage[0]?.segment, 1);
  await reading.close();
});

test('after kill -9 in the middle it goes on where it stood, and reads nothing of what lies before', async () => {
  const first = await Reading.open(new MemoryDisk(state));
  first.start();
  await first.pass(60 * SECOND);
  for (let tenth = 0; tenth < 3000 && !first.isNotedIn(3); tenth += 1) await first.pass(100);
  assert.ok(first.isNotedIn(3), 'it was noted in the third segment');
  const second = await Reading.open(first.kill());
  second.start();
  await second.pass(60 * SECOND);
  await second.finish();
  assert.equal(
    second.reads.filter(({ path }) => path === segment(1) || path === segment(2)),
    [],
  );
  assert.is(second.scrub.report.records, second.ledger.end.sequence);
  await first.close();
  await second.close();
});

test('damage that a reading has found before it was cut short is told while the next one goes on, and at its end', async () => {
  const disk = new MemoryDisk(state);
  flipBit(disk);
  const first = await Reading.open(disk);
  first.start();
  await first.pass(60 * SECOND);
  for (let tenth = 0; tenth < 3000 && !first.isNotedIn(3); tenth += 1) await first.pass(100);
  assert.ok(first.isNotedIn(3), 'it was noted in the third segment');
  const [damage] = first.scrub.report.damage;
  assert.is(damage?.segment, 2);
  const second = await Reading.open(first.kill());
  assert.equal(second.scrub.report.damage, [damage]);
  second.start();
  await second.pass(60 * SECOND);
  await second.finish();
  assert.not.ok(
    second.reads.some(({ path }) => path === segment(2)),
    'the second one does not come there',
  );
  assert.equal(second.scrub.report.damage, [damage]);
  assert.equal((await Reading.open(second.kill())).scrub.report.damage, [damage]);
  await first.close();
  await second.close();
});

test('what a reading found before its place in the log was gone is found again, or is no damage any more', async () => {
  const disk = new MemoryDisk(state);
  flipBit(disk);
  const first = await Reading.open(disk);
  first.start();
  await first.pass(60 * SECOND);
  for (let tenth = 0; tenth < 3000 && !first.isNotedIn(3); tenth += 1) await first.pass(100);
  assert.is(first.scrub.report.damage.length, 1);
  // The folder was copied from a sound one, where another record is at that place.
  const mended = first.kill();
  mended.damage(segment(2), () => Buffer.from(state.get(segment(2)) as Buffer));
  mended.damage(NOTE, (bytes) => {
    const note = JSON.parse(bytes.toString()) as { position: { start: number } };
    note.position.start += 1;
    return Buffer.from(JSON.stringify(note));
  });
  const second = await Reading.open(mended);
  second.start();
  await second.pass(60 * SECOND);
  await second.finish();
  assert.ok(
    second.reads.some(({ path }) => path === segment(1)),
    'it begins anew',
  );
  assert.equal(second.scrub.report.damage, []);
  await first.close();
  await second.close();
});

test('a place in a log that is another one is not gone on from', async () => {
  const disk = new MemoryDisk(state);
  const first = await Reading.open(disk);
  first.start();
  for (let tenth = 0; tenth < 3000 && !first.below.contents().has(NOTE); tenth += 1) await first.pass(100);
  for (let tenth = 0; tenth < 600; tenth += 1) {
    const note = first.below.contents().get(NOTE) as Buffer;
    if ((JSON.parse(note.toString()) as { position: object | null }).position !== null) break;
    await first.pass(100);
  }
  const other = first.kill();
  const { state: otherState } = await written(random, 120);
  const note = other.contents().get(NOTE) as Buffer;
  const replaced = new MemoryDisk(new Map([...otherState, [NOTE, note]]));
  const second = await Reading.open(replaced);
  second.start();
  await second.pass(60 * SECOND);
  await second.finish();
  assert.ok(second.reads.some(({ path, position }) => path === segment(1) && position === DATA_START));
  assert.equal(second.scrub.report.damage, []);
  await first.close();
  await second.close();
});

test('a sale does not wait for a read that hangs, and no read is begun before the box is at rest again', async () => {
  const reading = await Reading.open(new MemoryDisk(state));
  const go = await reading.untilOneHangs();
  reading.calls.splice(0);
  const sold = new ReceiptMaker(random).next(reading.ledger);
  await reading.sales.during(async () => {
    assert.ok((await reading.ledger.issue(sold)).ok);
    assert.equal(reading.calls.slice(-2), ['write', 'flushed'], 'the sale is on the disk, and the read still hangs');
    reading.hanging = undefined;
    go();
    for (let turn = 0; turn < 20; turn += 1) await settled();
    assert.not.ok(reading.calls.includes('read'), 'nothing is begun beside the sale');
  });
  await reading.pass(SECOND);
  assert.not.ok(reading.calls.includes('read'), 'nor in the seconds after it');
  await reading.finish();
  assert.ok(reading.calls.includes('read'));
  await reading.close();
});

test('a stop does not wait for a read that hangs', async () => {
  const reading = await Reading.open(new MemoryDisk(state));
  const go = await reading.untilOneHangs();
  await reading.scrub.stop();
  go();
  await reading.ledger.close();
});

test('a record that a list has met damaged is remembered over a restart', async () => {
  const disk = new MemoryDisk(state);
  const reading = await Reading.open(disk);
  const bytes = (disk.names.get(segment(1)) as { current: Buffer }).current;
  bytes.writeUInt8(bytes.readUInt8(DATA_START + 600) ^ 1, DATA_START + 600);
  await reading.ledger.invoices({ environment: 'sandbox', skip: 0, limit: 1000 });
  assert.is(reading.ledger.failure, 'damaged');
  reading.start();
  await reading.pass(61 * SECOND);
  const next = await Reading.open(reading.kill());
  assert.is(next.scrub.report.damage.length, 1);
  assert.is(next.ledger.failure, undefined);
  assert.ok(receipts.length > 0);
  await reading.close();
  await next.ledger.close();
});

test.run();

import { join } from 'node:path';
import { ENVIRONMENTS } from '../../../contract/index.js';
import { failed, ok, readWhole, type Result, type UtcMs } from '../../../base/index.js';
import type { LostStretch } from '../boxEvent.js';
import { changeOf } from '../change.js';
import { DATA_START, DICTIONARY, dictionaryOf, segmentName } from '../segment.js';
import type { SegmentFiles } from '../files.js';
import { isWithin, unacceptedDamage } from '../recovery.js';
import { VIEWS_FOLDER } from '../open.js';
import { type Position, recordAt, type RecordVisitor } from '../scan.js';
import type { TolerantDisk } from '../tolerantDisk.js';
import { applyToMain } from '../views/applyToMain.js';
import { IndexFiles } from '../views/indexFiles.js';
import { MainView } from '../views/main.js';
import { loadSnapshots, newestSnapshotPosition, type Snapshot } from '../views/snapshot.js';
import { LostReceipts } from './lostReceipts.js';
import { mendedSegment, type PlacedRecord, segmentOf } from './mendedSegment.js';
import { type LogToRead, type Reading, readLog, stagedFiles, stretchesOf } from './reading.js';
import type { NoRepair, RepairPlan, RepairSource } from './repairPlan.js';
import { restatedChanges } from './restated.js';

/**
 * Gap in the sequences when it is unknown how far the log went. It is larger than the number of records that lost
 * segments at its end can contain.
 */
const TAIL_GAP = 1_000_000;
/** The same gap for epochs, the starts of the box. */
const EPOCH_GAP = 1000;

/** The log as found on the disk. */
interface FoundLog {
  readonly disk: TolerantDisk;
  readonly logFolder: string;
  readonly files: SegmentFiles;
  readonly numbers: readonly number[];
  readonly boxId: Buffer;
  /** True when the file with the id of the box has a wrong id. */
  readonly isIdWrong: boolean;
}

/** Determines a repair step by step. */
export class Planner {
  /** Segments in the state that the repair produces, by number. */
  private readonly staged = new Map<number, Buffer>();
  /** Numbers of segments without a valid header of this box. */
  private readonly headless: number[] = [];

  constructor(
    private readonly source: RepairSource,
    private readonly log: FoundLog,
  ) {}

  async plan(): Promise<Result<RepairPlan, NoRepair>> {
    const { backup } = this.source;
    await this.stageHeadless();
    const before = await this.read();
    if (before.damage.some(({ isLater }) => isLater)) return failed('later');
    const reading = backup === undefined ? before : await this.withBackup(before, backup);
    const { disk, boxId, isIdWrong: mendsId } = this.log;
    const savedEnd = await newestSnapshotPosition(disk, this.viewsFolder, boxId.toString('hex'));
    const isDamaged =
      mendsId || unacceptedDamage(before.damage, before.losses).length > 0 || (await this.isHeaderLost());
    const tail = await this.lostTail(reading, savedEnd, isDamaged);
    const all = [...stretchesOf(reading.damage), ...(tail === undefined ? [] : [tail])];
    const stretches = all.filter((stretch) => unacceptedDamage([stretch], reading.losses).length > 0);
    const found = await this.collect(reading, stretches);
    if (this.staged.size === 0 && stretches.length === 0 && !mendsId) return failed('sound');
    const { position } = reading;
    return ok({
      ...{ boxId, mendsId, segments: this.staged, stretches, ...found },
      suspects: new Set([...reading.suspects, ...this.headless, Math.max(0, ...this.log.numbers)]),
      lastNumbers: tail === undefined ? [] : found.lastNumbers,
      givenBack: countOf(before) - countOf(reading) + position.sequence - before.position.sequence,
      end: {
        sequence: tail?.lastMissing ?? position.sequence,
        epoch: Math.max(position.epoch, savedEnd?.epoch ?? 0) + (tail === undefined ? 1 : EPOCH_GAP),
        hash: position.hash,
      },
      nextSegment: Math.max(0, ...this.log.numbers, ...this.staged.keys()) + 1,
      unproven: reading.unproven.filter(({ segment }) => !this.staged.has(segment)),
    });
  }

  private get viewsFolder(): string {
    return join(this.source.folder, VIEWS_FOLDER);
  }

  private read(visit?: RecordVisitor): Promise<Reading> {
    return readLog(this.toRead, visit);
  }

  private get toRead(): LogToRead {
    const { disk, logFolder: folder, boxId } = this.log;
    return { disk, folder, boxId, staged: this.staged };
  }

  private async bytesOf(number: number): Promise<Buffer | undefined> {
    const { disk, logFolder } = this.log;
    return (await readWhole(disk, join(logFolder, segmentName(number)))) ?? undefined;
  }

  private headOf(number: number): { number: number; boxId: Buffer; createdAt: UtcMs } {
    return { number, boxId: this.log.boxId, createdAt: this.source.now() };
  }

  /**
   * Creates a new header for each segment that has no valid one, and for each missing segment, with the intact records.
   */
  private async stageHeadless(): Promise<void> {
    const { files, numbers, boxId } = this.log;
    const dictionaries: Buffer[] = [DICTIONARY];
    const foreign = new Set<number>();
    for (let number = 1; number <= Math.max(0, ...numbers); number += 1) {
      const segment = numbers.includes(number) ? await files.find(number) : undefined;
      if (segment?.boxId.equals(boxId) === true) dictionaries.push(segment.dictionary);
      else this.headless.push(number);
      // Its records would appear to be of this box.
      if (segment !== undefined && !segment.boxId.equals(boxId)) foreign.add(number);
    }
    for (const number of this.headless) {
      const own = foreign.has(number) ? undefined : await this.bytesOf(number);
      const segment = await mendedSegment(this.headOf(number), own ?? Buffer.alloc(0), undefined, dictionaries);
      this.staged.set(number, segment);
    }
  }

  /**
   * Adds the records of a backup to suspect segments. Returns the previous reading if these records do not continue
   * those of the log.
   */
  private async withBackup(before: Reading, backup: ReadonlyMap<number, Buffer>): Promise<Reading> {
    const last = Math.max(0, ...this.log.numbers);
    const suspects = new Set([...before.suspects, ...this.headless]);
    const kept = new Map(this.staged);
    for (const [number, bytes] of backup) {
      if (number < last && !suspects.has(number)) continue;
      const own = this.staged.get(number) ?? (await this.bytesOf(number)) ?? Buffer.alloc(0);
      this.staged.set(number, await mendedSegment(this.headOf(number), own, bytes, [DICTIONARY]));
    }
    const after = await this.read();
    const isOfThisLog = stretchesOf(after.damage).every((one) =>
      stretchesOf(before.damage).some(
        (other) => other.firstMissing <= one.firstMissing && one.lastMissing <= other.lastMissing,
      ),
    );
    if (isOfThisLog && after.position.sequence >= before.position.sequence) {
      return { ...after, suspects: new Set([...before.suspects, ...after.suspects, ...backup.keys()]) };
    }
    this.staged.clear();
    for (const [number, bytes] of kept) this.staged.set(number, bytes);
    return before;
  }

  /**
   * True when a segment has lost a header that was complete once. The creation of the last one may have been
   * interrupted.
   */
  private async isHeaderLost(): Promise<boolean> {
    const { files, numbers } = this.log;
    for (const number of this.headless) {
      if (!numbers.includes(number) || !(await files.isUnfinished(number))) return true;
    }
    return false;
  }

  /** True when there are non-zero bytes after the last readable record; they may be remains of later records. */
  private async isEndDirty({ segment, offset }: Position): Promise<boolean> {
    for (const number of this.log.numbers.filter((one) => one >= segment)) {
      const bytes = await this.bytesOf(number);
      const end = bytes?.findLastIndex((byte) => byte !== 0) ?? -1;
      if (end >= (number === segment ? offset : DATA_START)) return true;
    }
    return false;
  }

  /**
   * The records after the last readable one, if there may have been any. On a damaged disk bytes there are never
   * treated as a torn write.
   */
  private async lostTail(
    { position, damage }: Reading,
    savedEnd: Position | undefined,
    isDamaged: boolean,
  ): Promise<LostStretch | undefined> {
    const { files, numbers } = this.log;
    let isLost = damage.some(({ isUnread }) => isUnread) || (savedEnd?.sequence ?? 0) > position.sequence;
    if (position.sequence === 0 || (isDamaged && (await this.isEndDirty(position)))) isLost = true;
    for (const number of this.headless.filter((headless) => headless > position.segment)) {
      if (!numbers.includes(number) || !(await files.isUnfinished(number))) isLost = true;
    }
    if (!isLost) return undefined;
    const { segment, offset, sequence } = position;
    const lastMissing = Math.max(sequence, savedEnd?.sequence ?? 0) + TAIL_GAP;
    return { segment, offset, firstMissing: sequence + 1, lastMissing };
  }

  /** Reads the log again for every record that remains, and stages the suspect segments with only those. */
  private async collect(reading: Reading, stretches: readonly LostStretch[]) {
    const receipts = new LostReceipts(stretches);
    const lastNumbers = new Map<string, string>();
    const accepted = new Map<number, PlacedRecord[]>();
    for (const number of [...reading.suspects, ...this.headless]) accepted.set(number, []);
    const snapshot = await this.snapshotFor(stretches);
    const rebuilt = new MainView(this.source.sql);
    try {
      await this.read(({ record, segment, offset }) => {
        const { sequence } = record.head;
        if (isWithin(reading.damage, sequence)) return undefined;
        const change = changeOf(record, segment.dictionary);
        applyToMain(rebuilt, change, sequence);
        if (snapshot !== undefined && sequence > snapshot.position.sequence)
          applyToMain(snapshot.main, change, sequence);
        if (change.type === 'result') {
          const { invoiceNumber } = change.row;
          receipts.takeReadable(sequence, change.row);
          lastNumbers.set(invoiceNumber.slice(0, invoiceNumber.lastIndexOf('-')), invoiceNumber);
        }
        const placed = accepted.get(segment.number);
        if (placed === undefined) return undefined;
        return segment.file.read(offset, record.length).then((bytes) => {
          placed.push({ offset, bytes: Buffer.from(bytes) });
        });
      });
      await this.stage(accepted);
      await this.takeIndexed(receipts, snapshot, [...accepted.keys()]);
      return {
        receipts: receipts.all,
        gaps: receipts.gaps,
        openIntents: ENVIRONMENTS.reduce((sum, environment) => sum + rebuilt.intents(environment).length, 0),
        lastNumbers: [...lastNumbers.values()],
        restated: snapshot === undefined ? [] : restatedChanges(snapshot.main, rebuilt),
      };
    } finally {
      rebuilt.close();
      snapshot?.main.close();
    }
  }

  /** The newest snapshot of this log, even if its last record is among the lost ones. */
  private async snapshotFor(stretches: readonly LostStretch[]): Promise<Snapshot | undefined> {
    const { disk, boxId } = this.log;
    const files = stagedFiles(this.toRead);
    try {
      const [folder, box] = [this.viewsFolder, boxId.toString('hex')];
      for await (const snapshot of loadSnapshots(disk, folder, box, this.source.sql, { earlier: true })) {
        const { segment: number, start, sequence, hash } = snapshot.position;
        const segment = (await files.numbers()).includes(number) ? await files.find(number) : undefined;
        const record = segment && (await recordAt(segment, start));
        if (record?.hash.equals(hash) === true || isWithin(stretches, sequence)) return snapshot;
        snapshot.main.close();
      }
      return undefined;
    } finally {
      await files.close();
    }
  }

  private async stage(accepted: ReadonlyMap<number, readonly PlacedRecord[]>): Promise<void> {
    const { disk, files, logFolder, numbers, boxId } = this.log;
    for (const [number, records] of accepted) {
      const before = numbers.includes(number) ? await this.bytesOf(number) : undefined;
      const staged = this.staged.get(number);
      const dictionary = staged === undefined ? (await files.open(number)).dictionary : dictionaryIn(staged, number);
      const size = Math.max(before?.length ?? 0, staged?.length ?? 0);
      const segment = segmentOf({ ...this.headOf(number), dictionary, boxId }, records, size);
      // An intact header contains the time of creation.
      if (!this.headless.includes(number)) before?.copy(segment, 0, 0, DATA_START);
      const isUnread = disk.lostOf(join(logFolder, segmentName(number))).length > 0;
      if (before?.equals(segment) === true && !isUnread) this.staged.delete(number);
      else this.staged.set(number, segment);
    }
  }

  private async takeIndexed(
    receipts: LostReceipts,
    snapshot: Snapshot | undefined,
    numbers: readonly number[],
  ): Promise<void> {
    const { disk, boxId } = this.log;
    const files = new IndexFiles({ disk, folder: this.viewsFolder, boxId: boxId.toString('hex') });
    for (const receipt of snapshot?.index.receipts() ?? []) receipts.takeIndexed(receipt);
    for (const number of numbers) {
      for (const receipt of (await files.load(number, { earlier: true }))?.receipts() ?? [])
        receipts.takeIndexed(receipt);
    }
  }
}

function dictionaryIn(segment: Buffer, number: number): Buffer {
  return dictionaryOf(segment, number) ?? DICTIONARY;
}

function countOf({ damage }: Reading): number {
  return stretchesOf(damage).reduce((sum, { firstMissing, lastMissing }) => sum + lastMissing - firstMissing + 1, 0);
}

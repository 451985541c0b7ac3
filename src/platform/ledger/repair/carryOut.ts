import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { dayText, type Disk, formatMoney, readWhole, writeAtomic, english } from '../../../base/index.js';
import type { RecordsLost } from '../boxEvent.js';
import { changeEntry } from '../change.js';
import type { AuditEntry, Change } from '../changeTypes.js';
import { DATA_START, DICTIONARY, segmentName } from '../segment.js';
import { ID_FILE, identityBytes } from '../identity.js';
import { LOG_FOLDER, QUARANTINE_FOLDER } from '../open.js';
import { encodeRecord, recordHash } from '../record.js';
import { tolerant } from '../tolerantDisk.js';
import { verifyLedger } from '../verify.js';
import type { LostReceipt } from './lostReceipts.js';
import { type PlacedRecord, segmentOf } from './mendedSegment.js';
import type { RepairPlan, RepairSource } from './repairPlan.js';
import { stagedDisk } from './reading.js';

/** A completed repair. */
interface Repaired {
  /** Unmodified copies of the damaged files, in the quarantine folder. */
  readonly setAside: RecordsLost['setAside'];
}

/**
 * Carries out a plan on behalf of `by`, a person's name. Damaged segments are first copied to the quarantine folder.
 * Then a new segment records what is lost and who decided. Then the damaged segments are replaced. A power cut leaves
 * either the damaged ledger or a repaired one, and calling this again completes it. Throws DiskError, and Error when
 * the outcome would not be sound; then nothing was changed. `mark` is called just before the decision is written: from
 * then on the box may start.
 */
export async function repairLedger(
  source: RepairSource,
  plan: RepairPlan,
  by: string,
  mark?: () => Promise<void>,
): Promise<Repaired> {
  const { disk, folder } = source;
  const logFolder = join(folder, LOG_FOLDER);
  const originals = await copies(disk, folder, plan);
  const setAside = [...originals].map(([name, bytes]) => ({ name, sha256: sha256(bytes) }));
  const added = newSegment(source, plan, by, setAside);
  const pathOf = (number: number): string => join(logFolder, segmentName(number));
  // The decision is written first: with it no later step can be mistaken for a new loss.
  const files = new Map([
    [pathOf(plan.nextSegment), added] as const,
    ...[...plan.segments].map(([number, bytes]) => [pathOf(number), bytes] as const),
    ...(plan.mendsId ? [[join(folder, ID_FILE), identityBytes(plan.boxId)] as const] : []),
  ]);
  await checkOutcome(source, files);

  await setAsideAll(disk, join(folder, QUARANTINE_FOLDER), originals);
  await disk.syncDir(folder); // the folder itself may be new
  await rewriteUnproven(disk, logFolder, plan);
  await disk.makeDir(logFolder);
  await mark?.();
  for (const [path, bytes] of files) await writeAtomic(disk, path, bytes);
  return { setAside };
}

/** The files to be replaced, by their names in the quarantine folder. Unreadable blocks are zeros. */
async function copies(disk: Disk, folder: string, { segments, mendsId }: RepairPlan): Promise<Map<string, Buffer>> {
  const originals = new Map<string, Buffer>();
  const reading = tolerant(disk);
  const names = [
    ...[...segments.keys()].map((number) => join(LOG_FOLDER, segmentName(number))),
    ...(mendsId ? [ID_FILE] : []),
  ];
  for (const name of names) {
    const bytes = await readWhole(reading, join(folder, name));
    if (bytes !== null) originals.set(nameOf(basename(name), bytes), bytes);
  }
  return originals;
}

/** `000003-9f86d081884c7d65.seg`: the name with the first 16 hex digits of the SHA-256 of the bytes. */
function nameOf(file: string, bytes: Buffer): string {
  return file.replace('.', `-${sha256(bytes).slice(0, 16)}.`);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function setAsideAll(disk: Disk, quarantine: string, originals: ReadonlyMap<string, Buffer>): Promise<void> {
  await disk.makeDir(quarantine);
  const there = await disk.list(quarantine);
  for (const [name, bytes] of originals) {
    if (!there.includes(name)) await writeAtomic(disk, join(quarantine, name), bytes);
  }
}

/** These records may be only in the page cache, but the records of the new segment state that they are durable. */
async function rewriteUnproven(disk: Disk, logFolder: string, { unproven }: RepairPlan): Promise<void> {
  for (const { segment, offset, length } of unproven) {
    const file = await disk.open(join(logFolder, segmentName(segment)));
    try {
      file.write(offset, await file.read(offset, length));
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

/**
 * The next segment of the log: the decision, the lost receipts for the audit, and the records that are written again.
 */
function newSegment(source: RepairSource, plan: RepairPlan, by: string, setAside: RecordsLost['setAside']): Buffer {
  const { boxId, end, nextSegment: number, receipts, gaps, restated, stretches } = plan;
  const at = source.now();
  const keys = receipts.flatMap(({ environment, clientRequestId: id }) => (id === null ? [] : [{ environment, id }]));
  const event = { kind: 'records-lost', at, by, stretches, setAside, receipts: receipts.length, keys } as const;
  const audit = (operation: string, subject: string | null): Change => {
    const entry: AuditEntry = { event: 'operation', operation, subject, user: NOBODY, name: by, isDone: true };
    return { type: 'audit', entry };
  };
  const changes = [
    { type: 'event', event } as const,
    audit(
      'ledger.repair',
      stretches.map(({ firstMissing, lastMissing }) => `${firstMissing}-${lastMissing}`).join(', ') || null,
    ),
    ...receipts.map((receipt) => audit('ledger.lost', receiptText(receipt))),
    ...gaps.map(({ after, before, atMost }) => audit('ledger.lost', `${after} < ? < ${before}  (≤ ${atMost})`)),
    ...restated,
  ];
  const records: PlacedRecord[] = [];
  let offset = DATA_START;
  let { sequence, hash: previous } = end;
  for (const change of changes) {
    if (change.type === 'result') continue;
    const { type, flags, time, row, body } = changeEntry(change, at);
    sequence += 1;
    const head = { type, flags, sequence, epoch: end.epoch, durable: end.sequence, time, previous };
    const bytes = encodeRecord(number, head, row, body(DICTIONARY));
    records.push({ offset, bytes });
    offset += bytes.length;
    previous = recordHash(bytes);
  }
  return segmentOf({ number, boxId, dictionary: DICTIONARY, createdAt: at }, records, 0);
}

/** Not a user of the box; the entry's `name` identifies the person. */
const NOBODY = 0;

/**
 * `TESTBOX1-TESTBOX1-57  2026-11-21  350,00 RSD  order-12`: number, day, total and the caller's key, as far as known.
 */
export function receiptText({ number, day, total, clientRequestId }: LostReceipt): string {
  return [
    number,
    ...(day === null ? [] : [dayText(day)]),
    ...(total === null ? [] : [`${formatMoney(total)} RSD`]),
    ...(clientRequestId === null ? [] : [clientRequestId]),
  ].join('  ');
}

/** Verifies the ledger in the state that the repair would produce. */
async function checkOutcome({ disk, folder }: RepairSource, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const { faults } = await verifyLedger({ disk: stagedDisk(disk, files), folder });
  const [fault] = faults;
  if (fault !== undefined) throw new Error(`the repaired ledger would not be sound: ${english(fault)}`);
}

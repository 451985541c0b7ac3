import { dirname, join } from 'node:path';
import { type Disk, DiskError, readWhole, replaceAtomic } from '../base/index.js';
import { type Kept, keptText, nothingKept, readKept } from './kept.js';
import { writeInPlace } from './inPlace.js';
import { type BoardFacts, type Plan, planOf, type RunFile } from './plan.js';
import { MAX_FILE } from './statements.js';

/** What a person writes, and what is written back, on the partition that every computer reads. */
export const FIRST_FILE = 'kasirbox.toml';
export const REPORT_FILE = 'kasirbox-report.txt';
/** What is handed to the service, in its folder. */
export const FIRST_BOOT_FILE = 'first-boot.json';
export const CLAIM_FILE = 'claim-code';
const KEPT_FILE = 'board.json';

export interface BoardFolders {
  /** Partition that the board starts from; mounted for reading alone. */
  readonly firmware: string;
  /** What the board keeps, on the data partition. */
  readonly keep: string;
  /** Memory of the running system. */
  readonly run: string;
  /** The service's own folder. */
  readonly data: string;
}

/** What applying works with; a test gives its own. All of it rejects with a {@link DiskError}. */
export interface BoardParts {
  readonly disk: Disk;
  /** The first bytes of a file, without opening it for writing; null when there is none. */
  readonly read: (path: string, most: number) => Promise<Buffer | null>;
  /** Makes a folder that everybody may look into. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** Gives a file its mode and its owner. */
  readonly give: (path: string, mode: number, owner: RunFile['owner']) => Promise<void>;
  /** Runs `work` while the firmware's partition can be written, each byte at once. */
  readonly whileWritable: (folder: string, work: () => Promise<void>) => Promise<void>;
  readonly setHostName: (name: string) => Promise<void>;
  readonly facts: BoardFacts;
  /** Twelve new characters, for a board that has no access point yet. */
  readonly newPassword: string;
}

export interface Applied {
  readonly plan: Plan;
  /** What could not be done, English sentences; the rest was. */
  readonly failures: readonly string[];
}

/**
 * Reads the file, takes it over, configures the network of this start, and wipes the secrets. A power cut between any two steps loses
 * nothing, since the next start does all of it again: what is wiped is durable elsewhere before. A step that fails leaves the network
 * configured as far as it goes, and the secrets in the file.
 */
export async function applyBoard(folders: BoardFolders, parts: BoardParts): Promise<Applied> {
  const steps = new Steps();
  const keptPath = join(folders.keep, KEPT_FILE);
  const before = (await steps.did('read what was kept', () => storedKept(parts, keptPath))) ?? undefined;
  const file = await steps.did('read kasirbox.toml', () =>
    parts.read(join(folders.firmware, FIRST_FILE), MAX_FILE + 1),
  );
  const plan = planOf(file ?? null, before ?? nothingKept(parts.newPassword), parts.facts);
  // What the service takes comes first: once the board keeps that it was handed over, it is not handed over again.
  await steps.did('hand over to the service', () => handOver(folders.data, plan, parts));
  if (steps.failures.length === 0 && (before === undefined || plan.kept !== before)) {
    await steps.did('keep the configuration', () => keep(keptPath, plan.kept, parts));
  }
  const isSafe = steps.failures.length === 0;
  await steps.did('configure the network', () => configure(folders.run, plan, parts));
  await steps.did('set the host name', () => parts.setHostName(plan.hostname));
  await steps.did('write to the card', () =>
    answer(folders.firmware, file ?? null, isSafe ? plan : { ...plan, file: null }, parts),
  );
  return { plan, failures: steps.failures };
}

/** Does one step after the other, whether or not the ones before succeeded. */
class Steps {
  readonly failures: string[] = [];

  async did<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      this.failures.push(`Cannot ${what}: ${error.message}`);
      return undefined;
    }
  }
}

async function storedKept({ disk }: BoardParts, path: string): Promise<Kept | undefined> {
  const bytes = await readWhole(disk, path);
  return bytes === null ? undefined : readKept(bytes.toString());
}

async function handOver(data: string, { handedOver: { company, claimCode } }: Plan, parts: BoardParts): Promise<void> {
  if (company !== undefined) {
    await write(join(data, FIRST_BOOT_FILE), `{"company":${company}}\n`, { mode: 0o600, owner: 'service' }, parts);
  }
  if (claimCode !== undefined) {
    await write(join(data, CLAIM_FILE), `${claimCode}\n`, { mode: 0o600, owner: 'service' }, parts);
  }
}

async function keep(path: string, kept: Kept, parts: BoardParts): Promise<void> {
  await parts.disk.makeDir(dirname(path));
  await write(path, keptText(kept), { mode: 0o600, owner: 'root' }, parts);
}

async function configure(run: string, plan: Plan, parts: BoardParts): Promise<void> {
  for (const path of plan.absent) await parts.disk.remove(join(run, path));
  for (const { path, content, ...whose } of plan.files) {
    await parts.makeFolder(dirname(join(run, path)));
    await write(join(run, path), content, whose, parts);
  }
}

/** A file that is whole, or not there, and belongs to whom it should from the moment that it has its name. */
function write(
  path: string,
  content: string,
  { mode, owner }: Pick<RunFile, 'mode' | 'owner'>,
  { disk, give }: BoardParts,
): Promise<void> {
  const temporary = `${path}.tmp`;
  return replaceAtomic(
    disk,
    path,
    async (file) => {
      file.write(0, Buffer.from(content));
      await give(temporary, mode, owner);
    },
    temporary,
  );
}

/** Wipes the secrets, then reports; the partition is made writable only where something is different. */
async function answer(folder: string, before: Buffer | null, plan: Plan, parts: BoardParts): Promise<void> {
  const path = join(folder, FIRST_FILE);
  const reportPath = join(folder, REPORT_FILE);
  const wiped = before === null || plan.file === null || plan.file.equals(before) ? null : plan.file;
  const report = Buffer.from(plan.report);
  const told = await parts.read(reportPath, MAX_FILE);
  const isTold = told !== null && told.toString().trimEnd() === plan.report.trimEnd();
  if (wiped === null && isTold) return;
  await parts.whileWritable(folder, async () => {
    if (wiped !== null) await writeInPlace(parts.disk, path, wiped);
    if (!isTold) await writeInPlace(parts.disk, reportPath, report);
  });
}

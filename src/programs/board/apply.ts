import { dirname, join } from 'node:path';
import { type Bilingual, type Disk, DiskError, type DiskFile, readWhole, replaceAtomic } from '../../base/index.js';
import { type StoredConfig, formatConfig, emptyConfig, parseConfig } from './storedConfig.js';
import { type BoardFacts, type Plan, planOf, type RunFile } from './boardPlan.js';
import { MAX_FILE } from './statements.js';

/** Minimum length of a file on the firmware's partition, so that most reports fit into the previous one, bytes. */
const BLOCK = 4096;

/**
 * Overwrites a text file in place. FAT has no journal: replacing a file changes its tables and its folder, on the
 * partition that the board boots from, and leaves the old bytes on the card. The file therefore keeps its length, and
 * the rest becomes blanks. A new or too short file is made long enough for the next time. A power cut may leave a
 * mixture, which readers of the file must be able to detect.
 */
async function writeInPlace(disk: Disk, path: string, bytes: Buffer): Promise<void> {
  const { file, isNew } = await openOrCreate(disk, path);
  try {
    const size = await file.size();
    const length = size >= bytes.length ? size : Math.ceil(bytes.length / BLOCK) * BLOCK;
    const whole = Buffer.alloc(length, ' ');
    bytes.copy(whole);
    file.write(0, whole);
    await file.datasync();
  } finally {
    await file.close();
  }
  if (isNew) await disk.syncDir(dirname(path));
}

async function openOrCreate(disk: Disk, path: string): Promise<{ readonly file: DiskFile; readonly isNew: boolean }> {
  try {
    return { file: await disk.open(path), isNew: false };
  } catch (error) {
    if (!(error instanceof DiskError) || error.code !== 'ENOENT') throw error;
    return { file: await disk.create(path), isNew: true };
  }
}

/** The file that a person writes, and the report, on the partition that every computer can read. */
export const FIRST_FILE = 'kasirbox.toml';
export const REPORT_FILE = 'kasirbox-report.txt';
/** Files handed over to the service, in its folder. */
export const FIRST_BOOT_FILE = 'first-boot.json';
const CLAIM_FILE = 'claim-code';
const KEPT_FILE = 'board.json';

export interface BoardFolders {
  /** The partition that the board boots from; mounted read-only. */
  readonly firmware: string;
  /** The board's own folder on the data partition. */
  readonly keep: string;
  /** Folder for the runtime of the system, in memory. */
  readonly run: string;
  /** The service's own folder. */
  readonly data: string;
}

/** Dependencies of {@link applyBoard}; tests replace them. All of them reject with a {@link DiskError}. */
export interface BoardDeps {
  readonly disk: Disk;
  /** The first bytes of a file, without opening it for writing; null when it is absent. */
  readonly read: (path: string, most: number) => Promise<Buffer | null>;
  /** Creates a folder that every user may list. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** Sets mode and owner of a file. */
  readonly give: (path: string, mode: number, owner: RunFile['owner']) => Promise<void>;
  /** Runs `work` while the firmware's partition is writable, with synchronous writes. */
  readonly whileWritable: (folder: string, work: () => Promise<void>) => Promise<void>;
  readonly setHostName: (name: string) => Promise<void>;
  readonly facts: BoardFacts;
  /** Twelve new characters, for a board without an access point password. */
  readonly newPassword: string;
}

interface Applied {
  readonly plan: Plan;
  /** Failed steps, as sentences; the others were done. */
  readonly failures: readonly Bilingual[];
}

/**
 * Reads the file, takes it over, configures the network of this start, and wipes the secrets. A power cut between any
 * two steps loses nothing, because the next start repeats all of them, and secrets are wiped only after they are
 * durable elsewhere. After a failed step the network is configured as far as possible, and the secrets stay in the
 * file.
 */
export async function applyBoard(folders: BoardFolders, deps: BoardDeps): Promise<Applied> {
  const steps = new Steps();
  const keptPath = join(folders.keep, KEPT_FILE);
  const before = (await steps.did(STEPS.readKept, () => storedKept(deps, keptPath))) ?? undefined;
  const file = await steps.did(STEPS.readFile, () => deps.read(join(folders.firmware, FIRST_FILE), MAX_FILE + 1));
  const plan = planOf(file ?? null, before ?? emptyConfig(deps.newPassword), deps.facts);
  // The files for the service come first: once the board has recorded the handover, it does not repeat it.
  await steps.did(STEPS.handOver, () => handOver(folders.data, plan, deps));
  if (steps.failures.length === 0 && (before === undefined || plan.config !== before)) {
    await steps.did(STEPS.keep, () => keep(keptPath, plan.config, deps));
  }
  const isSafe = steps.failures.length === 0;
  await steps.did(STEPS.network, () => configure(folders.run, plan, deps));
  await steps.did(STEPS.hostName, () => deps.setHostName(plan.hostname));
  await steps.did(STEPS.card, () =>
    answer(folders.firmware, file ?? null, isSafe ? plan : { ...plan, file: null }, deps),
  );
  return { plan, failures: steps.failures };
}

/** How a failed step is reported; the error of the disk follows. */
const STEPS = {
  readKept: {
    sr: 'Раније преузета подешавања не могу да се прочитају',
    en: 'Cannot read the settings that were applied before',
  },
  readFile: { sr: `${FIRST_FILE} не може да се прочита`, en: `Cannot read ${FIRST_FILE}` },
  handOver: {
    sr: 'Подаци о фирми и код за преузимање не могу да се предају сервису',
    en: 'Cannot hand the company and the claim code over to the service',
  },
  keep: { sr: 'Подешавања не могу да се сачувају', en: 'Cannot store the settings' },
  network: { sr: 'Мрежа не може да се подеси', en: 'Cannot configure the network' },
  hostName: { sr: 'Име уређаја не може да се постави', en: 'Cannot set the host name' },
  card: { sr: 'На картицу не може да се упише', en: 'Cannot write to the card' },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Does one step after another, even after a failed one. */
class Steps {
  readonly failures: Bilingual[] = [];

  async did<T>(what: Bilingual, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      this.failures.push({ sr: `${what.sr}: ${error.message}`, en: `${what.en}: ${error.message}` });
      return undefined;
    }
  }
}

async function storedKept({ disk }: BoardDeps, path: string): Promise<StoredConfig | undefined> {
  const bytes = await readWhole(disk, path);
  return bytes === null ? undefined : parseConfig(bytes.toString());
}

async function handOver(data: string, { handedOver: { company, claimCode } }: Plan, deps: BoardDeps): Promise<void> {
  if (company !== undefined) {
    await write(join(data, FIRST_BOOT_FILE), `{"company":${company}}\n`, { mode: 0o600, owner: 'service' }, deps);
  }
  if (claimCode !== undefined) {
    await write(join(data, CLAIM_FILE), `${claimCode}\n`, { mode: 0o600, owner: 'service' }, deps);
  }
}

async function keep(path: string, config: StoredConfig, deps: BoardDeps): Promise<void> {
  await deps.disk.makeDir(dirname(path));
  await write(path, formatConfig(config), { mode: 0o600, owner: 'root' }, deps);
}

async function configure(run: string, plan: Plan, deps: BoardDeps): Promise<void> {
  for (const path of plan.absent) await deps.disk.remove(join(run, path));
  for (const { path, content, ...whose } of plan.files) {
    await deps.makeFolder(dirname(join(run, path)));
    await write(join(run, path), content, whose, deps);
  }
}

/** Writes a file completely or not at all, with its owner and mode set before it gets its name. */
function write(
  path: string,
  content: string,
  { mode, owner }: Pick<RunFile, 'mode' | 'owner'>,
  { disk, give }: BoardDeps,
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

/** Wipes the secrets, then writes the report; the partition is made writable only if something changes. */
async function answer(folder: string, before: Buffer | null, plan: Plan, deps: BoardDeps): Promise<void> {
  const path = join(folder, FIRST_FILE);
  const reportPath = join(folder, REPORT_FILE);
  const wiped = before === null || plan.file === null || plan.file.equals(before) ? null : plan.file;
  const report = Buffer.from(plan.report);
  const told = await deps.read(reportPath, MAX_FILE);
  const isTold = told !== null && told.toString().trimEnd() === plan.report.trimEnd();
  if (wiped === null && isTold) return;
  await deps.whileWritable(folder, async () => {
    if (wiped !== null) await writeInPlace(deps.disk, path, wiped);
    if (!isTold) await writeInPlace(deps.disk, reportPath, report);
  });
}

import { basename, dirname } from 'node:path';
import { Writable } from 'node:stream';
import {
  AGE_INTRO,
  type BackupSource,
  checkSource,
  type Manifest,
  type BackupCode,
  streamToFile,
  writeBackup,
} from '../../../outward/backup/index.js';
import { type Bilingual, failed, nodeDisk, ok, type Result, type Message, phrase } from '../../../base/index.js';
import { STREAM } from '../inputFile.js';
import { replaceTargetFile } from '../outputFile.js';
import { printNote } from '../command.js';
import { inLanguage } from '../language.js';

/** A backup contains the keys of the box, so only its owner may read it. */
const PRIVATE = 0o600;

/** Message about a file that was interrupted by a signal. */
export const STOPPED: Bilingual = {
  sr: 'прекинуто: од датотеке ништа није сачувано.',
  en: 'interrupted: nothing of the file was saved.',
};

interface WrittenBackup {
  readonly manifest: Manifest;
  /** Damaged parts of the box. */
  readonly faults: readonly Message[];
}

/**
 * Writes a backup to a FILE of the command line, or to standard output. An existing FILE is replaced only if it is an
 * older backup. Throws DiskError when the data folder cannot be read.
 */
export async function writeBackupFile(
  source: BackupSource,
  code: BackupCode,
  file: string,
): Promise<Result<WrittenBackup, Message>> {
  if (file === STREAM) {
    const checked = await checkSource(source);
    const manifest = await writeBackup(checked, code, Writable.toWeb(process.stdout));
    return ok({ manifest, faults: checked.faults });
  }
  const options = { mode: PRIVATE, fromShell: 'kasirbox backup - > FILE' };
  return replaceTargetFile<WrittenBackup>(file, options, async (disk, path) => {
    const intro = await readIntro(path);
    // Only an older backup is replaced: a mistyped name must not destroy another file.
    if (intro?.equals(AGE_INTRO) === false)
      return failed(
        phrase({
          sr: `${file} већ постоји, а није резервна копија; није мењана.`,
          en: `${file} already exists and is not a backup; it was not changed.`,
        }),
      );
    const checked = await checkSource(source);
    const { faults } = checked;
    if (intro !== undefined && faults.length > 0) {
      for (const fault of faults) printNote(`DAMAGE: ${inLanguage(fault)}`);
      return failed(
        phrase({
          sr: `уређај је оштећен, а ${file} је можда старија и боља; није мењана. Наведите другу датотеку.`,
          en: `the box is damaged, and ${file} may be older and better; it was not changed. Give another FILE.`,
        }),
      );
    }
    return untilStopped(async (signal) => {
      let manifest: Manifest | undefined;
      await streamToFile(disk, path, async (sink) => {
        manifest = await writeBackup(checked, code, sink, signal);
      });
      return manifest === undefined ? failed(phrase(STOPPED)) : ok({ manifest, faults });
    });
  });
}

/**
 * SIGINT and SIGTERM stop the work instead of the process, so that it removes unfinished files; a second signal ends
 * the process.
 */
export async function untilStopped<T>(
  work: (signal: AbortSignal) => Promise<Result<T, Message>>,
): Promise<Result<T, Message>> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) return failed(phrase(STOPPED));
    throw error;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
  }
}

/** The first bytes of a file; undefined when the file does not exist. */
async function readIntro(path: string): Promise<Buffer | undefined> {
  const names = await nodeDisk.list(dirname(path));
  if (!names.includes(basename(path))) return undefined;
  const file = await nodeDisk.open(path);
  try {
    return await file.read(0, AGE_INTRO.length);
  } finally {
    await file.close();
  }
}

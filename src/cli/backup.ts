import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { Writable } from 'node:stream';
import type { Operations } from '../admin/operations.js';
import { CODE_FILE, readCode, RecoveryCode, writeCode } from '../backup/code.js';
import { AGE_INTRO, type Manifest } from '../backup/format.js';
import { streamToFile } from '../backup/sink.js';
import { type BackupSource, checkSource } from '../backup/source.js';
import { writeBackup } from '../backup/write.js';
import { nodeDisk } from '../base/disk-node.js';
import { DiskError } from '../base/disk.js';
import { failed, ok, type Result } from '../base/result.js';
import { VERSION } from '../base/version.js';
import { DEFAULT_KEEP } from '../settings/backup.js';
import { ask } from './ask.js';
import { backupInto } from './backupInto.js';
import { type Command, complain, DEFAULT_FOLDER, print, readArgs, SUCCESS, USAGE } from './command.js';
import { STREAM } from './givenFile.js';
import { meter } from './meter.js';
import { putTargetFile } from './targetFile.js';

/** A backup holds the keys of the box: nobody else reads it. */
const PRIVATE = 0o600;

export const backupCommand: Command = {
  usage: [
    'backup FILE [--data DIR]',
    'backup --into FOLDER [--keep N] [--data DIR]',
    'backup code [--identity] [--data DIR]',
  ],
  summary: `writes one encrypted file with everything that a spare box needs, while the box sells; FILE may be - for
      standard output. --into keeps the last N (3) backups of the box in a FOLDER on another disk, as the setting backup
      does by itself. The recovery code opens a backup; it is shown when it is made, and by backup code. --identity shows it
      as a key of the program age, which opens a backup without kasirbox: age -d -i KEYFILE FILE | tar -t`,
  async run(args) {
    const parsed = readArgs(args, ['into', 'keep'], ['identity']);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    const folder = values['data'] ?? DEFAULT_FOLDER;
    const isIdentity = values['identity'] !== undefined;
    const [file] = words;
    const { into, keep } = values;
    if (into !== undefined && words.length === 0 && !isIdentity) return backupAmong(folder, into, keep);
    if (into !== undefined || keep !== undefined) return complain(usageOf(backupCommand), USAGE);
    if (file === 'code' && words.length === 1) return showCode(folder, isIdentity);
    if (file !== undefined && words.length === 1 && !isIdentity) return backup(folder, file);
    return complain(usageOf(backupCommand), USAGE);
  },
};

function usageOf({ usage }: Command): string {
  return `usage: ${usage.map((line) => `kasirbox ${line}`).join(' or ')}`;
}

/** One of the rolling backups of a folder, as the service has them made. Only for a box whose code somebody has seen. */
async function backupAmong(folder: string, shelf: string, given: string | undefined): Promise<number> {
  const keep = Number(given ?? DEFAULT_KEEP);
  if (!Number.isInteger(keep) || keep < 1) return complain('--keep is a whole number from 1 on', USAGE);
  const end = await ask(folder, 'ledger.end', {});
  if (!end.ok) return complain(end.error);
  const code = await readCode(nodeDisk, folder);
  if (!(code instanceof RecoveryCode)) return complain('there is no recovery code yet; make it: kasirbox backup code');
  const written = await untilStopped((signal) =>
    backupInto(resolve(shelf), keep, sourceOf(folder, end.value), code, signal),
  );
  if (!written.ok) return complain(written.error);
  process.stderr.write(`${written.value}: everything up to record ${end.value.sequence}.\n`);
  return SUCCESS;
}

function sourceOf(folder: string, { boxId, isDamaged, ...end }: Operations['ledger.end']['answer']): BackupSource {
  return { disk: nodeDisk, folder, boxId, isDamaged, version: VERSION, now: Date.now(), end };
}

async function showCode(folder: string, isIdentity: boolean): Promise<number> {
  if (!existsSync(folder)) return complain(`${folder} does not exist.`);
  const code = await codeOf(folder);
  if (!code.ok) return complain(code.error);
  print(isIdentity ? code.value.identity : code.value.text);
  return SUCCESS;
}

async function backup(folder: string, file: string): Promise<number> {
  // Asked first: it makes the folder of a box that does not stand yet.
  const end = await ask(folder, 'ledger.end', {});
  if (!end.ok) return complain(end.error);
  const code = await codeOf(folder);
  if (!code.ok) return complain(code.error);
  const progress = meter('backed up');
  const source = {
    ...sourceOf(folder, end.value),
    progress: (done: number, all: number) => progress.show(done, all),
  };
  const written = await put(source, code.value, file).catch(ofFolder(folder));
  progress.end();
  if (!written.ok) return complain(written.error);
  const { manifest, faults } = written.value;
  for (const fault of faults) process.stderr.write(`DAMAGE: ${fault}\n`);
  if (faults.length > 0) return complain(`${file}: what there is of this box. The box is damaged: keep older backups.`);
  process.stderr.write(`${file}: everything up to record ${manifest.end.sequence}, ${manifest.createdAt}.\n`);
  return SUCCESS;
}

interface Written {
  readonly manifest: Manifest;
  readonly faults: readonly string[];
}

/** The disk under the data folder fails: that is told as it is, not as a fault of FILE. */
function ofFolder(folder: string): (error: unknown) => Result<never, string> {
  return (error) => {
    if (!(error instanceof DiskError)) throw error;
    return failed(`${folder} cannot be read: ${error.message}`);
  };
}

async function put(source: BackupSource, code: RecoveryCode, file: string): Promise<Result<Written, string>> {
  if (file === STREAM) {
    const checked = await checkSource(source);
    const manifest = await writeBackup(checked, code, Writable.toWeb(process.stdout));
    return ok({ manifest, faults: checked.faults });
  }
  const options = { mode: PRIVATE, fromShell: 'kasirbox backup - > FILE' };
  return putTargetFile<Written>(file, options, async (disk, path) => {
    const intro = await readIntro(path);
    // Only an older backup is replaced: a name that was mistyped costs no other file.
    if (intro?.equals(AGE_INTRO) === false) return failed(`${file} is there and is no backup; it is left as it is.`);
    const checked = await checkSource(source);
    const { faults } = checked;
    if (intro !== undefined && faults.length > 0) {
      for (const fault of faults) process.stderr.write(`DAMAGE: ${fault}\n`);
      return failed(`the box is damaged, and ${file} may be older and better; it is left as it is. Name another FILE.`);
    }
    return untilStopped(async (signal) => {
      let manifest: Manifest | undefined;
      await streamToFile(disk, path, async (sink) => {
        manifest = await writeBackup(checked, code, sink, signal);
      });
      return manifest === undefined ? failed(GIVEN_UP) : ok({ manifest, faults });
    });
  });
}

const GIVEN_UP = 'the backup was given up, and nothing of it is kept.';

/** Lets a signal that ends processes end the work, so that it takes away what it has begun; a second one ends the process. */
async function untilStopped<T>(work: (signal: AbortSignal) => Promise<Result<T, string>>): Promise<Result<T, string>> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, end);
  try {
    return await work(stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return failed(GIVEN_UP);
    throw error;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, end);
  }
}

/** How a file begins; undefined when there is none. */
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

/** The recovery code of the box. One that is made now is shown, on standard error. The error is an English sentence. */
async function codeOf(folder: string): Promise<Result<RecoveryCode, string>> {
  await nodeDisk.makeDir(folder);
  const kept = await readCode(nodeDisk, folder);
  if (kept === 'unreadable') {
    return failed(
      `${folder}/${CODE_FILE} holds no recovery code. Write the one on paper into it, or delete it for a new one.`,
    );
  }
  if (kept !== undefined) return ok(kept);
  const code = RecoveryCode.make();
  await writeCode(nodeDisk, folder, code);
  process.stderr.write(
    `The recovery code of this box. Write it down and keep it away from the box: without it nobody opens a backup.\n\n  ${code.text}\n\n`,
  );
  return ok(code);
}

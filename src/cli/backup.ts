import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LedgerEnd } from '../admin/index.js';
import { type BackupSource, readCode, RecoveryCode } from '../backup/index.js';
import { DiskError, failed, nodeDisk, type Result, VERSION } from '../base/index.js';
import { DEFAULT_BACKUPS_KEPT } from '../settings/index.js';
import { ask } from './ask.js';
import { untilStopped, writeBackupFile } from './backupFile.js';
import { backupInto } from './backupInto.js';
import { type Command, complain, complainUsage, print, SUCCESS, USAGE } from './command.js';
import { meter } from './progress.js';
import { readOrMakeCode } from './recoveryCode.js';

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
  options: ['into', 'keep'],
  flags: ['identity'],
  async run({ folder, words, values, flags }) {
    const isIdentity = flags.has('identity');
    const [file] = words;
    const { into, keep } = values;
    if (into !== undefined && words.length === 0 && !isIdentity) return rollingBackup(folder, into, keep);
    if (into === undefined && keep === undefined && words.length === 1) {
      if (file === 'code') return showCode(folder, isIdentity);
      if (file !== undefined && !isIdentity) return backup(folder, file);
    }
    return complainUsage(backupCommand.usage, ' or kasirbox ');
  },
};

/** Makes one of the rolling backups of a folder, as the service has them made. Only for a box whose code somebody has seen. */
async function rollingBackup(folder: string, into: string, given: string | undefined): Promise<number> {
  const keep = Number(given ?? DEFAULT_BACKUPS_KEPT);
  if (!Number.isInteger(keep) || keep < 1) return complain('--keep is a whole number from 1 on', USAGE);
  const end = await ask(folder, 'ledger.end', {});
  if (!end.ok) return complain(end.error);
  const code = await readCode(nodeDisk, folder);
  if (!(code instanceof RecoveryCode)) return complain('there is no recovery code yet; make it: kasirbox backup code');
  const written = await untilStopped((signal) =>
    backupInto(resolve(into), keep, sourceOf(folder, end.value), code, signal),
  );
  if (!written.ok) return complain(written.error);
  process.stderr.write(`${written.value}: everything up to record ${end.value.sequence}.\n`);
  return SUCCESS;
}

/** What is to be copied of a box whose ledger ends there. */
export function sourceOf(folder: string, { boxId, isDamaged, ...end }: LedgerEnd): BackupSource {
  return { disk: nodeDisk, folder, boxId, isDamaged, version: VERSION, now: Date.now(), end };
}

async function showCode(folder: string, isIdentity: boolean): Promise<number> {
  if (!existsSync(folder)) return complain(`${folder} does not exist.`);
  const code = await readOrMakeCode(folder);
  if (!code.ok) return complain(code.error);
  print(isIdentity ? code.value.identity : code.value.text);
  return SUCCESS;
}

async function backup(folder: string, file: string): Promise<number> {
  // Asked first: it makes the folder of a box that does not exist yet.
  const end = await ask(folder, 'ledger.end', {});
  if (!end.ok) return complain(end.error);
  const code = await readOrMakeCode(folder);
  if (!code.ok) return complain(code.error);
  const progress = meter('backed up');
  const source = {
    ...sourceOf(folder, end.value),
    progress: (done: number, all: number) => progress.show(done, all),
  };
  const written = await writeBackupFile(source, code.value, file).catch(faultOf(folder));
  progress.end();
  if (!written.ok) return complain(written.error);
  const { manifest, faults } = written.value;
  for (const fault of faults) process.stderr.write(`DAMAGE: ${fault}\n`);
  if (faults.length > 0) return complain(`${file}: what there is of this box. The box is damaged: keep older backups.`);
  process.stderr.write(`${file}: everything up to record ${manifest.end.sequence}, ${manifest.createdAt}.\n`);
  return SUCCESS;
}

/** A disk error that is none of FILE is one of the data folder. */
export function faultOf(folder: string): (error: unknown) => Result<never, string> {
  return (error) => {
    if (!(error instanceof DiskError)) throw error;
    return failed(`${folder} cannot be read: ${error.message}`);
  };
}

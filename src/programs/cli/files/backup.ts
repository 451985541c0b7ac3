import { damageRow } from './ledger.js';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LedgerEnd } from '../../../interfaces/admin/index.js';
import {
  BACKUP_CODE_FILE,
  BackupCode,
  backupInto,
  type BackupSource,
  readCode,
  writeCode,
} from '../../../outward/backup/index.js';
import { DiskError, failed, type Message, nodeDisk, ok, phrase, type Result, VERSION } from '../../../base/index.js';
import { DEFAULT_BACKUPS_KEPT } from '../../../shop/settings/index.js';
import { callOperation } from '../callOperation.js';
import { complain, print, printNote, SUCCESS, USAGE } from '../command.js';
import { inLanguage } from '../language.js';
import { STREAM } from '../inputFile.js';
import { meter } from '../terminal.js';
import { untilStopped, writeBackupFile } from './backupFile.js';
import { LEDGER, neverMade, unusableText } from '../unusable.js';

/**
 * Makes one of the rolling backups of a folder, as requested by the service. Only for a box whose backup code was
 * already shown.
 */
export async function rollingBackup(folder: string, into: string, given: string | undefined): Promise<number> {
  const keep = Number(given ?? DEFAULT_BACKUPS_KEPT);
  if (!Number.isInteger(keep) || keep < 1)
    return complain({ sr: '--keep је цео број од 1 навише', en: '--keep must be a whole number of 1 or more' }, USAGE);
  const end = await ledgerEnd(folder);
  if (!end.ok) return complain(end.error);
  const code = await readCode(nodeDisk, folder);
  if (!(code instanceof BackupCode))
    return complain({
      sr: 'код за резервне копије још не постоји; направите га: kasirbox backup code',
      en: 'there is no backup code yet; create it: kasirbox backup code',
    });
  const written = await untilStopped((signal) =>
    backupInto(resolve(into), keep, sourceOf(folder, end.value), code, signal),
  );
  if (!written.ok) return complain(written.error);
  printNote({
    sr: `${written.value}: све до записа ${end.value.sequence}.`,
    en: `${written.value}: everything up to record ${end.value.sequence}.`,
  });
  return SUCCESS;
}

/**
 * The end of the ledger. Fails without a ledger, because a copy of nothing could be mistaken for a copy of the box.
 */
export async function ledgerEnd(folder: string): Promise<Result<LedgerEnd, Message>> {
  const end = await callOperation(folder, 'ledger.end', {});
  if (!end.ok || end.value.sequence > 0 || end.value.isDamaged) return end;
  return failed(phrase(unusableText(neverMade(LEDGER, folder))));
}

/** The source of a backup, for a box whose ledger has this end. */
export function sourceOf(folder: string, { boxId, isDamaged, ...end }: LedgerEnd): BackupSource {
  return { disk: nodeDisk, folder, boxId, isDamaged, version: VERSION, now: Date.now(), end };
}

/** Shows the backup code, or the identity derived from it; creates the code if there is none. */
export async function showCode(folder: string, isIdentity: boolean): Promise<number> {
  if (!existsSync(folder)) return complain({ sr: `${folder} не постоји.`, en: `${folder} does not exist.` });
  const code = await readOrMakeCode(folder);
  if (!code.ok) return complain(code.error);
  print(isIdentity ? code.value.identity : code.value.text);
  return SUCCESS;
}

/** Writes a backup into FILE. */
export async function backup(folder: string, file: string): Promise<number> {
  // Checked first: without data to copy, no code is created.
  const end = await ledgerEnd(folder);
  if (!end.ok) return complain(end.error);
  const code = await readOrMakeCode(folder);
  if (!code.ok) return complain(code.error);
  const name = file === STREAM ? inLanguage({ sr: 'стандардни излаз', en: 'standard output' }) : file;
  const progress = meter(inLanguage({ sr: 'копирано', en: 'backed up' }));
  const source = {
    ...sourceOf(folder, end.value),
    progress: (done: number, all: number) => progress.show(done, all),
  };
  const written = await writeBackupFile(source, code.value, file).catch(faultOf(folder));
  progress.end();
  if (!written.ok) return complain(written.error);
  const { manifest, faults } = written.value;
  for (const fault of faults) printNote(damageRow(fault));
  if (faults.length > 0)
    return complain({
      sr: `${name}: оно што од овог уређаја постоји. Уређај је оштећен: сачувајте старије резервне копије.`,
      en: `${name}: what is left of this box. The box is damaged: keep older backups.`,
    });
  printNote({
    sr: `${name}: све до записа ${manifest.end.sequence}, ${manifest.createdAt}.`,
    en: `${name}: everything up to record ${manifest.end.sequence}, ${manifest.createdAt}.`,
  });
  return SUCCESS;
}

/** A disk error outside of FILE is an error of the data folder. */
export function faultOf(folder: string): (error: unknown) => Result<never, Message> {
  return (error) => {
    if (!(error instanceof DiskError)) throw error;
    return failed(
      phrase({
        sr: `${folder} не може да се прочита: ${error.message}`,
        en: `${folder} cannot be read: ${error.message}`,
      }),
    );
  };
}

/**
 * The backup code of the box. If there is none, a new one is created, and shown on standard error. The error is an
 * English sentence.
 */
async function readOrMakeCode(folder: string): Promise<Result<BackupCode, Message>> {
  await nodeDisk.makeDir(folder);
  const stored = await readCode(nodeDisk, folder);
  if (stored === 'unreadable') {
    return failed(
      phrase({
        sr: `У ${folder}/${BACKUP_CODE_FILE} није код за резервне копије. Упишите у њу онај са папира, или је обришите да се направи нов.`,
        en: `${folder}/${BACKUP_CODE_FILE} does not contain a backup code. Write the code from paper into it, or delete it to create a new code.`,
      }),
    );
  }
  if (stored !== undefined) return ok(stored);
  const code = BackupCode.make();
  await writeCode(nodeDisk, folder, code);
  printNote({
    sr: `Код за резервне копије овог уређаја. Запишите га и чувајте даље од уређаја: без њега нико не може да отвори резервну копију.\n\n  ${code.text}\n`,
    en: `The backup code of this box. Write it down and store it away from the box: no backup can be opened without it.\n\n  ${code.text}\n\n`,
  });
  return ok(code);
}

import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import {
  type BackupFault,
  checkAgeHeader,
  type CodeFault,
  filesBlockingRestore,
  isEmptyBox,
  RecoveryCode,
  removeEmptyBox,
  restoreBackup,
  type Restored,
} from '../../backup/index.js';
import { assertNever, type Bilingual, DiskError, lockFolder, nodeDisk, oneLine } from '../../base/index.js';
import { complain, SUCCESS } from '../command.js';
import { confirm } from '../confirm.js';
import { errnoOf, messageOf, openGivenFile, sourceName, STREAM } from '../inputFile.js';
import { folderWords } from '../folderWords.js';
import { inLanguage } from '../language.js';
import { meter } from '../progress.js';
import { readPassword } from '../password.js';

/** Lays the backup in FILE into the folder. */
export async function restore(folder: string, file: string, given: Pick<Task, 'codeFile' | 'isSure'>): Promise<number> {
  const source = await openGivenFile(file, 'kasirbox restore - --code-file F < FILE');
  if (!source.ok) return complain(source.error);
  try {
    return await restoreFrom(source.value, { folder, file, ...given });
  } catch (error) {
    if (!(error instanceof DiskError))
      return complain(`${sourceName(file)} cannot be read: ${messageOf(error)} (${errnoOf(error)})`);
    if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
      return complain(`there is no room left for ${folder}; nothing was kept.`);
    if (error.code === 'EACCES' && !existsSync(folder)) return complain(inLanguage(folderWords(folder)));
    return complain(`${folder} cannot be written: ${error.message}`);
  } finally {
    // Standard input that never ends would keep the process from ending.
    source.value.destroy();
  }
}

interface Task {
  readonly folder: string;
  readonly file: string;
  readonly codeFile: string | undefined;
  /** A box that was never used is replaced without a question. */
  readonly isSure: boolean;
}

async function restoreFrom(source: Readable, { folder, file, codeFile, isSure }: Task): Promise<number> {
  // What can be checked is checked before anything is made or asked for.
  const found = await filesBlockingRestore(nodeDisk, folder);
  const replaces = found.length > 0 && (await isEmptyBox(nodeDisk, folder));
  if (found.length > 0 && !replaces) return complain(occupiedWords(folder, found));
  const bytes = await checkAgeHeader(Readable.toWeb(source));
  if (!bytes.ok) return complain(faultWords(bytes.error, sourceName(file)));
  const isInputTaken = file === STREAM;
  const typed = await readPassword({ name: 'recovery code', file: codeFile, isInputTaken, prompt: 'Recovery code: ' });
  if (!typed.ok) return complain(typed.error);
  const code = RecoveryCode.parse(typed.value);
  if (!code.ok) return complain(CODE_WORDS[code.error]);

  if (replaces && !isSure) {
    const answer = await confirm(inLanguage(REPLACES(folder)));
    if (answer !== true) return complain(inLanguage(answer === undefined ? NO_TERMINAL : NOT_REPLACED));
  }

  await nodeDisk.makeDir(folder);
  const lock = lockFolder(folder);
  if (lock === undefined) return complain(`a service runs on ${folder}: a backup is laid into an empty folder only`);
  const progress = meter('restored');
  try {
    // Looked at again: a service may have been there meanwhile.
    if (replaces && (await isEmptyBox(nodeDisk, folder))) await removeEmptyBox(nodeDisk, folder);
    const restored = await restoreBackup({
      ...{ disk: nodeDisk, folder, code: code.value, bytes: bytes.value },
      progress: (done) => progress.show(done),
    });
    progress.end();
    if (restored.ok) return report(restored.value, folder);
    return complain(
      restored.error === 'occupied'
        ? occupiedWords(folder, await filesBlockingRestore(nodeDisk, folder))
        : faultWords(restored.error, sourceName(file)),
    );
  } finally {
    lock.release();
  }
}

function report({ manifest, verification }: Restored, folder: string): number {
  process.stderr.write(
    `${folder} is the box of the backup of ${manifest.createdAt}, with ${verification.sequence} records. What was issued ` +
      'since is not in it. Never start the old box again beside this one.\n',
  );
  for (const fault of verification.faults) process.stderr.write(`DAMAGE: ${fault}\n`);
  if (verification.faults.length > 0) {
    return complain('the ledger was damaged when it was backed up: the box shows what there is and issues nothing');
  }
  if (manifest.sound === false)
    return complain('the box was damaged when it was backed up: some of it is missing here');
  return SUCCESS;
}

const REPLACES = (folder: string): Bilingual => ({
  sr: `У ${folder} је уређај који још није коришћен: нема кључева, подешавања ни рачуна. Да ли да га резервна копија замени?`,
  en: `${folder} holds a box that was never used: no keys, settings or receipts. Replace it by the backup?`,
});
const NOT_REPLACED: Bilingual = { sr: 'Ништа није промењено.', en: 'nothing was changed.' };
const NO_TERMINAL: Bilingual = {
  sr: 'У фасцикли је уређај који још није коришћен, и ништа није промењено. Да га резервна копија замени, додајте --yes.',
  en: 'the folder holds a box that was never used, and nothing was changed. To have the backup replace it, add --yes.',
};

const CODE_WORDS: Readonly<Record<CodeFault, string>> = {
  length: 'a recovery code has 32 letters and digits, in groups of four',
  character: 'a recovery code has letters and digits only, and no U',
  typo: 'that is no recovery code: a sign of it is wrong. Compare it with the paper',
};

function occupiedWords(folder: string, names: readonly string[]): string {
  const listed = names.slice(0, 5).map(oneLine).join(', ') + (names.length > 5 ? ', …' : '');
  return `${folder} is not empty (${listed}), and a backup is laid into an empty folder only. Nothing was changed.`;
}

function faultWords(fault: BackupFault, name: string): string {
  switch (fault) {
    case 'foreign':
      return `${name} is no backup of a kasirbox.`;
    case 'code':
      return `${name} is the backup of another recovery code, or no backup of a kasirbox.`;
    case 'newer':
      return `${name} was written by a later release. Install that one, and restore again.`;
    case 'damaged':
      return `${name} is damaged or was cut short; nothing of it was kept. Take an older backup.`;
    default:
      return assertNever(fault);
  }
}

import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import {
  checkAgeHeader,
  filesBlockingRestore,
  isEmptyBox,
  BackupCode,
  removeEmptyBox,
  restoreBackup,
  type Restored,
} from '../../../outward/backup/index.js';
import { type Bilingual, DiskError, lockFolder, nodeDisk, ok, oneLine } from '../../../base/index.js';
import { CODE_TEXTS, faultText } from './backupTexts.js';
import { complain, printNote, SUCCESS } from '../command.js';
import { confirm, meter } from '../terminal.js';
import { errnoOf, messageOf, openGivenFile, sourceNames, STREAM } from '../inputFile.js';
import { inLanguage } from '../language.js';
import { readPassword } from '../password.js';
import { missingFolder, unusableText } from '../unusable.js';

/** Restores the backup in FILE to the folder. */
export async function restore(
  folder: string,
  file: string,
  given: Pick<Task, 'codeFile' | 'isCodeFirst' | 'isSure'>,
): Promise<number> {
  const source = await openGivenFile(file, 'cat F FILE | kasirbox restore - --code-first');
  if (!source.ok) return complain(source.error);
  try {
    return await restoreFrom(source.value, { folder, file, ...given });
  } catch (error) {
    if (!(error instanceof DiskError))
      return complain(inLanguage(TEXTS.unreadable(sourceNames(file), `${messageOf(error)} (${errnoOf(error)})`)));
    if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return complain(TEXTS.noRoom(folder));
    if (error.code === 'EACCES' && !existsSync(folder))
      return complain(inLanguage(unusableText(missingFolder(folder))));
    return complain(TEXTS.unwritable(folder, error.message));
  } finally {
    // Standard input without an end would prevent the process from ending.
    source.value.destroy();
  }
}

/** Longer than any code, bytes: standard input without a line break contains no code with a backup. */
const MAX_LINE = 1024;

/** The first line of a stream, and the rest of the stream. */
async function splitFirstLine(source: Readable): Promise<{ readonly line: string; readonly rest: Readable }> {
  const pieces = source.iterator() as AsyncIterator<Buffer, undefined>;
  let head = Buffer.alloc(0);
  let end = -1;
  while (end < 0 && head.length < MAX_LINE) {
    const { done, value } = await pieces.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
    end = head.indexOf(0x0a);
  }
  const line = head.subarray(0, end < 0 ? head.length : end).toString();
  const after = head.subarray(end < 0 ? head.length : end + 1);
  async function* remaining(): AsyncGenerator<Buffer> {
    if (after.length > 0) yield after;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
  }
  return { line, rest: Readable.from(remaining(), { objectMode: false }) };
}

interface Task {
  readonly folder: string;
  readonly file: string;
  readonly codeFile: string | undefined;
  /** The first line of standard input is the code. */
  readonly isCodeFirst: boolean;
  /** A box that was never used is replaced without a question. */
  readonly isSure: boolean;
}

async function restoreFrom(source: Readable, { folder, file, codeFile, isCodeFirst, isSure }: Task): Promise<number> {
  // Everything that can be checked is checked before files are created or the code is asked for.
  const found = await filesBlockingRestore(nodeDisk, folder);
  const replaces = found.length > 0 && (await isEmptyBox(nodeDisk, folder));
  if (found.length > 0 && !replaces) return complain(TEXTS.occupied(folder, found));
  const first = isCodeFirst ? await splitFirstLine(source) : undefined;
  const bytes = await checkAgeHeader(Readable.toWeb(first?.rest ?? source));
  if (!bytes.ok) return complain(inLanguage(faultText(bytes.error, sourceNames(file))));
  const isInputTaken = file === STREAM;
  const prompt = inLanguage(TEXTS.prompt());
  const typed =
    first === undefined
      ? await readPassword({ name: 'backup code', file: codeFile, isInputTaken, prompt })
      : ok(first.line);
  if (!typed.ok) return complain(typed.error);
  const code = BackupCode.parse(typed.value);
  if (!code.ok) return complain(CODE_TEXTS[code.error]);

  if (replaces && !isSure) {
    const answer = await confirm(inLanguage(TEXTS.replaces(folder)));
    if (answer !== true) return complain(inLanguage(answer === undefined ? TEXTS.noTerminal() : TEXTS.notReplaced()));
  }

  await nodeDisk.makeDir(folder);
  const lock = lockFolder(folder);
  if (lock === undefined) return complain(TEXTS.served(folder));
  const progress = meter(inLanguage(TEXTS.restored()));
  try {
    // Checked again, because a service may have run meanwhile.
    if (replaces && (await isEmptyBox(nodeDisk, folder))) await removeEmptyBox(nodeDisk, folder);
    const restored = await restoreBackup({
      ...{ disk: nodeDisk, folder, code: code.value, bytes: bytes.value },
      progress: (done) => progress.show(done),
    });
    progress.end();
    if (restored.ok) return report(restored.value, folder);
    const words =
      restored.error === 'occupied'
        ? TEXTS.occupied(folder, await filesBlockingRestore(nodeDisk, folder))
        : faultText(restored.error, sourceNames(file));
    return complain(inLanguage(words));
  } finally {
    lock.release();
  }
}

function report({ manifest, verification }: Restored, folder: string): number {
  const { sequence, faults } = verification;
  printNote(TEXTS.done(folder, manifest.createdAt, sequence));
  for (const fault of faults) printNote(`${inLanguage(DAMAGE)}: ${inLanguage(fault)}`);
  if (faults.length > 0) return complain(TEXTS.damagedLedger());
  return manifest.sound === false ? complain(TEXTS.damagedBox()) : SUCCESS;
}

/** Prefix of messages to the technician about damage. */
const DAMAGE: Bilingual = { sr: 'ОШТЕЋЕЊЕ', en: 'DAMAGE' };

const TEXTS = {
  prompt: (): Bilingual => ({ sr: 'Код за резервне копије: ', en: 'Backup code: ' }),
  restored: (): Bilingual => ({ sr: 'враћено', en: 'restored' }),
  replaces: (folder: string): Bilingual => ({
    sr: `У ${folder} је уређај који још није коришћен: нема кључева, подешавања ни рачуна. Да ли да га резервна копија замени?`,
    en: `${folder} holds a box that was never used: no keys, settings or receipts. Replace it with the backup?`,
  }),
  notReplaced: (): Bilingual => ({ sr: 'Ништа није промењено.', en: 'nothing was changed.' }),
  noTerminal: (): Bilingual => ({
    sr: 'У фасцикли је уређај који још није коришћен, и ништа није промењено. Да га резервна копија замени, додајте --yes.',
    en: 'the folder holds a box that was never used, and nothing was changed. To replace it with the backup, add --yes.',
  }),
  served: (folder: string): Bilingual => ({
    sr: `За фасциклу ${folder} ради сервис, а резервна копија се враћа само у празну фасциклу.`,
    en: `a service runs on ${folder}: a backup is restored only into an empty folder`,
  }),
  occupied(folder: string, names: readonly string[]): Bilingual {
    const listed = names.slice(0, 5).map(oneLine).join(', ') + (names.length > 5 ? ', …' : '');
    return {
      sr: `Фасцикла ${folder} није празна (${listed}), а резервна копија се враћа само у празну. Ништа није промењено.`,
      en: `${folder} is not empty (${listed}), and a backup is restored only into an empty folder. Nothing was changed.`,
    };
  },
  unreadable: ({ sr, en }: Bilingual, reason: string): Bilingual => ({
    sr: `${sr} не може да се прочита: ${reason}`,
    en: `${en} cannot be read: ${reason}`,
  }),
  noRoom: (folder: string): Bilingual => ({
    sr: `За ${folder} нема више места на диску; ништа није задржано.`,
    en: `the disk has no space left for ${folder}; nothing was kept.`,
  }),
  unwritable: (folder: string, reason: string): Bilingual => ({
    sr: `У ${folder} не може да се пише: ${reason}`,
    en: `${folder} cannot be written: ${reason}`,
  }),
  done: (folder: string, createdAt: string, records: number): Bilingual => ({
    sr: `${folder} је сада уређај из резервне копије од ${createdAt}; записа: ${records}. Оно што је издато после тога није у њему. Стари уређај више никада не покрећите поред овог.`,
    en: `${folder} is now the box from the backup of ${createdAt}, with ${records} records. What was issued since is not in it. Never start the old box again beside this one.`,
  }),
  damagedLedger: (): Bilingual => ({
    sr: 'Дневник је био оштећен већ кад је копија прављена: уређај показује оно што има, и ништа не издаје.',
    en: 'the ledger was already damaged when it was backed up: the box shows what there is and issues nothing',
  }),
  damagedBox: (): Bilingual => ({
    sr: 'Уређај је био оштећен већ кад је копија прављена: део овде недостаје.',
    en: 'the box was already damaged when it was backed up: some of it is missing here',
  }),
} as const;

import { BACKUP_CODE_FILE, readCode, BackupCode, writeCode } from '../../../outward/backup/index.js';
import { failed, nodeDisk, ok, type Result, type Message, phrase } from '../../../base/index.js';
import { inLanguage } from '../language.js';

/**
 * The backup code of the box. If there is none, a new one is created, and shown on standard error.
 */
export async function readOrMakeCode(folder: string): Promise<Result<BackupCode, Message>> {
  await nodeDisk.makeDir(folder);
  const stored = await readCode(nodeDisk, folder);
  if (stored === 'unreadable') {
    return failed(
      phrase({
        sr: `У ${folder}/${BACKUP_CODE_FILE} није код за резервне копије. Упишите у њу онај са папира, или је обришите да се направи нов.`,
        en: `${folder}/${BACKUP_CODE_FILE} holds no backup code. Write the one on paper into it, or delete it for a new one.`,
      }),
    );
  }
  if (stored !== undefined) return ok(stored);
  const code = BackupCode.make();
  await writeCode(nodeDisk, folder, code);
  process.stderr.write(
    inLanguage({
      sr: `Код за резервне копије овог уређаја. Запишите га и чувајте даље од уређаја: без њега нико не може да отвори резервну копију.\n\n  ${code.text}\n\n`,
      en: `The backup code of this box. Write it down and keep it away from the box: without it nobody opens a backup.\n\n  ${code.text}\n\n`,
    }),
  );
  return ok(code);
}

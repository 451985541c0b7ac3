import { BACKUP_CODE_FILE, readCode, BackupCode, writeCode } from '../../backup/index.js';
import { failed, nodeDisk, ok, type Result } from '../../base/index.js';

/**
 * The backup code of the box. Where there is none a new one is made, and shown on standard error. The error is an English
 * sentence.
 */
export async function readOrMakeCode(folder: string): Promise<Result<BackupCode, string>> {
  await nodeDisk.makeDir(folder);
  const stored = await readCode(nodeDisk, folder);
  if (stored === 'unreadable') {
    return failed(
      `${folder}/${BACKUP_CODE_FILE} holds no backup code. Write the one on paper into it, or delete it for a new one.`,
    );
  }
  if (stored !== undefined) return ok(stored);
  const code = BackupCode.make();
  await writeCode(nodeDisk, folder, code);
  process.stderr.write(
    `The backup code of this box. Write it down and keep it away from the box: without it nobody opens a backup.\n\n  ${code.text}\n\n`,
  );
  return ok(code);
}

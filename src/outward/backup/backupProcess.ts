import { type Result, runOwnCommand, type Message } from '../../base/index.js';
import { type BackupSetting, DEFAULT_BACKUPS_KEPT } from '../../shop/settings/index.js';

/** Ten years of receipts take minutes; if it takes longer than this, the stick is failing, ms. */
const TIME_LIMIT = 2 * 60 * 60 * 1000;

/**
 * Runs `kasirbox backup --into FOLDER` in a separate process: reading and encrypting years of receipts takes minutes of
 * computing, and a stick may hang. Resolves when the process has ended, or at once when the signal is aborted. The
 * error is that of the command.
 */
export function backupInChild(
  folder: string,
  { folder: target, keep = DEFAULT_BACKUPS_KEPT }: BackupSetting,
  signal: AbortSignal,
): Promise<Result<void, Message>> {
  const words = ['backup', '--into', target, '--keep', String(keep), '--data', folder];
  return runOwnCommand({ words, timeLimit: TIME_LIMIT, signal });
}

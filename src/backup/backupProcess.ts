import { failed, ok, type Result, runOwnCommand } from '../base/index.js';
import { type BackupSetting, DEFAULT_BACKUPS_KEPT } from '../settings/index.js';

/** How much of the command's output is kept, characters. */
const MAX_OUTPUT = 2000;
/** Ten years of receipts take minutes; if it takes longer than this, the stick is failing, ms. */
const TIME_LIMIT = 2 * 60 * 60 * 1000;
const COMPLAINT = /^kasirbox: (.*)$/gm;

/**
 * Runs `kasirbox backup --into FOLDER` as a process of its own: reading and encrypting years of receipts takes minutes of
 * computing, and a stick may hang. Resolves when the process has ended, or at once when the signal is aborted. The error is
 * the sentence that the command printed.
 */
export async function backupInChild(
  folder: string,
  { folder: target, keep = DEFAULT_BACKUPS_KEPT }: BackupSetting,
  signal: AbortSignal,
): Promise<Result<void, string>> {
  const command = ['backup', '--into', target, '--keep', String(keep), '--data', folder];
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT)]);
  const child = runOwnCommand(command, 'ignore', limit);
  if (child === undefined) return failed('there is too little memory, or too many files are open');
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-MAX_OUTPUT);
  });
  return new Promise((resolve) => {
    // A process that waits for a device does not end, even when it is killed.
    limit.addEventListener('abort', () => resolve(failed('it took too long, and was given up')), { once: true });
    child.on('close', (code, killed) => {
      const complaint = [...output.matchAll(COMPLAINT)].at(-1)?.[1];
      resolve(code === 0 ? ok(undefined) : failed(complaint ?? `it ended with ${killed ?? String(code)}`));
    });
  });
}

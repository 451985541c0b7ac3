import type { Bilingual } from '../base/index.js';
import { complain, FAILURE } from './command.js';
import { folderWords } from './folderWords.js';
import { inLanguage } from './language.js';

/**
 * Runs a program: what it does with the words behind its name, which gives its exit code. What is wrong with the system, such as a folder
 * that cannot be written, is said in a line; anything else that is thrown is a bug.
 */
export function runProgram(run: (args: readonly string[]) => Promise<number>): void {
  watchOutput();
  void run(process.argv.slice(2))
    .catch((error: unknown) => {
      const reason = systemReason(error);
      if (reason === undefined) throw error;
      return complain(reason, FAILURE);
    })
    .then((code) => {
      process.exitCode = code;
    });
}

/** What is wrong with the system; undefined for a bug of the program. */
function systemReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const fault = faultWords(error);
  if (fault !== undefined) return inLanguage(fault);
  // By its name: the DiskError of box.cjs is a class of its own.
  if (error.name === 'DiskError') return error.message;
  if (error.code === 'MODULE_NOT_FOUND') {
    // The other lines of the message name the files that import it.
    const [message = ''] = error.message.split('\n');
    return inLanguage({
      sr: `${message}. Недостају датотеке програма; инсталирајте га поново.`,
      en: `${message}. Files that belong beside the program are missing; install it again.`,
    });
  }
  return 'syscall' in error ? error.message : undefined;
}

/** What a path that cannot be used means, and what to do about it; undefined for what has no words of its own. */
function faultWords(error: Error & { readonly code?: unknown }): Bilingual | undefined {
  const path = 'path' in error ? String(error.path) : undefined;
  if (path === undefined) return undefined;
  if ('syscall' in error && error.syscall === 'mkdir' && error.code === 'EACCES') return folderWords(path);
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
      return {
        sr: `${path}: корисник под којим ова команда ради нема дозволу. Покрените је као власник те фасцикле или са sudo: sudo kasirbox …`,
        en: `${path}: the user that this command runs as has no permission. Run it as the owner of that folder, or with sudo: sudo kasirbox …`,
      };
    case 'EROFS':
      return {
        sr: `${path}: диск се само чита. Проверите диск (dmesg) и учините га уписивим: mount -o remount,rw`,
        en: `${path}: the disk is read-only. Look for its errors (dmesg), and make it writable: mount -o remount,rw`,
      };
    case 'EEXIST':
    case 'ENOTDIR':
      return {
        sr: `${path}: то је датотека или пролази кроз њу, а треба фасцикла. Изаберите другу: --data DIR`,
        en: `${path}: that is a file or leads through one, and a folder is needed. Name another: --data DIR`,
      };
    default:
      return undefined;
  }
}

function watchOutput(): void {
  for (const [name, stream] of [
    ['standard output', process.stdout],
    ['standard error', process.stderr],
  ] as const) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The reader, such as `head` or the journal, may leave at any time; the work goes on to its end.
      if (error.code === 'EPIPE') return;
      // The disk that the output goes to is full or gone: nobody gets what the command was run for.
      process.exit(complain(`${name} cannot be written: ${error.message}`));
    });
  }
}

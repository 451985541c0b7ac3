import { complain, FAILURE } from './command.js';
import { inLanguage } from './language.js';
import { unusableBy, unusableText } from './unusable.js';

/** A program: takes the words after its name, and resolves with its exit code. */
type Program = (args: readonly string[]) => Promise<number>;

/** Runs a program as this process. */
export function runProgram(run: Program): void {
  watchOutput();
  void endOf(run, process.argv.slice(2)).then((code) => {
    process.exitCode = code;
  });
}

/**
 * The exit code of a program. A system error, such as a folder that cannot be written, is printed in one line. Rejects
 * with any other exception, which is a bug.
 */
export async function endOf(run: Program, args: readonly string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    return complain(reason, FAILURE);
  }
}

/** Description of a system error; undefined for a bug of the program. */
function systemReason(error: unknown): string | undefined {
  const unusable = unusableBy(error);
  if (unusable !== undefined) return inLanguage(unusableText(unusable));
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  // Compared by name, because the DiskError of box.cjs is a separate class.
  return error.name === 'DiskError' || 'syscall' in error ? error.message : undefined;
}

function watchOutput(): void {
  for (const [name, stream] of [
    [{ sr: 'стандардни излаз', en: 'standard output' }, process.stdout],
    [{ sr: 'стандардни излаз за грешке', en: 'standard error' }, process.stderr],
  ] as const) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The reader, such as `head` or the journal, may exit at any time; the work continues to its end.
      if (error.code === 'EPIPE') return;
      // The output cannot be written, because its disk is full or missing.
      process.exit(
        complain({
          sr: `${name.sr} не може да се упише: ${error.message}`,
          en: `${name.en} cannot be written: ${error.message}`,
        }),
      );
    });
  }
}

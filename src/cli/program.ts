import { complain, FAILURE } from './command.js';
import { inLanguage } from './language.js';
import { unusableBy, unusableWords } from './unusable.js';

/** What a program does with the words behind its name; resolves with its exit code. */
type Program = (args: readonly string[]) => Promise<number>;

/** Runs a program as this process. */
export function runProgram(run: Program): void {
  watchOutput();
  void endOf(run, process.argv.slice(2)).then((code) => {
    process.exitCode = code;
  });
}

/**
 * The exit code of a program. What is wrong with the system, such as a folder that cannot be written, is said in a line; rejects with
 * anything else that is thrown, which is a bug.
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

/** What is wrong with the system; undefined for a bug of the program. */
function systemReason(error: unknown): string | undefined {
  const unusable = unusableBy(error);
  if (unusable !== undefined) return inLanguage(unusableWords(unusable));
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  // By its name: the DiskError of box.cjs is a class of its own.
  return error.name === 'DiskError' || 'syscall' in error ? error.message : undefined;
}

function watchOutput(): void {
  for (const [name, stream] of [
    [{ sr: 'стандардни излаз', en: 'standard output' }, process.stdout],
    [{ sr: 'стандардни излаз за грешке', en: 'standard error' }, process.stderr],
  ] as const) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The reader, such as `head` or the journal, may leave at any time; the work goes on to its end.
      if (error.code === 'EPIPE') return;
      // The disk that the output goes to is full or gone: nobody gets what the command was run for.
      process.exit(
        complain(
          inLanguage({
            sr: `${name.sr} не може да се упише: ${error.message}`,
            en: `${name.en} cannot be written: ${error.message}`,
          }),
        ),
      );
    });
  }
}

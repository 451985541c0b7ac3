import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that look into pictures and PDFs: zbar-tools and poppler-utils of Debian. */
const PROGRAMS = ['zbarimg', 'pdftoppm', 'pdftotext'] as const;
export type Program = (typeof PROGRAMS)[number];

/** What a program may take, ms, and write, bytes. */
const LIMITS = { timeout: 30_000, maxBuffer: 2 ** 27 };

/** Whether all of {@link PROGRAMS} are in one of the folders of a PATH. */
export function hasPrograms(path: string): boolean {
  return PROGRAMS.every((program) => path.split(delimiter).some((folder) => isExecutable(join(folder, program))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What a program says of what it reads from standard input; undefined when it can do nothing with it. */
export function runOn(input: Uint8Array, program: Program, ...args: readonly string[]): Promise<Buffer | undefined> {
  return new Promise((done) => {
    const child = execFile(program, args, { ...LIMITS, encoding: 'buffer' }, (error, output) =>
      done(error === null ? output : undefined),
    );
    // A program that gives up early does not read to the end.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

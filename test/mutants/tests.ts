import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Runner } from './runner.js';
import type { Tree } from './tree.js';

export interface Ended {
  /** True when all tests passed and the process ended by itself. */
  readonly green: boolean;
  /** True when it was ended because it exceeded its limit or left a process running. */
  readonly late: boolean;
}

/** uvu prints this as soon as a test fails. */
const FAILED = '✘';

/** Tests outside `test/FOLDER` that also belong to a folder and those below it, by the start of their path. */
const EXTRA_TESTS: Readonly<Record<string, string>> = {
  sales: 'test/scenarios/',
  'interfaces/web/session': 'test/interfaces/web/session.test.ts',
  'interfaces/web/routes': 'test/interfaces/web/',
  'interfaces/web/client/till': 'test/interfaces/web/',
};

/** The test files of a folder of `src`, without long proofs. */
export function testsOf({ allTests, proofOf, isOfShortTests }: Runner, folder: string): string[] {
  const extra = Object.entries(EXTRA_TESTS).filter(([owner]) => `${folder}/`.startsWith(`${owner}/`));
  const starts = [`test/${folder}/`, ...extra.map(([, start]) => start)];
  return allTests().filter((file) => {
    const proof = proofOf(file);
    const isOfFolder = starts.some((start) => file.startsWith(start));
    return isOfFolder && (proof === undefined || isOfShortTests(proof));
  });
}

/**
 * Runs test files of a tree one after another in one process, for at most `seconds`, and prints `end` between them. The
 * first failing test ends the process and every process it has started.
 */
export async function runTests(
  { root, runner }: Tree,
  files: readonly string[],
  end: string,
  seconds: number,
  variables: NodeJS.ProcessEnv,
  onOutput: (text: string) => void = () => undefined,
): Promise<Ended> {
  // Removed afterwards, because ended tests leave files. A short path, since a socket's path has at most 107 bytes.
  const temporary = mkdtempSync(join(tmpdir(), 'm-'));
  const folder = join(root, 'test/runner');
  const args = ['--require', join(folder, 'register.cjs'), join(folder, 'several.cjs'), end, ...files];
  const { ended, output, stopped } = await runner.runNode(
    args,
    seconds,
    (text, allow) => {
      onOutput(text);
      if (text.includes(FAILED)) allow(0);
    },
    { variables: { TMPDIR: temporary, ...variables } },
  );
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  const failed = output.includes(FAILED);
  return { green: !failed && stopped === null && ended === 'exit code 0', late: !failed && stopped !== null };
}

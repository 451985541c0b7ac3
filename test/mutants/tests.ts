import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Runner } from './runner.js';
import type { Tree } from './tree.js';

export interface Ended {
  /** All tests passed, and the process ended by itself. */
  readonly green: boolean;
  /** It was ended, because it took longer than it may, or left a process behind. */
  readonly late: boolean;
}

/** What uvu prints of a test that fails, as soon as it does. */
const FAILED = '✘';

/** Beginnings of the paths of tests that belong to a room, though they do not lie in its own folder. */
const MORE: Readonly<Record<string, string>> = {
  'sales/invoicing': 'test/scenarios/',
  'interfaces/web/session': 'test/interfaces/web/session.test.ts',
  'interfaces/web/routes': 'test/interfaces/web/',
  'interfaces/web/client/till': 'test/interfaces/web/',
};

/** The tests of a room, without long proofs. */
export function testsOf({ allTests, proofOf, isOfShortTests }: Runner, room: string): string[] {
  const folders = [`test/${room}/`, MORE[room] ?? []].flat();
  return allTests().filter((file) => {
    const proof = proofOf(file);
    const isOfRoom = folders.some((folder) => file.startsWith(folder));
    return isOfRoom && (proof === undefined || isOfShortTests(proof));
  });
}

/**
 * Runs test files of a tree one after another in one process, with `end` printed between them, at most `seconds`. The first test
 * that fails ends it, with all that it has started.
 */
export async function runTests(
  { root, runner }: Tree,
  files: readonly string[],
  end: string,
  seconds: number,
  variables: NodeJS.ProcessEnv,
  listen: (text: string) => void = () => undefined,
): Promise<Ended> {
  // Tests that are ended leave their files behind. Short, as the path of a socket may have 107 bytes.
  const temporary = mkdtempSync(join(tmpdir(), 'm-'));
  const folder = join(root, 'test/runner');
  const args = ['--require', join(folder, 'register.cjs'), join(folder, 'several.cjs'), end, ...files];
  const { ended, output, stopped } = await runner.runNode(
    args,
    seconds,
    (text, allow) => {
      listen(text);
      if (text.includes(FAILED)) allow(0);
    },
    { variables: { TMPDIR: temporary, ...variables } },
  );
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  const failed = output.includes(FAILED);
  return { green: !failed && stopped === null && ended === 'exit code 0', late: !failed && stopped !== null };
}

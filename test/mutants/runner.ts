import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What of test/runner is used here: it is JavaScript, and belongs to the tree in which it lies. */
export interface Runner {
  readonly allSources: () => string[];
  readonly allTests: () => string[];
  readonly byProcess: (files: readonly string[]) => string[][];
  readonly compileAll: (paths: readonly string[]) => Promise<void>;
  readonly distancesFrom: (file: string, users: Map<string, string[]>) => Map<string, number>;
  readonly isOfShortTests: (proof: string) => boolean;
  readonly proofOf: (file: string) => string | undefined;
  readonly usersOfFiles: () => Map<string, string[]>;
}

export async function runnerOf(root: string): Promise<Runner> {
  const load = (name: string): Promise<object> => import(pathToFileURL(join(root, 'test/runner', name)).href) as never;
  const [files, graph, typescript] = await Promise.all(['files.mjs', 'graph.mjs', 'typescript.cjs'].map(load));
  return { ...files, ...graph, ...typescript } as Runner;
}

/** The tests of a room, without long proofs. */
export function testsOf({ allTests, proofOf, isOfShortTests }: Runner, room: string): string[] {
  return allTests().filter((file) => {
    const proof = proofOf(file);
    return file.startsWith(`test/${room}/`) && (proof === undefined || isOfShortTests(proof));
  });
}

/** The arguments by which Node runs test files one after another in one process, with `end` between them. */
export function argumentsOf(root: string, end: string, files: readonly string[]): string[] {
  const runner = join(root, 'test/runner');
  return ['--require', join(runner, 'register.cjs'), join(runner, 'several.cjs'), end, ...files];
}

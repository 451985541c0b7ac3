import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The functions of test/runner that are used here. It is JavaScript and is loaded from the tree that it runs. */
export interface Runner {
  readonly allSources: () => string[];
  readonly allTests: () => string[];
  readonly byProcess: (files: readonly string[]) => string[][];
  readonly compileAll: (paths: readonly string[]) => Promise<void>;
  readonly distancesFrom: (file: string, users: Map<string, string[]>) => Map<string, number>;
  /** Lets Ctrl-C end the running tests and every process they started. */
  readonly endWithSignals: () => void;
  readonly isSharing: (file: string) => boolean;
  readonly isOfShortTests: (proof: string) => boolean;
  readonly proofOf: (file: string) => string | undefined;
  readonly runNode: (
    args: readonly string[],
    limit: number,
    listen: (text: string, allow: (seconds: number) => void) => void,
    options: { readonly variables: NodeJS.ProcessEnv },
  ) => Promise<{ readonly ended: string; readonly output: string; readonly stopped: string | null }>;
  readonly usersOfFiles: () => Map<string, string[]>;
}

export async function runnerOf(root: string): Promise<Runner> {
  const load = (name: string): Promise<object> => import(pathToFileURL(join(root, 'test/runner', name)).href) as never;
  const names = ['execute.mjs', 'files.mjs', 'graph.mjs', 'typescript.cjs'];
  return Object.assign({}, ...(await Promise.all(names.map(load)))) as Runner;
}

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reasonToIgnore } from './ignored.js';
import type { RawMutant } from './mutant.js';
import { type Maker, type Operator, operators } from './operators.js';

const LOCKED = resolve(import.meta.dirname, 'tool');
const INSTALLED = resolve(import.meta.dirname, '../../.cache/mutants/tool');

export interface SourceFile {
  readonly name: string;
  readonly content: string;
}

export interface Instrumented {
  readonly files: readonly SourceFile[];
  readonly mutants: readonly RawMutant[];
}

interface Instrumenter {
  instrument(files: readonly (SourceFile & { readonly mutate: true })[], options: object): Promise<Instrumented>;
}

function isCurrent(name: string): boolean {
  const installed = join(INSTALLED, name);
  return existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(join(LOCKED, name), 'utf8');
}

const FILES = ['package.json', 'package-lock.json'];

/** True when the locked version of the instrumenter is installed. */
export const isInstalled = (): boolean =>
  FILES.every(isCurrent) && existsSync(join(INSTALLED, 'node_modules/.package-lock.json'));

const silent = {
  isDebugEnabled: () => false,
  ...Object.fromEntries(['debug', 'error', 'fatal', 'info', 'trace', 'warn'].map((level) => [level, () => undefined])),
};

/** Installs StrykerJS's instrumenter into its own folder, unless it is there: it is no dependency of the box. */
export function install(): void {
  if (isInstalled()) return;
  mkdirSync(INSTALLED, { recursive: true });
  for (const name of FILES) copyFileSync(join(LOCKED, name), join(INSTALLED, name));
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd: INSTALLED, stdio: ['ignore', 'ignore', 'inherit'] });
}

let added = false;

/** Adds the operators of `operators.ts` to StrykerJS's, once. */
async function addOperators(): Promise<void> {
  if (added) return;
  added = true;
  const path = join(INSTALLED, 'node_modules/@stryker-mutator/instrumenter/dist/src/mutators/mutate.js');
  const { allMutators } = (await import(pathToFileURL(path).href)) as { allMutators: Operator[] };
  const { types } = createRequire(path)('@babel/core') as { readonly types: Maker };
  allMutators.push(...operators(types));
}

/** The start of StrykerJS's function that counts how often a mutant is reached. */
const COUNTING = 'function cover() {';
/** Its replacement counts a mutant once for each test: drawing a picture reaches some mutants millions of times. */
const ONCE = `var known = {};
  function cover(first) {
    var test = String(ns.currentTestId);
    if (known[first] === test) return;
    known[first] = test;`;

/** Adds all mutants to the files, each behind a switch. */
export async function instrument(files: readonly SourceFile[]): Promise<Instrumented> {
  install();
  const entry = join(INSTALLED, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js');
  const { Instrumenter } = (await import(pathToFileURL(entry).href)) as {
    Instrumenter: new (log: typeof silent) => Instrumenter;
  };
  await addOperators();
  const options = { plugins: null, excludedMutations: [], ignorers: [{ shouldIgnore: reasonToIgnore }] };
  const made = await new Instrumenter(silent).instrument(
    files.map((file) => ({ ...file, mutate: true as const })),
    options,
  );
  return {
    ...made,
    files: made.files.map(({ name, content }) => ({ name, content: content.replace(COUNTING, ONCE) })),
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import { transformSync, type TransformOptions } from 'esbuild';
import { type Instrumented, instrument } from './sites.js';
import { Switchboard } from './switchboard.js';

const WIRING = resolve(import.meta.dirname, '../../../src/box');
const load = createRequire(import.meta.url);

interface Compiler {
  readonly optionsOf: (path: string) => TransformOptions;
}

interface Compiled extends NodeJS.Module {
  readonly _compile: (code: string, path: string) => void;
}

/** All files of the wiring, instrumented. */
export function wiringFiles(): ReadonlyMap<string, Instrumented> {
  const names = readdirSync(WIRING).filter((name) => name.endsWith('.ts'));
  return new Map(names.map((name) => [name, instrument(name, readFileSync(resolve(WIRING, name), 'utf8'))]));
}

/** From now on this process loads the wiring instrumented, and all else as it is. */
export function loadInstrumented(): Switchboard {
  const board = new Switchboard();
  board.install();
  const files = wiringFiles();
  const { optionsOf } = load('../../runner/typescript.cjs') as Compiler;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- what test/runner/typescript.cjs uses; nothing else loads CommonJS otherwise
  const { extensions } = load;
  const usual = extensions['.ts'];
  extensions['.ts'] = (module, path) => {
    const file = dirname(path) === WIRING ? files.get(basename(path)) : undefined;
    if (file === undefined) usual?.(module, path);
    else (module as Compiled)._compile(transformSync(file.text, optionsOf(path)).code, path);
  };
  return board;
}

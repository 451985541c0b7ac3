import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import { type Instrumented, instrument } from './sites.js';
import { Switchboard } from './switchboard.js';

const WIRING = resolve(import.meta.dirname, '../../../../src/programs/box');
const load = createRequire(import.meta.url);

interface Compiler {
  readonly replaceSources: (textOf: (path: string) => string | undefined) => void;
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
  const { replaceSources } = load('../../../runner/typescript.cjs') as Compiler;
  replaceSources((path) => (dirname(path) === WIRING ? files.get(basename(path))?.text : undefined));
  return board;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LEGS, NO_LEGS } from './legs/index.js';
import { SHAPES, type Shape } from './legs/leg.js';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');
/** Other programs: an owner's server and its commands, clients, and the pages in a browser. */
const OTHERS = /^(?:fleet|sdk|cli|web\/client)\//;
/** An import of something by which bytes come in; types alone, and checks of addresses, do not count. */
const IMPORT = /^import (?!type )(.+?) from 'node:(?:net|tls|http|https|dgram)';$/gm;
const OPENS = /^(?:createServer|createConnection|createSocket|connect|request|Agent|Socket|\*)(?: as |$)/;

test('every file that opens or accepts connections belongs to a leg, or is listed with a reason', () => {
  const opening = sourceFiles().filter((file) => {
    const names = [...readFileSync(join(SRC, file), 'utf8').matchAll(IMPORT)].flatMap(([, list = '']) =>
      list
        .replace(/[{}]/g, '')
        .split(',')
        .map((name) => name.trim()),
    );
    return names.some((name) => OPENS.test(name));
  });
  const known = [...LEGS.flatMap(({ sources }) => sources), ...Object.keys(NO_LEGS)];
  assert.equal([...new Set(known)].sort(), opening.sort());
});

test('every leg is tried with every shape, here or by another test, or no stranger can', () => {
  const shapes = Object.keys(SHAPES) as Shape[];
  for (const { name, cells } of LEGS) {
    for (const shape of shapes) {
      const cell = cells[shape];
      if ('triedBy' in cell) assert.ok(existsSync(join(ROOT, cell.triedBy)), `${name}: ${shape}: ${cell.triedBy}`);
      if ('notPossible' in cell) assert.ok(cell.notPossible.length > 10, `${name}: ${shape} has no reason`);
    }
    assert.equal(Object.keys(cells), shapes, name);
  }
});

test('docs/security.md has the limits of each leg as in the code', () => {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const said = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf);
  for (const { name, bounds } of LEGS) {
    const row = said.find(([first]) => first === name);
    assert.equal(row, [name, bounds.bytes, bounds.pieces, bounds.time], name);
  }
});

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function sourceFiles(): string[] {
  const all = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
  return all.filter((file) => file.endsWith('.ts') && !OTHERS.test(file));
}

test.run();

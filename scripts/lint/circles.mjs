import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Matches every form of import. An import quoted in a comment is harmless; comments inside an import are ignored. */
const IMPORT = /(?:\bfrom|\bimport\s*\(|\bimport|\brequire\s*\()\s*['"`](\.[^'"`\n]+)['"`]/g;

const COMMENT = /\/\*.*?\*\/|\/\/[^\n]*/gs;

/** The imports of each file by its path, as last read or linted. */
const known = new Map();

/** Discards the cached imports of a file that may have changed, because an editor keeps the linter running. */
export function readAnew(file) {
  known.delete(file);
}

/**
 * The files of this project that a file imports; none for a missing file. Each is read once, because a lint run asks a
 * million times.
 */
function importsOf(file) {
  const before = known.get(file);
  if (before !== undefined) return before;
  const text = existsSync(file) ? readFileSync(file, 'utf8').replace(COMMENT, ' ') : '';
  const targets = Array.from(text.matchAll(IMPORT), ([, specifier]) =>
    resolve(dirname(file), specifier.replace(/\.js$/, '.ts')),
  );
  known.set(file, targets);
  return targets;
}

/**
 * The path from a file by one of its imports back to itself, with the file at both ends; undefined when there is none.
 * Types count: a cycle of types means that two files should be one, or that a third is missing.
 */
export function circleFrom(file, target) {
  const cameFrom = new Map([[target, file]]);
  const open = [target];
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    if (at === file) return wayBack(file, cameFrom);
    for (const next of importsOf(at)) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      open.push(next);
    }
  }
  return undefined;
}

function wayBack(file, cameFrom) {
  const way = [file];
  do way.unshift(cameFrom.get(way[0]));
  while (way[0] !== file);
  return way;
}

import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** What an import looks like, in every spelling. A comment that quotes one does no harm; comments inside one are left out. */
const IMPORT = /(?:\bfrom|\bimport\s*\(|\bimport|\brequire\s*\()\s*['"`](\.[^'"`\n]+)['"`]/g;

const COMMENT = /\/\*.*?\*\/|\/\/[^\n]*/gs;

/** The imports of each file by its path, as of its last change. */
const known = new Map();

/** The files of the house that a file imports; none when there is no such file. */
function importsOf(file) {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (changed === undefined) return [];
  const before = known.get(file);
  if (before?.changed === changed) return before.targets;
  const matches = readFileSync(file, 'utf8').replace(COMMENT, ' ').matchAll(IMPORT);
  const targets = Array.from(matches, ([, specifier]) => resolve(dirname(file), specifier.replace(/\.js$/, '.ts')));
  known.set(file, { changed, targets });
  return targets;
}

/**
 * The way from a file by one of its imports back to itself, as paths, the file at both ends; undefined when there is none.
 * Types count: a circle of types says that two files are one, or that a third is missing.
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

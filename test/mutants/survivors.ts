import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Equivalent, equivalentOf } from './equivalent.js';
import { isSame, type Mutant } from './mutant.js';
import { isNoticed, type Result } from './report.js';

/** A mutant that no test notices, although it is not equivalent. */
export type Hole = Pick<Mutant, 'line' | 'was' | 'becomes' | 'kind'>;

/** The result of a pass over all mutants of a source file. */
export interface FileResult {
  /** Hash of the file's text when it was tried: {@link hashOfText}. */
  readonly source: string;
  readonly mutants: number;
  readonly noticed: number;
  readonly equivalent: number;
  readonly holes: readonly Hole[];
}

/** By path. */
export type Survivors = Readonly<Record<string, FileResult>>;

const pathIn = (root: string): string => join(root, 'test/mutants/survivors.json');

export function readSurvivors(root: string): Survivors {
  const path = pathIn(root);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Survivors) : {};
}

/** Writes the results sorted by path, one hole a line, so that a diff is readable. */
export function writeSurvivors(root: string, survivors: Survivors): void {
  const files = Object.entries(survivors).sort(([one], [other]) => (one < other ? -1 : 1));
  const texts = files.map(([file, { holes, ...counts }]) => {
    const lines = holes.map((hole) => `\n      ${JSON.stringify(hole)}`);
    const end = lines.length === 0 ? '' : '\n    ';
    return `  ${JSON.stringify(file)}: {\n    ${JSON.stringify(counts).slice(1, -1)},\n    "holes": [${lines.join(',')}${end}]\n  }`;
  });
  writeFileSync(pathIn(root), `{\n${texts.join(',\n')}\n}\n`);
}

/** The first 12 hex digits of a text's SHA-256. */
export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

export function resultOfFile(
  source: string,
  results: readonly Result[],
  equivalents: readonly Equivalent[],
): FileResult {
  const noticed = results.filter(isNoticed);
  const notNoticed = results.filter((result) => !isNoticed(result));
  const holes = notNoticed.filter(({ mutant }) => equivalentOf(mutant, equivalents) === undefined);
  return {
    source,
    mutants: results.length,
    noticed: noticed.length,
    equivalent: notNoticed.length - holes.length,
    holes: holes.map(({ mutant: { line, was, becomes, kind } }) => ({ line, was, becomes, kind })),
  };
}

/** The stored results, by the present paths of a folder's files. */
interface Known {
  readonly survivors: Survivors;
  /** Holes of files that no longer exist: they were moved and changed, or merged into others. */
  readonly lost: readonly Hole[];
}

/** Follows files of a folder that were moved unchanged. `sources`: the hashes of all its files, by path. */
export function followMoves(survivors: Survivors, folder: string, sources: ReadonlyMap<string, string>): Known {
  const entries = Object.entries(survivors);
  const isLost = (file: string): boolean => file.startsWith(`src/${folder}/`) && !sources.has(file);
  const lost = entries.filter(([file]) => isLost(file)).map(([, result]) => result);
  const moved = Array.from(sources, ([file, source]): [string, FileResult | undefined] => [
    file,
    survivors[file] ?? lost.find((result) => result.source === source),
  ]).filter((entry): entry is [string, FileResult] => entry[1] !== undefined);
  return {
    survivors: Object.fromEntries([...entries.filter(([file]) => !isLost(file)), ...moved]),
    lost: lost.flatMap(({ holes }) => holes),
  };
}

/** Holes that the previous pass did not find, in this file or in lost ones; empty after a file's first pass. */
export function newHoles(
  file: string,
  before: FileResult | undefined,
  { holes }: FileResult,
  lost: readonly Hole[],
): readonly Hole[] {
  if (before === undefined) return [];
  const known = [...before.holes, ...lost];
  return holes.filter((hole) => !known.some((other) => isSame({ file, ...other }, { file, ...hole })));
}

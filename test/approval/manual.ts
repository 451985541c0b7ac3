import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './verdict.js';

/** A comment with nothing but ids: `<!-- P01 P02 -->`. */
const MARK = /^<!--\s*([A-Z]\d\d(?:[ ,]+[A-Z]\d\d)*)\s*-->$/;
const HEADING = /^#{1,6} (.+)$/;

/** The places of the manual by the id of the requirement that they are about. */
export type Places = ReadonlyMap<string, readonly Place[]>;

/** Reads the marks of all documents of a folder; nothing where there is no folder. */
export function readPlaces(folder: string): Places {
  const places = new Map<string, Place[]>();
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  for (const file of files.sort()) {
    for (const [id, place] of placesIn(file, readFileSync(join(folder, file), 'utf8'))) {
      places.set(id, [...(places.get(id) ?? []), place]);
    }
  }
  return places;
}

/** The places of one document. A mark belongs to the heading above it; its text reaches to the next heading of the same or a higher level. */
export function placesIn(file: string, text: string): (readonly [string, Place])[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, at) => {
    const [, ids] = MARK.exec(line) ?? [];
    if (ids === undefined) return [];
    const top = lines.findLastIndex((one, index) => index < at && HEADING.test(one));
    const heading = HEADING.exec(lines[top] ?? '')?.[1] ?? '';
    const place = { file, heading, hasText: heading !== '' && hasText(lines, top) };
    return ids.split(/[ ,]+/).map((id) => [id, place] as const);
  });
}

function hasText(lines: readonly string[], top: number): boolean {
  const level = levelOf(lines[top] ?? '');
  const length = lines.slice(top + 1).findIndex((line) => HEADING.test(line) && levelOf(line) <= level);
  const section = length < 0 ? lines.slice(top + 1) : lines.slice(top + 1, top + 1 + length);
  return section.some((line) => line !== '' && !HEADING.test(line) && !/^<!--.*-->$/.test(line));
}

const levelOf = (line: string): number => /^#*/.exec(line)?.[0].length ?? 0;

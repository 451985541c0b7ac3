import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Files below a folder whose names end like this, as paths relative to the root, in order. */
export function filesBelow(folder: string, ending: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.flatMap((name) => (name.endsWith(ending) ? [`${folder}/${name}`] : [])).sort();
}

/** The README and all that is written in docs/, as paths relative to the root. */
export const DOCUMENTS = ['README.md', ...filesBelow('docs', '.md')];

export function textOf(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8');
}

/** A fenced block, with the word behind its fence. */
export interface Block {
  readonly kind: string;
  readonly text: string;
}

export function blocksOf(document: string): Block[] {
  return Array.from(textOf(document).matchAll(/^```(\S*)\n(.*?)^```$/gms), ([, kind = '', text = '']) => ({
    kind,
    text,
  }));
}

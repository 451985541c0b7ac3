import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shown } from './workers.js';

const FILE = join(import.meta.dirname, 'kept.json');

/** What each scenario must show. Who changes it reads the difference: each line is something that the box does. */
export const readKept = (): Shown => JSON.parse(readFileSync(FILE, 'utf8')) as Shown;

export const writeKept = (shown: Shown): void => writeFileSync(FILE, `${JSON.stringify(shown, undefined, 2)}\n`);

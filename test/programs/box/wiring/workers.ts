import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { RUN_TYPESCRIPT } from '../../../kit/typescript.js';
import type { Variant } from './switchboard.js';
import type { Asked, Told } from './worker.js';

/** What each scenario shows of a box that is wired as it should be. */
export type Shown = Readonly<Record<string, readonly string[]>>;

/** By what each variant is noticed, by its name; null where nothing notices it. */
export type Noticed = ReadonlyMap<string, string | null>;

export interface Looked {
  readonly shown: Shown;
  readonly variants: readonly Variant[];
  readonly noticed: Noticed;
}

export const nameOf = ({ site, instead }: Variant): string => `${site} | ${instead}`;

/** Runs the scenarios on the box as it is, finds how its wiring could be varied, and tries those of the variants that are chosen. */
export async function look(
  kept: Shown,
  chosen: (all: readonly Variant[]) => readonly Variant[] = () => [],
): Promise<Looked> {
  const shown: Record<string, readonly string[]> = {};
  const noticed = new Map<string, string | null>();
  let variants: readonly Variant[] | undefined;
  let tried: readonly Variant[] = [];
  const hasEnded = await work(
    kept,
    (told) => {
      if (told.kind === 'seen') shown[told.scenario] = told.lines;
      if (told.kind === 'noticed') noticed.set(nameOf(told.variant), told.by);
    },
    (all) => (tried = chosen((variants = all))),
  );
  if (variants === undefined) throw new Error('a box that is wired as it should be ends the process');
  for (const [name, by] of await tryAll(kept, leftOver(tried, noticed, hasEnded))) noticed.set(name, by);
  return { shown, variants, noticed };
}

export async function tryAll(kept: Shown, variants: readonly Variant[]): Promise<Noticed> {
  const noticed = new Map<string, string | null>();
  let rest = variants;
  while (rest.length > 0) {
    const now = rest;
    const hasEnded = await work(
      kept,
      (told) => {
        if (told.kind === 'noticed') noticed.set(nameOf(told.variant), told.by);
      },
      () => now,
    );
    rest = leftOver(now, noticed, hasEnded);
  }
  return noticed;
}

/** What is still to be tried. The variant at which the process has ended is noticed by that. */
function leftOver(
  variants: readonly Variant[],
  noticed: Map<string, string | null>,
  hasEnded: boolean,
): readonly Variant[] {
  const [next, ...others] = variants.filter((variant) => !noticed.has(nameOf(variant)));
  if (!hasEnded && next !== undefined) noticed.set(nameOf(next), 'it ends the process');
  return others;
}

/** Has the worker done all that it was asked for? Throws where the box, as it is wired, does not do what is kept of it. */
async function work(
  kept: Shown,
  tell: (told: Told) => void,
  chosen: (all: readonly Variant[]) => readonly Variant[],
): Promise<boolean> {
  let hasEnded = false;
  let differs: string | undefined;
  // Variants leave files open and promises behind.
  const worker = fork(join(import.meta.dirname, 'worker.ts'), { execArgv: ['--no-warnings', ...RUN_TYPESCRIPT] });
  const ask = (asked: Asked): void => void worker.send(asked);
  worker.on('message', (told: Told) => {
    hasEnded ||= told.kind === 'done';
    if (told.kind === 'differs') differs = told.how;
    if (told.kind === 'variants') ask({ kind: 'try', variants: chosen(told.variants) });
    tell(told);
  });
  ask({ kind: 'look', kept });
  await once(worker, 'exit');
  if (differs !== undefined)
    throw new Error(
      `as it is wired, the box does something else than is kept (after a change that is meant: node --import tsx test/programs/box/wiring/keep.ts): ${differs}`,
    );
  return hasEnded;
}

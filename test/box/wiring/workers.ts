import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { RUN_TYPESCRIPT } from '../../kit/typescript.js';
import type { Variant } from './switchboard.js';
import type { Asked, Told } from './worker.js';

/** What each scenario shows of a box that is wired as it should be. */
export type Shown = Readonly<Record<string, readonly string[]>>;

export interface Looked {
  readonly shown: Shown;
  readonly variants: readonly Variant[];
}

/** Runs the scenarios on the box as it is, and finds how its wiring could be varied. */
export async function look(kept: Shown): Promise<Looked> {
  const shown: Record<string, readonly string[]> = {};
  let variants: readonly Variant[] = [];
  const hasEnded = await work({ kept }, (told) => {
    if (told.kind === 'seen') shown[told.scenario] = told.lines;
    if (told.kind === 'variants') ({ variants } = told);
  });
  if (!hasEnded) throw new Error('a box that is wired as it should be ends the process');
  return { shown, variants };
}

export const nameOf = ({ site, instead }: Variant): string => `${site} | ${instead}`;

/** By what each variant is noticed, by its name; null where nothing notices it. */
export async function tryAll(kept: Shown, variants: readonly Variant[]): Promise<ReadonlyMap<string, string | null>> {
  const noticed = new Map<string, string | null>();
  let rest = variants;
  while (rest.length > 0) {
    const hasEnded = await work({ kept, variants: rest }, (told) => {
      if (told.kind === 'noticed') noticed.set(nameOf(told.variant), told.by);
    });
    const [next, ...others] = rest.filter((variant) => !noticed.has(nameOf(variant)));
    if (!hasEnded && next !== undefined) noticed.set(nameOf(next), 'it ends the process');
    rest = others;
  }
  return noticed;
}

/** Has the worker done all that it was asked for? Throws where the box, as it is wired, does not do what is kept of it. */
async function work(asked: Asked, tell: (told: Told) => void): Promise<boolean> {
  let hasEnded = false;
  let differs: string | undefined;
  // Variants leave files open and promises behind.
  const worker = fork(join(import.meta.dirname, 'worker.ts'), { execArgv: ['--no-warnings', ...RUN_TYPESCRIPT] });
  worker.on('message', (told: Told) => {
    hasEnded ||= told.kind === 'done';
    if (told.kind === 'differs') differs = told.how;
    tell(told);
  });
  worker.send(asked);
  await once(worker, 'exit');
  if (differs !== undefined)
    throw new Error(
      `as it is wired, the box does something else than is kept (after a change that is meant: node --import tsx test/box/wiring/keep.ts): ${differs}`,
    );
  return hasEnded;
}

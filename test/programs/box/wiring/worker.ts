import { once } from 'node:events';
import { loadInstrumented } from './instrumented.js';
import type { Variant } from './switchboard.js';
import { Trace } from './trace.js';
import type { Scenario } from './scenarios.js';

/** What is asked of the worker: what each scenario must show, and then, when it has told the variants, which of them it tries. */
export type Asked =
  | { readonly kind: 'look'; readonly kept: Readonly<Record<string, readonly string[]>> }
  | { readonly kind: 'try'; readonly variants: readonly Variant[] };

export type Told =
  | { readonly kind: 'seen'; readonly scenario: string; readonly lines: readonly string[] }
  | { readonly kind: 'variants'; readonly variants: readonly Variant[] }
  | { readonly kind: 'noticed'; readonly variant: Variant; readonly by: string | null }
  /** The box does not do what is kept of it as it is wired. */
  | { readonly kind: 'differs'; readonly how: string }
  | { readonly kind: 'done' };

const board = loadInstrumented();
/** Of a box that is wired as it should be, ms: more than any machine takes. */
const PATIENCE = 120_000;
/** Of a variant, which may wait for ever: so many times what the box takes otherwise, and at least this, ms. */
const TIMES = 6;
const AT_LEAST = 15_000;

let blame: (error: unknown) => void = () => undefined;
process.on('unhandledRejection', (error) => blame(error));
process.on('uncaughtException', (error) => blame(error));
const tell = (told: Told): void => void process.send?.(told);

/** Why a scenario does not show what it must; undefined when it does. */
async function failure(scenario: Scenario, kept: readonly string[], patience: number): Promise<string | undefined> {
  const trace = new Trace();
  let timer: NodeJS.Timeout | undefined;
  try {
    const failed = new Promise<never>((_, fail) => {
      blame = fail;
      timer = setTimeout(() => fail(new Error('it does not come to its end')), patience);
    });
    await Promise.race([scenario.run(trace), failed]);
    const missing = kept.filter((line) => !trace.lines.has(line));
    return missing.length === 0 ? undefined : `${scenario.name}: missing: ${missing.join('; ')}`;
  } catch (error) {
    return `${scenario.name}: ${String(error).split('\n')[0]}`;
  } finally {
    clearTimeout(timer);
    trace.isOver = true;
    last = trace;
  }
}
let last = new Trace();

/** The scenario that has last noticed a variant of a function, which is likely to notice others of it. */
const noticedBy = new Map<string, Scenario>();
const functionOf = ({ site }: Variant): string =>
  site
    .split(/: | › /)
    .slice(0, 2)
    .join();

function likely(looked: readonly Looked[], variant: Variant): readonly Looked[] {
  const first = noticedBy.get(functionOf(variant));
  const isFirst = ({ scenario }: Looked): boolean => scenario === first;
  return [...looked.filter(isFirst), ...looked.filter((one) => !isFirst(one))];
}

/** A machine that is busy elsewhere may hold up what otherwise comes in time; not twice. */
async function failureTwice(scenario: Scenario, kept: readonly string[]): Promise<string | undefined> {
  const once = await failure(scenario, kept, PATIENCE);
  return once === undefined ? undefined : failure(scenario, kept, PATIENCE);
}

/** The scenario with what it must show, and how long it takes, ms. */
interface Looked {
  readonly scenario: Scenario;
  readonly kept: readonly string[];
  readonly took: number;
}

/** Runs each scenario as the box is wired; undefined when the box does something else than it must. */
async function look(kept: Readonly<Record<string, readonly string[]>>): Promise<readonly Looked[] | undefined> {
  const { scenarios } = await import('./scenarios.js');
  const looked: Looked[] = [];
  for (const scenario of scenarios) {
    const begun = performance.now();
    const lines = kept[scenario.name] ?? [];
    const wrong = await failureTwice(scenario, lines);
    if (wrong !== undefined) {
      tell({ kind: 'differs', how: wrong });
      return undefined;
    }
    looked.push({ scenario, kept: lines, took: performance.now() - begun });
    tell({ kind: 'seen', scenario: scenario.name, lines: [...last.lines] });
  }
  return looked;
}

async function tryEach(variants: readonly Variant[], looked: readonly Looked[]): Promise<void> {
  for (const variant of variants) {
    let by: string | undefined;
    for (const { scenario, kept, took } of likely(looked, variant)) {
      board.use(variant);
      by = await failure(scenario, kept, Math.max(AT_LEAST, TIMES * took));
      board.use(undefined);
      if (by === undefined) continue;
      noticedBy.set(functionOf(variant), scenario);
      break;
    }
    tell({ kind: 'noticed', variant, by: by ?? null });
  }
}

async function nextAsked(): Promise<Asked> {
  const [asked] = (await once(process, 'message')) as [Asked];
  return asked;
}

async function main(): Promise<void> {
  const first = await nextAsked();
  const looked = first.kind === 'look' ? await look(first.kept) : undefined;
  if (looked === undefined) return;
  const next = nextAsked();
  tell({ kind: 'variants', variants: board.variants() });
  const second = await next;
  if (second.kind === 'try') await tryEach(second.variants, looked);
  tell({ kind: 'done' });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);

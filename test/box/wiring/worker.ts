import { loadInstrumented } from './instrumented.js';
import type { Variant } from './switchboard.js';
import { Trace } from './trace.js';
import type { Scenario } from './scenarios.js';

/** What is asked of the worker: what each scenario must show, and the variants; without these it tells them. */
export interface Asked {
  readonly kept: Readonly<Record<string, readonly string[]>>;
  readonly variants?: readonly Variant[];
}

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

function likely(scenarios: readonly Scenario[], variant: Variant): readonly Scenario[] {
  const first = noticedBy.get(functionOf(variant));
  return first === undefined ? scenarios : [first, ...scenarios.filter((one) => one !== first)];
}

/** A machine that is busy elsewhere may hold up what otherwise comes in time; not twice. */
async function failureTwice(scenario: Scenario, kept: readonly string[]): Promise<string | undefined> {
  const once = await failure(scenario, kept, PATIENCE);
  return once === undefined ? undefined : failure(scenario, kept, PATIENCE);
}

async function answer({ kept, variants }: Asked): Promise<void> {
  const { scenarios } = await import('./scenarios.js');
  const took = new Map<Scenario, number>();
  for (const scenario of scenarios) {
    const begun = performance.now();
    const wrong = await failureTwice(scenario, kept[scenario.name] ?? []);
    if (wrong !== undefined) {
      tell({ kind: 'differs', how: wrong });
      return;
    }
    took.set(scenario, performance.now() - begun);
    tell({ kind: 'seen', scenario: scenario.name, lines: [...last.lines] });
  }
  if (variants === undefined) tell({ kind: 'variants', variants: board.variants() });
  for (const variant of variants ?? []) {
    let by: string | undefined;
    for (const scenario of likely(scenarios, variant)) {
      board.use(variant);
      const patience = Math.max(AT_LEAST, TIMES * (took.get(scenario) ?? 0));
      by = await failure(scenario, kept[scenario.name] ?? [], patience);
      board.use(undefined);
      if (by === undefined) continue;
      noticedBy.set(functionOf(variant), scenario);
      break;
    }
    tell({ kind: 'noticed', variant, by: by ?? null });
  }
  tell({ kind: 'done' });
}

process.on('message', (asked: Asked) => {
  answer(asked).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

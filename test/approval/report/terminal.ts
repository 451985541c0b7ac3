import { isShortfall, type Outcome, type Verdict, VERDICTS } from '../verdict.js';

/** Number of requirements by verdict, in the order of the verdicts; verdicts without any are listed too. */
export function counts(outcomes: readonly Outcome[]): readonly (readonly [Verdict, number])[] {
  const verdicts = Object.keys(VERDICTS) as Verdict[];
  return verdicts.map((verdict) => [verdict, outcomes.filter((one) => one.verdict === verdict).length] as const);
}

/** One line of progress: `P01 прошло`, and what is not met. */
export function lineOf({ requirement, verdict, findings, ms }: Outcome): string {
  const open = findings.filter(({ isMet }) => !isMet).map(({ text }) => text);
  const seconds = (ms / 1000).toFixed(1);
  return [`${requirement.id} ${VERDICTS[verdict]} (${seconds} s)`, ...open.map((text) => `    ${text}`)].join('\n');
}

/** The table at the end of a run: the counts, the ids of what is not met, and of what the manual has no place for. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = counts(outcomes).map(
    ([verdict, count]) => `${VERDICTS[verdict].padEnd(30)}${String(count).padStart(4)}`,
  );
  const open = outcomes.filter(isShortfall).map(({ requirement }) => requirement.id);
  const total = `${'укупно'.padEnd(30)}${String(outcomes.length).padStart(4)}`;
  const placeless = outcomes.filter(({ places }) => places.length === 0).map(({ requirement }) => requirement.id);
  return [...rows, total, ...idsOf('недостаје', open), ...idsOf('нема места у упутству', placeless)].join('\n');
}

/** The ids behind a caption; nothing without ids. */
function idsOf(caption: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`${caption}: ${ids.join(' ')}`];
}

import { equivalentOf, type Equivalent, outdated } from './equivalent.js';
import type { Judged } from './judge.js';
import { isSame, type Mutant } from './mutant.js';

/** A mutant of the sample and its verdict. */
export interface Result {
  readonly mutant: Mutant;
  readonly judged: Judged;
}

/** The result of a run for one folder; stored as JSON. */
export interface Report {
  readonly folder: string;
  readonly seed: number;
  /** Number of mutants in the folder, without ignored ones. */
  readonly mutants: number;
  readonly results: readonly Result[];
}

export interface Score {
  readonly noticed: number;
  readonly counted: number;
  readonly equivalent: number;
}

export const isNoticed = ({ judged: { verdict } }: Result): boolean => verdict === 'caught' || verdict === 'late';

export const isJudged = ({ judged: { verdict } }: Result): boolean => verdict !== 'waiting';

/** Counts the mutants that were judged and are not equivalent. */
export function scoreOf(report: Report, equivalents: readonly Equivalent[]): Score {
  const results = report.results.filter(isJudged);
  const counted = results.filter(({ mutant }) => equivalentOf(mutant, equivalents) === undefined);
  return {
    noticed: counted.filter(isNoticed).length,
    counted: counted.length,
    equivalent: results.length - counted.length,
  };
}

/** Survivors with their places, one line with the score, then wrong entries of equivalent.json. */
export function linesOf(report: Report, equivalents: readonly Equivalent[], all: readonly Mutant[]): string[] {
  const { noticed, counted, equivalent } = scoreOf(report, equivalents);
  const late = report.results.filter(({ judged }) => judged.verdict === 'late').length;
  const open = report.results
    .filter((result) => isJudged(result) && !isNoticed(result))
    .sort(({ mutant: one }, { mutant: other }) => one.file.localeCompare(other.file) || one.line - other.line);
  const waiting = report.results.length - counted - equivalent;
  const percent = counted === 0 ? 'none counted' : `${((100 * noticed) / counted).toFixed(1)} %`;
  return [
    ...open.flatMap((result) => survivor(result, equivalents)),
    `${report.folder}: ${percent}: ${noticed} of ${counted} noticed (${late} by not ending), ${equivalent} equivalent; ` +
      `${counted + equivalent} of ${report.mutants} mutants, seed ${report.seed}`,
    ...(waiting === 0 ? [] : [`${waiting} of the sample not judged yet: --again continues`]),
    ...mistakes(report, equivalents, all),
  ];
}

function survivor({ mutant, judged }: Result, equivalents: readonly Equivalent[]): string[] {
  if (equivalentOf(mutant, equivalents) !== undefined) return [];
  return [
    `${mutant.file}:${mutant.line} ${judged.verdict} (${mutant.kind})`,
    `  - ${mutant.was}`,
    `  + ${mutant.becomes}`,
    `  ran: ${judged.ran.length === 0 ? 'no test reaches it' : judged.ran.join(' ')}`,
  ];
}

/** Entries of equivalent.json that are wrong for this folder. */
export function mistakes(report: Report, equivalents: readonly Equivalent[], all: readonly Mutant[]): string[] {
  const name = ({ file, was, becomes }: Equivalent): string => `${file}: ${was} → ${becomes}`;
  const noticed = equivalents.filter((entry) =>
    report.results.some((result) => isNoticed(result) && isSame(entry, result.mutant)),
  );
  return [
    ...outdated(equivalents, report.folder, all).map(
      (entry) => `equivalent.json has an entry without a mutant: ${name(entry)}`,
    ),
    ...noticed.map((entry) => `equivalent.json has an entry of a noticed mutant: ${name(entry)}`),
  ];
}

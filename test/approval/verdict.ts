import type { Requirement } from './requirements/requirement.js';

/** What a requirement was judged to be. */
export type Verdict = 'passed' | 'partial' | 'failed' | 'not-applicable' | 'device' | 'sandbox' | 'not-run';

/** Verdicts in the words of the report. */
export const VERDICTS: Readonly<Record<Verdict, string>> = {
  passed: 'испуњено',
  partial: 'делимично испуњено',
  failed: 'није испуњено',
  'not-applicable': 'није применљиво',
  device: 'само на уређају',
  sandbox: 'само у развојном окружењу',
  'not-run': 'није проверено',
};

/** One thing that a requirement demands, and whether it is so. */
export interface Finding {
  readonly text: string;
  readonly isMet: boolean;
}

/** A paper that a requirement was judged by. */
export interface Paper {
  readonly title: string;
  /** Text of the paper, or of a screen. */
  readonly text: string;
  /** Files beside the report, such as `papiri/S01.png`. */
  readonly files: readonly string[];
}

/** Where the manual describes it: `docs/sr/uputstvo.md`, and the heading. */
export interface Place {
  readonly file: string;
  readonly heading: string;
  /** False: nothing but the heading and the mark is there. */
  readonly hasText: boolean;
}

/** The report of one requirement. */
export interface Outcome {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  readonly steps: readonly string[];
  readonly answers: readonly string[];
  readonly papers: readonly Paper[];
  readonly findings: readonly Finding[];
  readonly places: readonly Place[];
  /** Time that it took, ms. */
  readonly ms: number;
}

/** All met: passed. Some met: partial. None met, or nothing was checked: failed. */
export function judge(findings: readonly Finding[]): 'passed' | 'partial' | 'failed' {
  const met = findings.filter(({ isMet }) => isMet).length;
  if (met === 0) return 'failed';
  return met === findings.length ? 'passed' : 'partial';
}

/** True when software was to show it and did not. */
export function isShortfall({ verdict }: Pick<Outcome, 'verdict'>): boolean {
  return verdict === 'partial' || verdict === 'failed';
}

import type { Bilingual } from '../base/index.js';

/** What a check has found. Of a check with several findings, each is shown by itself. */
export interface CheckFinding {
  /** `failure`: the box does not do what it is there for; `warning`: it does, but somebody should act. */
  readonly state: 'ok' | 'warning' | 'failure';
  /** Can no receipt be issued before it is mended? Only of a failure, and of nearly every one. */
  readonly blocks: boolean;
  readonly found: Bilingual;
  /**
   * The figures behind it for a technician, such as `last flush 12 ms; limit 30000 ms`: short, no secrets. Names that devices,
   * protocols and settings give are the same in both languages.
   */
  readonly proof: Bilingual | null;
  /** What to do; null when all is well. */
  readonly action: Bilingual | null;
  /** What `doctor` shows behind the action, which a seller reads without it; absent where the action names what to type. */
  readonly command?: string;
}

/** A finding with the name of its check, as `kasirbox doctor --json` shows it. */
export interface CheckResult<Name extends string = string> extends CheckFinding {
  readonly name: Name;
}

/**
 * What a fault of a check leads to, in the order in which to mend: what makes all receipts worthless, what stops selling, what soon
 * stops it or makes a receipt doubtful, what loses something, and at the end what a shop can live with.
 */
export const CONSEQUENCES = [
  /** No processor is set that could issue a fiscal receipt. */
  'not-fiscal',
  /** Nothing can be recorded, or soon nothing. */
  'storage',
  /** The service does not run, or does not do all its work. */
  'service',
  /** No receipt can be signed, or soon none. */
  'signing',
  /** Receipts are in doubt, or some cannot be issued, or nobody can ask for one. */
  'receipts',
  /** The board may go off in the middle of a sale. */
  'power',
  /** The buyer gets no paper. */
  'paper',
  /** Tablets will not reach the box. */
  'connection',
  /** What was sold may be lost. */
  'loss',
  /** Times on receipts of the box may be wrong; a processor has a clock of its own. A shop without Internet is always told so. */
  'clock',
  /** Somebody may do what he should not. */
  'misuse',
  /** Mails and messages do not go out. */
  'news',
  /** The box is slower than it could be. */
  'comfort',
] as const;
export type Consequence = (typeof CONSEQUENCES)[number];

/** One check of the box: everything about it stands in one file of `checks/`. */
export interface Check<Name extends string = string, Parts = never> {
  /** Stays the same over releases: it is shown, kept in the ledger with alarms, and a label of the metrics. */
  readonly name: Name;
  /** What its worst fault leads to: says where the check stands. */
  readonly consequence: Consequence;
  /**
   * How many polls in a row, one a minute, a warning must last before the owner is told; null: the owner is not told. What
   * mends itself, or is mended by the people in the shop, gets the time for that. A failure is always told, after two.
   */
  readonly alarmAfterPolls: number | null;
  /** Is a warning of it only for whoever runs `kasirbox doctor`? A shop can live with it for ever, and `GET /status` leaves it out. */
  readonly isForTechnician?: true;
  /** The names of the checks whose findings only follow from a failure of this one: while it fails, they are left out. */
  readonly inhibits?: readonly string[];
  /** Finds nothing where there is nothing to check, such as a printer when none is set up. */
  readonly run: (parts: Parts) => readonly CheckFinding[] | Promise<readonly CheckFinding[]>;
}

/** Keeps the exact type of a check: its name, and the parts it asks for. */
export function defineCheck<const C extends Check>(check: C): C {
  return check;
}

/** Puts the name of a check to what it has found. */
export function resultsOf<Name extends string>(name: Name, findings: readonly CheckFinding[]): CheckResult<Name>[] {
  return findings.map((finding) => ({ name, ...finding }));
}

/** A proof without words: numbers, addresses, and names that are the same in all languages. */
export function inBoth(text: string): Bilingual {
  return { sr: text, en: text };
}

/** All is well. */
export function good(found: Bilingual, proof: Bilingual | null = null): CheckFinding {
  return { state: 'ok', blocks: false, found, proof, action: null };
}

/** Receipts are issued; somebody should act all the same. */
export function warning(found: Bilingual, action: Bilingual, proof: Bilingual | null = null): CheckFinding {
  return { state: 'warning', blocks: false, found, proof, action };
}

/** No receipt can be issued before it is mended. */
export function failure(found: Bilingual, action: Bilingual, proof: Bilingual | null = null): CheckFinding {
  return { state: 'failure', blocks: true, found, proof, action };
}

/** Receipts are issued, and are not what the seller takes them for. It stops no sale, and is told like what does. */
export function failureThatSells(found: Bilingual, action: Bilingual, proof: Bilingual | null = null): CheckFinding {
  return { state: 'failure', blocks: false, found, proof, action };
}

/** How bad a state is, from 0. Of several findings of one check the worst counts, in the metrics and for alarms. */
export const SEVERITY: Readonly<Record<CheckFinding['state'], number>> = { ok: 0, warning: 1, failure: 2 };

const BY_URGENCY: readonly CheckFinding['state'][] = ['failure', 'warning', 'ok'];

/** What must be mended first stands first: failures, then warnings, and either in the order in which they came. */
export function sortByUrgency<F extends Pick<CheckFinding, 'state'>>(findings: readonly F[]): F[] {
  return BY_URGENCY.flatMap((wanted) => findings.filter(({ state }) => state === wanted));
}

/** Sentences for the seller on why no receipt can be issued, the first to be mended first. */
export function problemsOf(findings: readonly CheckFinding[]): string[] {
  return findings.filter(({ blocks }) => blocks).map(sentencesOf);
}

/** Sentences for the seller on what is wrong though receipts are issued, the worst first. None of them is a problem too. */
export function warningsOf(findings: readonly CheckFinding[]): string[] {
  return sortByUrgency(findings)
    .filter(({ state, blocks }) => state !== 'ok' && !blocks)
    .map(sentencesOf);
}

/** Sentences for the seller on failures that stop no sale, the first to be mended first. */
export function sellingFailuresOf(findings: readonly CheckFinding[]): string[] {
  return warningsOf(findings.filter(({ state }) => state === 'failure'));
}

function sentencesOf({ found, action }: CheckFinding): string {
  return `${found.sr} ${action?.sr ?? ''}`.trim();
}

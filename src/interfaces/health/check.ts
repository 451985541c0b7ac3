import type { Bilingual } from '../../base/index.js';

/** One finding of a check. When a check has several findings, each is shown separately. */
export interface CheckFinding {
  /** `failure`: the box does not do its job; `warning`: it does, but an action is needed. */
  readonly state: 'ok' | 'warning' | 'failure';
  /** True when no receipt can be issued before the fault is fixed. Only for a failure, and for nearly every failure. */
  readonly blocks: boolean;
  readonly found: Bilingual;
  /**
   * The figures behind the finding for a technician, such as `last flush 12 ms; limit 30000 ms`: short, no secrets.
   * Names from devices, protocols and settings are the same in both languages.
   */
  readonly proof: Bilingual | null;
  /** The action needed; null for state `ok`. */
  readonly action: Bilingual | null;
  /**
   * The command that `doctor` shows after the action. Sellers see the action without it. Absent when the action
   * contains the command.
   */
  readonly command?: string;
}

/** A finding with the name of its check, as in the output of `kasirbox doctor --json`. */
export interface CheckResult<Name extends string = string> extends CheckFinding {
  readonly name: Name;
}

/**
 * Consequences of a fault, in the order of repair: first what keeps all receipts from being fiscal, then what stops
 * sales, what soon stops them or makes a receipt doubtful, what loses data, and finally minor faults.
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
  /** Receipts are in doubt, some cannot be issued, or no client can request one. */
  'receipts',
  /** The board may lose power in the middle of a sale. */
  'power',
  /** The buyer gets no paper. */
  'paper',
  /** Tablets will not reach the box. */
  'connection',
  /** Recorded sales may be lost. */
  'loss',
  /**
   * Times on receipts of the box may be wrong; a processor has a clock of its own. A shop without Internet always has
   * this warning.
   */
  'clock',
  /** Security: a person may do what they are not allowed to. */
  'security',
  /** E-mails and messages are not sent. */
  'notifications',
  /** The box is slower than it could be. */
  'convenience',
] as const;
type Consequence = (typeof CONSEQUENCES)[number];

/** A row of the technician's guide, `docs/repair.md`: the symptom, its cause, and the first command. */
interface GuideRow {
  readonly symptom: Bilingual;
  readonly cause: Bilingual;
  /** The same in each language. */
  readonly command: string;
}

/** One check of the box. Everything about it is in one file of `checks/`. */
export interface Check<Name extends string = string, Deps = never> {
  /** Stable over releases: it is displayed, recorded in the ledger with alarms, and a label of the metrics. */
  readonly name: Name;
  /** Consequence of its worst fault. It determines the position of the check. */
  readonly consequence: Consequence;
  /**
   * How many consecutive polls, one a minute, a warning must last before the owner is notified; null: the owner is not
   * notified. This gives time to faults that end by themselves or are fixed by the staff. The owner is notified of
   * every failure after two polls.
   */
  readonly alarmAfterPolls: number | null;
  /**
   * True when its warnings are only for users of `kasirbox doctor`. A shop can live with them permanently, and `GET
   * /status` omits them.
   */
  readonly isForTechnician?: true;
  readonly guide: GuideRow;
  /** Names of checks whose findings are only consequences of a failure of this one. They are omitted while it fails. */
  readonly inhibits?: readonly string[];
  /** Returns no findings when there is nothing to check, for example without a printer. */
  readonly run: (deps: Deps) => readonly CheckFinding[] | Promise<readonly CheckFinding[]>;
}

/** Preserves the exact type of a check: its name, and its dependencies. */
export function defineCheck<const C extends Check>(check: C): C {
  return check;
}

/** Adds the name of a check to its findings. */
export function resultsOf<Name extends string>(name: Name, findings: readonly CheckFinding[]): CheckResult<Name>[] {
  return findings.map((finding) => ({ name, ...finding }));
}

/** A proof without words: numbers, addresses, and names that are the same in both languages. */
export function inBoth(text: string): Bilingual {
  return { sr: text, en: text };
}

/** A finding without a fault. */
export function good(found: Bilingual, proof: Bilingual | null = null): CheckFinding {
  return { state: 'ok', blocks: false, found, proof, action: null };
}

/** Receipts are issued, but an action is needed. */
export function warning(found: Bilingual, action: Bilingual, proof: Bilingual | null = null): CheckFinding {
  return { state: 'warning', blocks: false, found, proof, action };
}

/** No receipt can be issued before the fault is fixed. */
export function failure(found: Bilingual, action: Bilingual, proof: Bilingual | null = null): CheckFinding {
  return { state: 'failure', blocks: true, found, proof, action };
}

/**
 * Receipts are issued, but are not what the seller expects. No sale is stopped, but the owner is notified as for any
 * failure.
 */
export function failureThatSells(found: Bilingual, action: Bilingual, proof: Bilingual | null = null): CheckFinding {
  return { state: 'failure', blocks: false, found, proof, action };
}

/** Severity of a state, from 0. In metrics and alarms the worst of several findings of a check counts. */
export const SEVERITY: Readonly<Record<CheckFinding['state'], number>> = { ok: 0, warning: 1, failure: 2 };

const BY_URGENCY: readonly CheckFinding['state'][] = ['failure', 'warning', 'ok'];

/** Sorts by order of repair: failures, then warnings, each in their original order. */
export function sortByUrgency<F extends Pick<CheckFinding, 'state'>>(findings: readonly F[]): F[] {
  return BY_URGENCY.flatMap((wanted) => findings.filter(({ state }) => state === wanted));
}

/** Sentences for the seller about why no receipt can be issued, in order of repair. */
export function problemsOf(findings: readonly CheckFinding[]): string[] {
  return findings.filter(({ blocks }) => blocks).map(sentencesOf);
}

/**
 * Sentences for the seller about faults while receipts are issued, the worst first. They do not repeat the problems.
 */
export function warningsOf(findings: readonly CheckFinding[]): string[] {
  return sortByUrgency(findings)
    .filter(({ state, blocks }) => state !== 'ok' && !blocks)
    .map(sentencesOf);
}

/** Sentences for the seller about failures that stop no sale, in order of repair. */
export function sellingFailuresOf(findings: readonly CheckFinding[]): string[] {
  return warningsOf(findings.filter(({ state }) => state === 'failure'));
}

function sentencesOf({ found, action }: CheckFinding): string {
  return `${found.sr} ${action?.sr ?? ''}`.trim();
}

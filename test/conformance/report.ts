import { type SentenceId, sentence, sentenceIds } from './sentences/index.js';
import type { How } from './sentences/sentence.js';

/** Why a sentence does not hold: what was expected, and the last call with its answer. */
export interface Failure {
  readonly sentences: readonly SentenceId[];
  readonly expected: string;
  readonly call: string;
}

/** What a run has found out. */
export interface Findings {
  /** The installation as `status.app` names it. */
  readonly app: string;
  /** Checked, whether they hold or not. */
  readonly checked: ReadonlySet<SentenceId>;
  readonly failures: readonly Failure[];
  /** Sentences that the installation gave no occasion for, with the reason. */
  readonly noOccasion: ReadonlyMap<SentenceId, string>;
  /** Left out by the options, or an addition that the installation does not announce. */
  readonly leftOut: ReadonlySet<SentenceId>;
  readonly calls: number;
  readonly seconds: number;
}

/** What `status.app` of this project says. */
const OWN_APP = 'kasirbox';

const NEEDS: Readonly<Record<Exclude<How, 'free'>, string>> = {
  http: 'were not reached or gave no occasion',
  demo: 'need demo mode',
  operator: 'need an operator',
  mail: 'need mail',
  programs: 'need zbarimg and pdftoppm',
  processor: 'need a processor',
  outside: 'cannot be checked from outside',
};
const HELD = 'are held by tests of the project itself';

/** A failed check in one line. */
export function failureLine({ sentences, expected, call }: Failure): string {
  const named = sentences.map((id) => `${id} (${sentence(id).text})`).join('; ');
  return `FAIL ${named}: ${expected} | ${call}`;
}

/** Sentences that say something and were not left out. */
function counted({ leftOut }: Findings): SentenceId[] {
  return sentenceIds.filter((id) => sentence(id).how !== 'free' && !leftOut.has(id));
}

export function failed({ failures }: Findings): Set<SentenceId> {
  return new Set(failures.flatMap(({ sentences }) => sentences));
}

/** The tests of this project say something about its own releases alone. */
function isOwn({ app }: Findings): boolean {
  return app === OWN_APP;
}

/** The last line of a run. */
export function summaryLine(findings: Findings): string {
  const all = counted(findings);
  const open = all.filter((id) => !findings.checked.has(id));
  const reasons = Object.entries(NEEDS).map(([how, words]) => {
    const count = open.filter((id) => sentence(id).how === how).length;
    return count === 0 ? [] : [`${count} ${how === 'outside' && isOwn(findings) ? HELD : words}`];
  });
  const notChecked = reasons.flat().join(', ');
  const share = ((100 * (all.length - open.length)) / Math.max(1, all.length)).toFixed(1);
  return (
    `${all.length - open.length} of ${all.length} sentences checked (${share} %), ${failed(findings).size} failed, ` +
    `not checked: ${notChecked === '' ? 'none' : notChecked}`
  );
}

/** The report for programs: every sentence with what became of it. */
export function jsonReport(findings: Findings, url: string): object {
  const broken = failed(findings);
  const state = (id: SentenceId): string => {
    if (sentence(id).how === 'free') return 'free';
    if (broken.has(id)) return 'failed';
    if (findings.checked.has(id)) return 'holds';
    return findings.leftOut.has(id) ? 'left out' : 'not checked';
  };
  return {
    url,
    summary: summaryLine(findings),
    calls: findings.calls,
    seconds: findings.seconds,
    failures: findings.failures,
    sentences: sentenceIds.map((id) => {
      const reason = findings.noOccasion.get(id);
      const { heldBy, addition, ...told } = sentence(id);
      const held = isOwn(findings) && heldBy !== undefined && { heldBy };
      const isAddition = addition !== undefined && { isAddition: true };
      return { id, ...told, ...isAddition, ...held, state: state(id), ...(reason !== undefined && { reason }) };
    }),
  };
}

/** The catalogue, one sentence a line. */
export function catalogue(): string {
  return sentenceIds
    .map((id) => {
      const { how, text, heldBy, isDecision, addition } = sentence(id);
      const notes = [isDecision && 'decision', addition && 'addition', heldBy].filter(Boolean).join(', ');
      return `${id}\t${how}\t${text}${notes === '' ? '' : ` [${notes}]`}\n`;
    })
    .join('');
}

import { assertNever, type Bilingual, type UtcMs } from '../../../base/index.js';
import {
  FAULT_TEXTS,
  PRINTER_STATE_TEXTS,
  type PrinterStatus,
  type PrintJobStatus,
  type Proof,
  PROOF_TEXTS,
} from '../../../paper/printing/index.js';
import { type CheckFinding, defineCheck, good, warning } from '../check.js';

interface Deps {
  readonly printers: () => readonly PrinterStatus[];
  /** The recorded print jobs, newest first. */
  readonly printJobs: () => readonly PrintJobStatus[];
  /** Undefined where no service runs: no printer is connected then. */
  readonly service: object | undefined;
  readonly now: () => UtcMs;
}

const MINUTE = 60_000;
/** A slip takes seconds. One that waits longer than this at a printer without a fault will not be printed, ms. */
const LONG_WAIT = 10 * MINUTE;

/** The state of each printer. Never a failure: a sale needs no printer. */
export const printerCheck = defineCheck({
  name: 'printer',
  consequence: 'paper',
  alarmAfterPolls: 10,
  guide: {
    symptom: { sr: 'Рачун је издат, а папира нема', en: 'A receipt is issued but not printed' },
    cause: {
      sr: 'штампач је искључен, отворен, без папира, или на другој адреси',
      en: 'the printer is off, open, out of paper, or at another address',
    },
    command: 'kasirbox print printers',
  },
  run({ printers, printJobs, service, now }: Deps) {
    const jobs = printJobs();
    return printers().map((printer) => {
      const { name } = printer;
      if (service === undefined) return warning(TEXTS.notConnected(name), TEXTS.test(name));
      return checkPrinter(printer, oldestWait(printer, jobs, now()));
    });
  },
});

/** How long the oldest job of a printer has waited, ms; 0 when none waits. */
function oldestWait({ name }: PrinterStatus, jobs: readonly PrintJobStatus[], now: UtcMs): number {
  const waiting = jobs.filter(({ printer, state }) => {
    return printer === name && (state === 'queued' || state === 'sending' || state === 'blocked');
  });
  return Math.max(0, ...waiting.map(({ createdAt }) => now - createdAt));
}

function checkPrinter({ name, state, reason, proof: proves, waiting }: PrinterStatus, wait: number): CheckFinding {
  const [seconds, limit] = [Math.round(wait / 1000), LONG_WAIT / 1000];
  const why = reason === null ? '' : `, ${reason}`;
  const proof = {
    sr: `${PRINTER_STATE_TEXTS[state].sr}; чека ${waiting}, најстарији ${seconds} с; граница ${limit} с`,
    en: `${state}${why}; ${waiting} waiting, the oldest for ${seconds} s; limit ${limit} s`,
  };
  switch (state) {
    case 'idle':
    case 'printing':
      if (proves === null) return warning(TEXTS.untried(name), TEXTS.test(name), proof);
      if (wait > LONG_WAIT) {
        return warning(TEXTS.slow(name, Math.floor(wait / MINUTE), waiting), TEXTS.switchOffAndOn(), proof);
      }
      // A printer that reports nothing cannot be called good.
      return good(proves === 'none' ? TEXTS.mute(name) : TEXTS.good(name, proves), proof);
    case 'blocked':
    case 'offline': {
      const cause = FAULT_TEXTS[reason ?? 'offline'];
      return warning(TEXTS.bad(name, cause.found, waiting), cause.action, proof);
    }
    default:
      return assertNever(state);
  }
}

const TEXTS = {
  good: (name: string, proof: Exclude<Proof, 'none'>): Bilingual => ({
    sr: `Штампач ${name} је исправан: ${PROOF_TEXTS[proof].sr}.`,
    en: `The printer ${name} works: ${PROOF_TEXTS[proof].en}.`,
  }),
  mute: (name: string): Bilingual => ({
    sr: `Штампач ${name} је подешен; не јавља ништа, па гледајте папир.`,
    en: `The printer ${name} is set; it reports nothing, so check the paper.`,
  }),
  untried: (name: string): Bilingual => ({
    sr: `Штампач ${name} још није испробан, па се не зна шта потврђује.`,
    en: `The printer ${name} has not been tested yet, so it is not known what it confirms.`,
  }),
  test: (name: string): Bilingual => ({
    sr: `Испробајте га (kasirbox print test ${name}).`,
    en: `Test it (kasirbox print test ${name}).`,
  }),
  bad: (name: string, cause: Bilingual, waiting: number): Bilingual => ({
    sr: `Штампач ${name}: ${cause.sr} На чекању: ${waiting}.`,
    en: `Printer ${name}: ${cause.en} Waiting: ${waiting}.`,
  }),
  slow: (name: string, minutes: number, waiting: number): Bilingual => ({
    sr: `Штампач ${name} не јавља квар, а рачуни чекају (минута: ${minutes}). На чекању: ${waiting}.`,
    en: `The printer ${name} reports no fault, but receipts are waiting (minutes: ${minutes}). Waiting: ${waiting}.`,
  }),
  switchOffAndOn: (): Bilingual => ({
    sr: 'Искључите и укључите штампач; ако и даље чекају, погледајте шта чека (kasirbox print jobs).',
    en: 'Switch the printer off and on; if they still wait, see which (kasirbox print jobs).',
  }),
  notConnected: (name: string): Bilingual => ({
    sr: `Штампач ${name} није прегледан јер сервис не ради.`,
    en: `The printer ${name} was not checked because the service is not running.`,
  }),
} as const;

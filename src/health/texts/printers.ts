import type { LocalTime } from '../../base/fiscal.js';
import { receiptTimeOfLocal } from '../../base/time.js';
import type { Words } from '../../base/words.js';
import type { Proof } from '../../printing/printing.js';
import { PROOF_WORDS } from '../../printing/texts.js';

/** What is said of printers and papers. */
export const TEXTS = {
  printerGood: (name: string, proof: Exclude<Proof, 'none'>): Words => ({
    sr: `Штампач ${name} је исправан: ${PROOF_WORDS[proof].sr}.`,
    en: `The printer ${name} is well: ${PROOF_WORDS[proof].en}.`,
  }),
  printerMute: (name: string): Words => ({
    sr: `Штампач ${name} је подешен; не јавља ништа, па гледајте папир.`,
    en: `The printer ${name} is set; it tells nothing, so look at the paper.`,
  }),
  printerUntried: (name: string): Words => ({
    sr: `Штампач ${name} још није испробан, па се не зна шта потврђује.`,
    en: `The printer ${name} was not tried yet; nobody knows what it can prove.`,
  }),
  testPrinter: (name: string): Words => ({
    sr: `Испробајте га (kasirbox print test ${name}).`,
    en: `Run: kasirbox print test ${name}`,
  }),
  printerBad: (name: string, cause: Words, waiting: number): Words => ({
    sr: `Штампач ${name}: ${cause.sr} На чекању: ${waiting}.`,
    en: `Printer ${name}: ${cause.en} Waiting: ${waiting}.`,
  }),
  printerSlow: (name: string, minutes: number, waiting: number): Words => ({
    sr: `Штампач ${name} не јавља квар, а рачуни чекају (минута: ${minutes}). На чекању: ${waiting}.`,
    en: `The printer ${name} reports no fault, but papers have waited for ${minutes} minutes. Waiting: ${waiting}.`,
  }),
  lookAtJobs: (): Words => ({
    sr: 'Искључите и укључите штампач; ако и даље чекају, погледајте шта чека (kasirbox print jobs).',
    en: 'Switch the printer off and on; if they still wait, run: kasirbox print jobs',
  }),
  printerNotLookedAt: (name: string): Words => ({
    sr: `Штампач ${name} није прегледан јер програм не ради.`,
    en: `The printer ${name} was not looked at, since the service does not run.`,
  }),
  paperUnknown: (printer: string, time: LocalTime): Words => ({
    sr: `Не зна се да ли је рачун послат штампачу ${printer} (${receiptTimeOfLocal(time)}) одштампан.`,
    en: `Nobody knows whether the receipt that went to the printer ${printer} (${time}) was printed.`,
  }),
  morePapers: (count: number): Words => ({
    sr: `Још рачуна који нису одштампани, или се то не зна: ${count}.`,
    en: `More papers that are missing, or that nobody knows of: ${count}.`,
  }),
  listPapers: (): Words => ({
    sr: 'Погледајте све (kasirbox print jobs); сваки се штампа поново по ПФР броју (kasirbox print again БРОЈ).',
    en: 'Run: kasirbox print jobs; then, by the PFR number or the uuid of each: kasirbox print again NUMBER',
  }),
} as const;

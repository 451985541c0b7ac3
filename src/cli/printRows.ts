import type { PrinterTest, PrintJobRow } from '../admin/index.js';
import { type Bilingual, oneLine } from '../base/index.js';
import type { ProbeFindings } from '../ledger/index.js';
import {
  FAULT_TEXTS,
  JOB_WORDS,
  nextStep,
  type PrinterStatus,
  PROOF_WORDS,
  reasonWords,
  NOT_PROBED,
} from '../printing/index.js';
import { print, printRow } from './command.js';
import { inLanguage } from './language.js';

export function printPrinter({ name, address, reason, proof, waiting }: PrinterStatus, state: Bilingual): void {
  print(`${name}  ${inLanguage(state)}  ${oneLine(address)}`);
  if (reason !== null) printRow('reason', causeSentences(reason));
  printRow('proof', inLanguage(proof === null ? NOT_PROBED : PROOF_WORDS[proof]));
  if (waiting > 0) printRow('waiting', String(waiting));
}

export function printJob(job: PrintJobRow): void {
  const { id, time, printer, number, uuid, state, repeat } = job;
  const receipt = number ?? uuid;
  print(`${id}  ${inLanguage(JOB_WORDS[state])}  ${time}  ${printer}  ${oneLine(receipt)}`);
  if (repeat)
    printRow('repeat', inLanguage({ sr: 'папир каже да је поновљен', en: 'the paper says that it is a repeat' }));
  const why = reasonWords(job, receipt);
  if (why !== null) printRow('reason', inLanguage(why));
  const next = nextStep(job, receipt);
  if (next !== null) printRow('what to do', inLanguage(next));
}

export function printReport({ report, paper }: Extract<PrinterTest, { readonly report: object }>): void {
  const { printer, findings, state, reason, mode, unencodable } = report;
  print(`${printer.name}  ${inLanguage(JOB_WORDS[state])}  ${oneLine(printer.address)}`);
  printRow('paper', `${paper.width} mm, ${paper.dpi} dpi`);
  printRow('drawn', unencodable.length === 0 ? mode : `${mode}, since no code page has: ${unencodable.join(' ')}`);
  printRow('answers', answersOf(findings));
  printRow('proof', inLanguage(printer.proof === null ? NOT_PROBED : PROOF_WORDS[printer.proof]));
  if (reason !== null) printRow('reason', causeSentences(reason));
  if (state === 'unconfirmed') printRow('what to do', inLanguage(CHECK_PAPER));
}

const CHECK_PAPER: Bilingual = {
  sr: 'Погледајте да ли је пробни листић одштампан.',
  en: 'Look whether the test slip is there.',
};

/** The ESC/POS requests that the printer answered, by their names in its manual. */
function answersOf({ status, autoStatus, queuedStatus, processId }: ProbeFindings): string {
  const answers = [
    ...(status ? ['DLE EOT'] : []),
    ...(autoStatus ? ['GS a'] : []),
    ...(queuedStatus ? ['GS r'] : []),
    ...(processId ? ['GS ( H'] : []),
  ];
  return answers.length === 0 ? inLanguage({ sr: 'ништа', en: 'none' }) : answers.join(', ');
}

/** What is wrong with a printer, and what to do. */
export function causeSentences(cause: keyof typeof FAULT_TEXTS): string {
  const { found, action } = FAULT_TEXTS[cause];
  return `${inLanguage(found)} ${inLanguage(action)}`;
}

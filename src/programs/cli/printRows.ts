import type { PrinterFound, PrinterTest, PrintJobRow } from '../../interfaces/admin/index.js';
import { type Bilingual, oneLine } from '../../base/index.js';
import type { ProbeFindings } from '../../platform/ledger/index.js';
import {
  FAULT_TEXTS,
  JOB_STATE_TEXTS,
  nextCommand,
  type PrinterStatus,
  PROOF_TEXTS,
  reasonText,
  NOT_PROBED,
} from '../../paper/printing/index.js';
import { print, printRow } from './command.js';
import { adviceText, inLanguage } from './language.js';

export function printPrinter({ name, address, reason, proof, waiting }: PrinterStatus, state: Bilingual): void {
  print(`${name}  ${inLanguage(state)}  ${oneLine(address)}`);
  if (reason !== null) row('reason', adviceText(FAULT_TEXTS[reason]));
  row('proof', inLanguage(proof === null ? NOT_PROBED : PROOF_TEXTS[proof]));
  if (waiting > 0) row('waiting', String(waiting));
}

export function printJob(job: PrintJobRow): void {
  const { id, time, printer, number, uuid, state, repeat } = job;
  const receipt = number ?? uuid;
  print(`${id}  ${inLanguage(JOB_STATE_TEXTS[state])}  ${time}  ${printer}  ${oneLine(receipt)}`);
  if (repeat) row('repeat', inLanguage({ sr: 'папир каже да је поновљен', en: 'the paper says that it is a repeat' }));
  const why = reasonText(job, receipt);
  if (why !== null) row('reason', inLanguage(why));
  const next = nextCommand(job, receipt);
  if (next !== null) row('next', inLanguage(next));
}

export function printReport({ report, paper }: Extract<PrinterTest, { readonly report: object }>): void {
  const { printer, findings, state, reason, mode, unencodable } = report;
  print(`${printer.name}  ${inLanguage(JOB_STATE_TEXTS[state])}  ${oneLine(printer.address)}`);
  row('paper', `${paper.width} mm, ${paper.dpi} dpi`);
  const drawn = inLanguage(MODES[mode]);
  row('drawn', unencodable.length === 0 ? drawn : `${drawn}, ${inLanguage(UNENCODABLE)} ${unencodable.join(' ')}`);
  row('answers', answersOf(findings));
  row('proof', inLanguage(printer.proof === null ? NOT_PROBED : PROOF_TEXTS[printer.proof]));
  if (reason !== null) row('reason', adviceText(FAULT_TEXTS[reason]));
  if (state === 'unconfirmed') row('next', inLanguage(CHECK_PAPER));
}

/** Prints a printer that was found, with its entry for the setting `printers`. */
export function printFound({ address, kind, name, setAs }: PrinterFound): void {
  print(`${oneLine(address)}  ${inLanguage(KINDS[kind])}${name === '' ? '' : `  ${oneLine(name)}`}`);
  if (setAs !== null) row('set', setAs);
}

const KINDS: Readonly<Record<PrinterFound['kind'], Bilingual>> = {
  usb: { sr: 'USB штампач', en: 'USB printer' },
  lp: { sr: 'датотека уређаја', en: 'device file' },
  serial: { sr: 'серијски прикључак, можда штампач', en: 'serial port, perhaps a printer' },
  tcp: { sr: 'на мрежи', en: 'on the network' },
};

/** Captions of rows. */
const CAPTIONS = {
  reason: { sr: 'разлог', en: 'reason' },
  proof: { sr: 'потврда', en: 'proof' },
  waiting: { sr: 'чека', en: 'waiting' },
  repeat: { sr: 'поновљено', en: 'repeat' },
  next: { sr: 'шта сад', en: 'what to do' },
  paper: { sr: 'папир', en: 'paper' },
  drawn: { sr: 'штампа', en: 'printing' },
  answers: { sr: 'одговара на', en: 'answers' },
  set: { sr: 'подешен као', en: 'configured as' },
} as const satisfies Readonly<Record<string, Bilingual>>;

function row(caption: keyof typeof CAPTIONS, value: string): void {
  printRow(CAPTIONS[caption], value);
}

/** How a slip was drawn, as the setting `mode` names it in English. */
const MODES: Readonly<Record<'raster' | 'text', Bilingual>> = {
  raster: { sr: 'као слика', en: 'raster' },
  text: { sr: 'словима штампача', en: 'text' },
};

const UNENCODABLE: Bilingual = { sr: 'јер ниједна кодна страна нема:', en: 'because no code page has:' };

const CHECK_PAPER: Bilingual = {
  sr: 'Погледајте да ли је пробни листић одштампан.',
  en: 'Check whether the test slip was printed.',
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

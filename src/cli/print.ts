import type { Ask, OperationName, Reply } from '../admin/operations.js';
import type { JobLine, PrinterTest } from '../admin/printing.js';
import { askService } from '../admin/socket.js';
import { oneLine } from '../base/text.js';
import type { Words } from '../base/words.js';
import type { ProbeFindings } from '../ledger/job.js';
import type { PrinterView } from '../printing/printing.js';
import {
  CAUSES,
  JOB_WORDS,
  nextStep,
  NO_PRINTER,
  NOT_LOOKED_AT,
  PRINTER_WORDS,
  PROOF_WORDS,
  reasonWords,
  UNTRIED,
} from '../printing/texts.js';
import { ask } from './ask.js';
import {
  type Command,
  complain,
  DEFAULT_FOLDER,
  FAILURE,
  print,
  printRow,
  readArgs,
  SUCCESS,
  USAGE,
} from './command.js';
import { readGivenFile } from './givenFile.js';
import { inLanguage } from './language.js';

export const printCommand: Command = {
  usage: [
    'print printers [--data DIR]',
    'print test NAME [--data DIR]',
    'print ticket NAME [--data DIR]',
    'print jobs [--all] [--data DIR]',
    'print again UUID|NUMBER [--printer NAME] [--data DIR]',
    'print cancel ID [--data DIR]',
    'print logo NAME FILE.png [--data DIR]',
    'print logo NAME --remove [--data DIR]',
  ],
  summary: `prints receipts, and says what came of it.
      test finds out what the printer NAME can prove, and prints a slip with letters, a ruler and a QR code; exit 1 when
      nothing was printed.
      ticket prints what the printer NAME gives at power-up: address, certificate and state of the box.
      jobs lists what is under way or must be looked after, with --all everything that is remembered.
      again prints a receipt once more, marked as a repeat: UUID of the receipt, or its PFR number.
      FILE.png may be - for standard input`,
  async run(args) {
    const parsed = readArgs(args, ['printer'], ['all', 'remove']);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    const { data: folder = DEFAULT_FOLDER, printer, ...flags } = values;
    const [verb, what, file, ...rest] = words;
    const [isAll, isRemoval] = [flags['all'] !== undefined, flags['remove'] !== undefined];
    // The option of one task is a mistake in another: nothing that was said is passed over.
    const options = Object.keys(values).filter((name) => name !== 'data');
    const takes = (...known: readonly string[]): boolean => options.every((name) => known.includes(name));
    if (what === undefined) {
      if (verb === 'printers' && takes()) return printers(folder);
      if (verb === 'jobs' && takes('all')) return jobs(folder, isAll);
    } else if (file === undefined) {
      if (verb === 'test' && takes()) return test(folder, what);
      if (verb === 'ticket' && takes()) return ticket(folder, what);
      if (verb === 'again' && takes('printer')) return again(folder, what, printer);
      if (verb === 'cancel' && takes()) return cancel(folder, what);
      if (verb === 'logo' && takes('remove') && isRemoval) return logo(folder, what, null);
    } else if (verb === 'logo' && rest.length === 0 && takes()) {
      return logo(folder, what, file);
    }
    return complain(`usage: kasirbox ${usageOf(verb).join(' | ')}`, USAGE);
  },
};

/** The lines of one task; all where there is no such task. */
function usageOf(verb: string | undefined): readonly string[] {
  const lines = printCommand.usage.filter((line) => line.split(' ')[1] === verb);
  return lines.length > 0 ? lines : printCommand.usage;
}

interface Asked<N extends OperationName> {
  readonly reply: Reply<N>;
  /** Did the service answer? */
  readonly isServed: boolean;
}

/** Says so where nothing will be printed for now. */
async function askHere<N extends OperationName>(folder: string, name: N, question: Ask<N>): Promise<Asked<N>> {
  const served = await askService(folder, name, question);
  if (served !== undefined) return { reply: served, isServed: true };
  process.stderr.write('no service runs on this folder; nothing is printed before it does: kasirbox serve\n');
  return { reply: await ask(folder, name, question), isServed: false };
}

async function printers(folder: string): Promise<number> {
  const { reply, isServed } = await askHere(folder, 'print.printers', {});
  if (!reply.ok) return complain(reply.error);
  if (reply.value.length === 0) process.stderr.write(`${NO_PRINTER}\n`);
  for (const printer of reply.value) printPrinter(printer, isServed ? PRINTER_WORDS[printer.state] : NOT_LOOKED_AT);
  return SUCCESS;
}

async function test(folder: string, name: string): Promise<number> {
  process.stderr.write(`${inLanguage({ sr: 'Штампам…', en: 'Printing…' })}\n`);
  const reply = await ask(folder, 'print.test', { name });
  if (!reply.ok) return complain(reply.error);
  const tested = reply.value;
  if (tested.report === null) return complain(sentences(CAUSES[tested.failure].found, CAUSES[tested.failure].action));
  return printReport(tested);
}

async function ticket(folder: string, name: string): Promise<number> {
  const reply = await ask(folder, 'print.ticket', { name });
  if (!reply.ok) return complain(reply.error);
  const printer = reply.value;
  print(`The ticket is handed to ${printer.name}, which prints it when it can.`);
  if (printer.reason === null) return SUCCESS;
  const { found, action } = CAUSES[printer.reason];
  printRow('waiting', sentences(found, action, IN_TIME));
  return SUCCESS;
}

const IN_TIME: Words = {
  sr: 'После десет минута листић се више не штампа.',
  en: 'After ten minutes the ticket is not printed any more.',
};

async function jobs(folder: string, all: boolean): Promise<number> {
  const reply = await ask(folder, 'print.jobs', { all });
  if (!reply.ok) return complain(reply.error);
  if (reply.value.length === 0) {
    process.stderr.write(
      all ? 'no print jobs are remembered\n' : 'nothing is under way; all: kasirbox print jobs --all\n',
    );
  }
  for (const job of reply.value) printJob(job);
  return SUCCESS;
}

async function again(folder: string, receipt: string, printer: string | undefined): Promise<number> {
  const { reply } = await askHere(folder, 'print.again', { receipt, ...(printer !== undefined && { printer }) });
  if (!reply.ok) return complain(reply.error);
  printJob(reply.value);
  return SUCCESS;
}

async function cancel(folder: string, id: string): Promise<number> {
  if (!/^\d{1,15}$/.test(id)) return complain(`"${id}" is not the number of a print job; see: kasirbox print jobs`);
  const reply = await ask(folder, 'print.cancel', { id: Number(id) });
  if (!reply.ok) return complain(reply.error);
  printJob(reply.value);
  return SUCCESS;
}

/** Largest file that is read; how large a logo may be is the matter of the settings. */
const MAX_FILE = 1024 * 1024;

async function logo(folder: string, name: string, file: string | null): Promise<number> {
  let picture: string | null = null;
  if (file !== null) {
    const fromShell = 'kasirbox print logo NAME - < FILE.png';
    const read = await readGivenFile(file, { maxBytes: MAX_FILE, tooLarge: 'give a smaller picture', fromShell });
    if (!read.ok) return complain(read.error);
    picture = read.value.toString('base64');
  }
  const reply = await ask(folder, 'print.logo', { name, logo: picture });
  if (!reply.ok) return complain(reply.error);
  print(
    picture === null
      ? `${name} has no logo any more.`
      : `The logo of ${name} is set. See it: kasirbox print test ${name}`,
  );
  return SUCCESS;
}

function printPrinter({ name, address, reason, proof, waiting }: PrinterView, state: Words): void {
  print(`${name}  ${inLanguage(state)}  ${oneLine(address)}`);
  if (reason !== null) printRow('reason', sentences(CAUSES[reason].found, CAUSES[reason].action));
  printRow('proof', inLanguage(proof === null ? UNTRIED : PROOF_WORDS[proof]));
  if (waiting > 0) printRow('waiting', String(waiting));
}

function printJob(job: JobLine): void {
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

function printReport({ report, paper }: Extract<PrinterTest, { readonly report: object }>): number {
  const { printer, findings, state, reason, mode, unencodable } = report;
  print(`${printer.name}  ${inLanguage(JOB_WORDS[state])}  ${oneLine(printer.address)}`);
  printRow('paper', `${paper.width} mm, ${paper.dpi} dpi`);
  printRow('drawn', unencodable.length === 0 ? mode : `${mode}, since no code page has: ${unencodable.join(' ')}`);
  printRow('answers', answersOf(findings));
  printRow('proof', inLanguage(printer.proof === null ? UNTRIED : PROOF_WORDS[printer.proof]));
  if (reason !== null) printRow('reason', sentences(CAUSES[reason].found, CAUSES[reason].action));
  if (state === 'printed') return SUCCESS;
  if (state !== 'unconfirmed') return FAILURE;
  printRow('what to do', inLanguage(LOOK));
  return SUCCESS;
}

const LOOK: Words = {
  sr: 'Погледајте да ли је пробни листић одштампан.',
  en: 'Look whether the test slip is there.',
};

/** The requests of ESC/POS that the printer answered, by their names in its manual. */
function answersOf({ status, autoStatus, queuedStatus, processId }: ProbeFindings): string {
  const answers = [
    ...(status ? ['DLE EOT'] : []),
    ...(autoStatus ? ['GS a'] : []),
    ...(queuedStatus ? ['GS r'] : []),
    ...(processId ? ['GS ( H'] : []),
  ];
  return answers.length === 0 ? inLanguage({ sr: 'ништа', en: 'none' }) : answers.join(', ');
}

function sentences(...words: readonly Words[]): string {
  return words.map(inLanguage).join(' ');
}

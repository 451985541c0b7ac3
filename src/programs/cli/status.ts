import { type Bilingual, formatMoney, VERSION } from '../../base/index.js';
import type { CheckResult } from '../../interfaces/health/index.js';
import { callOperation, callAndPrint } from './callOperation.js';
import { type Args, type Command, complain, FAILURE, print, printJson, printRow, succeed, SUCCESS } from './command.js';
import { examineBox, sentencesOf } from './doctor.js';
import { CURRENCY, inLanguage, numberText } from './language.js';
import { commandOf } from './forms.js';

/** Content of the screen, and of `--json` for programs. */
interface Status {
  readonly version: string;
  readonly sells: boolean;
  /** Faults that stop a sale, or others while the box sells, in order of repair. */
  readonly why: readonly CheckResult[];
  readonly lastReceipt: { readonly number: string; readonly time: string; readonly total: string } | null;
  readonly processor: readonly CheckResult[];
  readonly printer: readonly CheckResult[];
  readonly backup: readonly CheckResult[];
}

export const statusCommand: Command = commandOf({
  name: 'status',
  summary: {
    sr: `приказује на једном екрану да ли уређај продаје, и ако не, зашто; последњи рачун, процесор, штампач, резервна копија,
      верзија; излазни код 1 ако не продаје. --json: за програме`,
    en: `shows on one screen whether the box sells, and if not, why; the last receipt, processor, printer, backup, version;
      exit 1 when it does not sell. --json: for programs`,
  },
  forms: {
    '[--json]': showStatus,
  },
});

async function showStatus({ folder, flags }: Args): Promise<number> {
  const examined = await examineBox(folder);
  if (!examined.ok) return complain(examined.error);
  const { checks, isUnusable } = examined.value;
  const status = statusOf(checks, isUnusable ? null : await lastReceiptOf(folder));
  if (flags.has('json')) printJson(status);
  else printStatus(status);
  return status.sells ? SUCCESS : FAILURE;
}

function statusOf(checks: readonly CheckResult[], lastReceipt: Status['lastReceipt']): Status {
  const named = (...names: readonly string[]): CheckResult[] => checks.filter(({ name }) => names.includes(name));
  const blocking = checks.filter(({ blocks }) => blocks);
  const failing = checks.filter(({ state }) => state === 'failure');
  return {
    version: VERSION,
    sells: blocking.length === 0,
    why: blocking.length === 0 ? failing : blocking,
    lastReceipt,
    processor: named('pfr', 'card', 'pfr-certificate', 'settling', 'lost-answers'),
    printer: named('printer', 'paper'),
    backup: named('backup'),
  };
}

async function lastReceiptOf(folder: string): Promise<Status['lastReceipt']> {
  const reply = await callOperation(folder, 'receipts.find', {});
  const [last] = reply.ok ? reply.value.receipts : [];
  return last === undefined ? null : { number: last.number, time: last.time, total: formatMoney(last.total) };
}

function printStatus({ version, sells, why, lastReceipt, processor, printer, backup }: Status): void {
  print(`kasirbox ${version}`);
  const [first, ...others] = why;
  printRow(ROWS.sells, inLanguage(sells ? ROWS.yes : ROWS.no));
  if (first !== undefined) printRow(ROWS.why, wordsOf(first));
  for (const other of others) printRow('', wordsOf(other));
  const receipt =
    lastReceipt === null
      ? null
      : `${lastReceipt.number}  ${lastReceipt.time}  ${numberText(lastReceipt.total)} ${inLanguage(CURRENCY)}`;
  printRow(ROWS.lastReceipt, receipt ?? inLanguage(ROWS.none));
  printFindings(ROWS.processor, processor, ROWS.none);
  printFindings(ROWS.printer, printer, ROWS.noPrinter);
  printFindings(ROWS.backup, backup, ROWS.noBackup);
  print(ROWS.more);
}

function printFindings(name: Bilingual, findings: readonly CheckResult[], none: Bilingual): void {
  if (findings.length === 0) printRow(inLanguage(name), inLanguage(none));
  for (const [index, finding] of findings.entries()) {
    printRow(index === 0 ? inLanguage(name) : '', wordsOf(finding));
  }
}

/** With its proof in case of a fault, such as the address of a processor that does not answer. */
function wordsOf(check: CheckResult): string {
  return sentencesOf(check.state === 'ok' ? { ...check, proof: null } : check);
}

/** Names have 14 columns. */
const ROWS = {
  sells: { sr: 'продаје', en: 'sells' },
  yes: { sr: 'ДА', en: 'YES' },
  no: { sr: 'НЕ', en: 'NO' },
  why: { sr: 'зашто', en: 'why' },
  lastReceipt: { sr: 'посл. рачун', en: 'last receipt' },
  none: { sr: 'нема', en: 'none' },
  processor: { sr: 'процесор', en: 'processor' },
  printer: { sr: 'штампач', en: 'printer' },
  backup: { sr: 'копија', en: 'backup' },
  noPrinter: { sr: 'није подешен', en: 'not set' },
  noBackup: { sr: 'није подешена', en: 'not set' },
  more: { sr: 'Све провере: kasirbox doctor', en: 'All checks: kasirbox doctor' },
} as const;

export const esirCommand: Command = commandOf({
  name: 'esir',
  summary: {
    sr: `потврђује да одобрење Пореске управе важи за верзију програма која ради. NUMBER је ЕСИР број на рачунима, као 742/1.3.0;
      doctor на то подсећа после сваке промене верзије`,
    en: `confirms that the approval of the tax authority covers the running version of the program. NUMBER is the ESIR
      number on receipts, like 742/1.3.0; doctor asks for it after each change of the version`,
  },
  forms: {
    'accept NUMBER': ({ folder }, esirNumber = '') =>
      callAndPrint(folder, 'esir.accept', { esirNumber }, () =>
        succeed({ sr: `Потврђено: ${esirNumber}`, en: `Confirmed: ${esirNumber}` }),
      ),
  },
});

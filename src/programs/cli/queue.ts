import type { Input, QueueRow, UnsettledRow } from '../../interfaces/admin/index.js';
import type { Bilingual } from '../../base/index.js';
import { callAndPrint, callOperation, printList } from './callOperation.js';
import { type Args, type Command, complain, USAGE, print, printNote, printRow, succeed, SUCCESS } from './command.js';
import { inDinars, inLanguage } from './language.js';
import { commandOf } from './forms.js';

export const queueCommand: Command = commandOf({
  name: 'queue',
  summary: {
    sr: `показује захтеве који чекају да процесор постане доступан, и оне које је одбио.
      ID је број са листића купца, или кључ захтева (Idempotency-Key); по оба се налази и издат захтев
      (по броју, последњих хиљаду).
      remove повлачи захтев пре него што је издат; то бележи разлог и ко је одлучио. Продаја је тада „продато без рачуна”:
      unsettled их набраја, док issue рачун не врати у ред чекања, или settle не забележи рачун који је за њу издат,
      односно, без --receipt, зашто рачуна нема (роба или новац су враћени)`,
    en: `shows the requests that wait for the processor, and those that it has refused.
      ID is the number on the slip of the customer, or the idempotency key; both also find issued requests
      (by number, only the last thousand).
      remove removes a request before it is issued, and records the reason and the person. The sale is then "sold without a
      receipt": unsettled lists those, until issue returns it to the queue, or settle records the receipt that was issued
      for it or, without --receipt, why there is none (goods or money were returned)`,
  },
  forms: {
    list: ({ folder }) => list(folder),
    'show ID': ({ folder }, id = '') => show(folder, id),
    'remove ID --reason TEXT --by NAME': ({ folder, values: { reason = '', by = '' } }, id = '') =>
      remove(folder, { id, reason, by }),
    unsettled: ({ folder }) => listUnsettled(folder),
    'issue NUMBER': ({ folder }, number = '') => issue(folder, number),
    'settle NUMBER [--receipt PFR_NUMBER] [--reason TEXT] --by NAME': settle,
  },
});

/** The number on the slip of the customer; undefined for anything else. */
function numberOf(text: string): number | undefined {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}

const notANumber = (given: string): Bilingual => ({
  sr: `„${given}” није број са листића; погледајте: kasirbox queue unsettled`,
  en: `"${given}" is not the number on a slip; see: kasirbox queue unsettled`,
});
const NEITHER_RECEIPT_NOR_REASON: Bilingual = {
  sr: 'Наведите --receipt са ПФР бројем рачуна, или --reason ако рачуна нема.',
  en: 'Give --receipt with the PFR number of the receipt, or --reason when there is none.',
};

async function list(folder: string): Promise<number> {
  return printList(await callOperation(folder, 'queue.list', {}), {
    none: { sr: 'ништа не чека на процесор', en: 'nothing waits for the processor' },
    show: printQueueRow,
  });
}

async function show(folder: string, id: string): Promise<number> {
  const reply = await callOperation(folder, 'queue.show', { id });
  if (!reply.ok) return complain(reply.error);
  const { line: row, names, receipt } = reply.value;
  if (row === null) print(STATES.issued);
  else printQueueRow(row);
  for (const [index, name] of names.entries())
    printRow(index === 0 ? inLanguage({ sr: 'роба', en: 'goods' }) : '', name);
  if (receipt !== null) printRow({ sr: 'рачун', en: 'receipt' }, receipt);
  return SUCCESS;
}

async function remove(folder: string, input: Input<'queue.remove'>): Promise<number> {
  const reply = await callOperation(folder, 'queue.remove', input);
  if (!reply.ok) return complain(reply.error);
  const { number, key, total } = reply.value;
  const amount = inDinars(total ?? 0);
  print({
    sr: `${number} (${key}), износ ${amount}, је уклоњен и чека да се реши: kasirbox queue unsettled.`,
    en: `${number} (${key}) for ${amount} is removed and must be settled: kasirbox queue unsettled.`,
  });
  return SUCCESS;
}

async function listUnsettled(folder: string): Promise<number> {
  const reply = await callOperation(folder, 'queue.unsettled', {});
  if (!reply.ok) return complain(reply.error);
  const { count, rows } = reply.value;
  if (count === 0) printNote({ sr: 'свака продаја има рачун', en: 'every sale has its receipt' });
  for (const row of rows) printUnsettled(row);
  const more = count - rows.length;
  if (more > 0) print({ sr: `… и још ${more}`, en: `… and ${more} more` });
  return SUCCESS;
}

function issue(folder: string, given: string): Promise<number> | number {
  const number = numberOf(given);
  if (number === undefined) return complain(notANumber(given), USAGE);
  return callAndPrint(folder, 'queue.issue', { number }, ({ key }) =>
    succeed({
      sr: `${number} (${key}) поново чека процесор.`,
      en: `${number} (${key}) waits for the processor again.`,
    }),
  );
}

function settle({ folder, values: { by = '', receipt, reason } }: Args, given: string): Promise<number> | number {
  const number = numberOf(given);
  if (number === undefined) return complain(notANumber(given), USAGE);
  if ((receipt ?? reason) === undefined) return complain(NEITHER_RECEIPT_NOR_REASON, USAGE);
  const optional = { ...(receipt !== undefined && { receipt }), ...(reason !== undefined && { reason }) };
  return callAndPrint(folder, 'queue.settle', { number, by, ...optional }, ({ key }) =>
    succeed({ sr: `${number} (${key}) је решен.`, en: `${number} (${key}) is settled.` }),
  );
}

function printUnsettled({ number, key, environment, time, total, by, removedAt, reason }: UnsettledRow): void {
  print(`${number}  ${environment}  ${time}  ${inDinars(total ?? 0)}`);
  printRow({ sr: 'кључ', en: 'key' }, key);
  const removed = [by, removedAt].filter((part) => part !== null).join(', ');
  if (removed !== '') printRow({ sr: 'уклоњен', en: 'removed' }, removed);
  if (reason !== null) printRow({ sr: 'разлог', en: 'reason' }, reason);
}

const STATES: Readonly<Record<QueueRow['state'], Bilingual>> = {
  queued: { sr: 'чека', en: 'queued' },
  issuing: { sr: 'издаје се', en: 'issuing' },
  issued: { sr: 'издат', en: 'issued' },
  refused: { sr: 'одбијен', en: 'refused' },
  removed: { sr: 'уклоњен', en: 'removed' },
};

/** A reason is the processor's own text: control characters must not reach the terminal. */
function printQueueRow({ number, key, state, position, time, total, reason }: QueueRow): void {
  print(`${number}  ${inLanguage(STATES[state])}  ${time}  ${inDinars(total ?? 0)}`);
  printRow({ sr: 'кључ', en: 'key' }, key);
  if (position !== null) printRow({ sr: 'место', en: 'position' }, `${position}`);
  if (reason !== null) printRow({ sr: 'разлог', en: 'reason' }, reason);
}

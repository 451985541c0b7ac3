import type { QueueRow } from '../../interfaces/admin/index.js';
import { type Bilingual, formatMoney } from '../../base/index.js';
import { ask } from './ask.js';
import { type Command, complainUsage, print, printRow, SUCCESS } from './command.js';
import { refuse } from './refuse.js';
import { inDinars, inLanguage } from './language.js';

export const queueCommand: Command = {
  usage: ['queue list [--data DIR]', 'queue show ID [--data DIR]', 'queue remove ID [--data DIR]'],
  summary: {
    sr: `показује захтеве који чекају да процесор постане доступан, и оне које је одбио.
      ID је број са листића купца, или кључ захтева (Idempotency-Key); по оба се налази и издат захтев
      (по броју, последњих хиљаду).
      remove повлачи захтев пре него што је издат: за продато тада нема рачуна`,
    en: `shows the requests that wait until the processor can be reached, and those that it has refused.
      ID is the number on the slip of the customer, or the idempotency key; by either an issued one is found, too
      (by its number, the last thousand).
      remove takes a request back before it is issued: what was sold gets no receipt then`,
  },
  async run({ folder, words }) {
    const [verb, id, ...rest] = words;
    if (verb === 'list' && id === undefined) return list(folder);
    if (verb === 'show' && id !== undefined && rest.length === 0) return show(folder, id);
    if (verb === 'remove' && id !== undefined && rest.length === 0) return remove(folder, id);
    return complainUsage(queueCommand.usage);
  },
};

async function list(folder: string): Promise<number> {
  const reply = await ask(folder, 'queue.list', {});
  if (!reply.ok) return refuse(reply.error);
  if (reply.value.length === 0)
    process.stderr.write(inLanguage({ sr: 'ништа не чека на процесор\n', en: 'nothing waits for the processor\n' }));
  for (const row of reply.value) printQueueRow(row);
  return SUCCESS;
}

async function show(folder: string, id: string): Promise<number> {
  const reply = await ask(folder, 'queue.show', { id });
  if (!reply.ok) return refuse(reply.error);
  const { line: row, names, receipt } = reply.value;
  if (row === null) print(inLanguage(STATES.issued));
  else printQueueRow(row);
  for (const [index, name] of names.entries())
    printRow(index === 0 ? inLanguage({ sr: 'роба', en: 'goods' }) : '', name);
  if (receipt !== null) printRow(inLanguage({ sr: 'рачун', en: 'receipt' }), receipt);
  return SUCCESS;
}

async function remove(folder: string, id: string): Promise<number> {
  const reply = await ask(folder, 'queue.remove', { id });
  if (!reply.ok) return refuse(reply.error);
  const { number, key, total } = reply.value;
  print(
    inLanguage({
      sr: `${number} (${key}), износ ${formatMoney(total ?? 0)} РСД, је уклоњен; за њега нема рачуна.`,
      en: `${number} (${key}) over ${formatMoney(total ?? 0)} RSD is removed; it gets no receipt.`,
    }),
  );
  return SUCCESS;
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
  printRow(inLanguage({ sr: 'кључ', en: 'key' }), key);
  if (position !== null) printRow(inLanguage({ sr: 'место', en: 'position' }), `${position}`);
  if (reason !== null) printRow(inLanguage({ sr: 'разлог', en: 'reason' }), reason);
}

import type { Ask, QueueRow, UnsettledRow } from '../../interfaces/admin/index.js';
import { type Bilingual, formatMoney } from '../../base/index.js';
import { ask } from './ask.js';
import { type Command, complainUsage, print, printRow, SUCCESS, complain } from './command.js';
import { inDinars, inLanguage } from './language.js';

export const queueCommand: Command = {
  usage: [
    'queue list [--data DIR]',
    'queue show ID [--data DIR]',
    'queue remove ID --reason TEXT --by NAME [--data DIR]',
    'queue unsettled [--data DIR]',
    'queue issue NUMBER [--data DIR]',
    'queue settle NUMBER [--receipt PFR_NUMBER] [--reason TEXT] --by NAME [--data DIR]',
  ],
  summary: {
    sr: `показује захтеве који чекају да процесор постане доступан, и оне које је одбио.
      ID је број са листића купца, или кључ захтева (Idempotency-Key); по оба се налази и издат захтев
      (по броју, последњих хиљаду).
      remove повлачи захтев пре него што је издат; то бележи разлог и ко је одлучио. Продаја је тада „продато без рачуна”:
      unsettled их набраја, док issue рачун не врати у ред чекања, или settle не забележи рачун који је за њу издат,
      односно, без --receipt, зашто рачуна нема (роба или новац су враћени)`,
    en: `shows the requests that wait for the processor, and those that it has refused.
      ID is the number on the slip of the customer, or the idempotency key; both also find issued requests
      (the number only the last thousand).
      remove removes a request before it is issued, and records the reason and the person. The sale is then "sold without a
      receipt": unsettled lists those, until issue returns it to the queue, or settle records the receipt that was issued
      for it or, without --receipt, why there is none (goods or money came back)`,
  },
  options: ['reason', 'by', 'receipt'],
  async run({ folder, words, values }) {
    const [verb, id, ...rest] = words;
    const { reason, by, receipt } = values;
    const hasOptions = Object.keys(values).length > 0;
    if (rest.length > 0) return complainUsage(queueCommand.usage);
    if (id === undefined) {
      if (verb === 'list' && !hasOptions) return list(folder);
      if (verb === 'unsettled' && !hasOptions) return listUnsettled(folder);
      return complainUsage(queueCommand.usage);
    }
    if (verb === 'show' && !hasOptions) return show(folder, id);
    if (verb === 'remove' && reason !== undefined && by !== undefined && receipt === undefined)
      return remove(folder, { id, reason, by });
    const number = NUMBER.test(id) ? Number(id) : undefined;
    if (verb === 'issue' && number !== undefined && !hasOptions) return issue(folder, number);
    if (verb === 'settle' && number !== undefined && by !== undefined && (receipt ?? reason) !== undefined)
      return settle(folder, {
        ...{ number, by },
        ...(receipt !== undefined && { receipt }),
        ...(reason !== undefined && { reason }),
      });
    return complainUsage(queueCommand.usage);
  },
};

/** As on the slip of the customer. */
const NUMBER = /^[1-9]\d{0,6}$/;

async function list(folder: string): Promise<number> {
  const reply = await ask(folder, 'queue.list', {});
  if (!reply.ok) return complain(reply.error);
  if (reply.value.length === 0)
    process.stderr.write(inLanguage({ sr: 'ништа не чека на процесор\n', en: 'nothing waits for the processor\n' }));
  for (const row of reply.value) printQueueRow(row);
  return SUCCESS;
}

async function show(folder: string, id: string): Promise<number> {
  const reply = await ask(folder, 'queue.show', { id });
  if (!reply.ok) return complain(reply.error);
  const { line: row, names, receipt } = reply.value;
  if (row === null) print(inLanguage(STATES.issued));
  else printQueueRow(row);
  for (const [index, name] of names.entries())
    printRow(index === 0 ? inLanguage({ sr: 'роба', en: 'goods' }) : '', name);
  if (receipt !== null) printRow(inLanguage({ sr: 'рачун', en: 'receipt' }), receipt);
  return SUCCESS;
}

async function remove(folder: string, asked: Ask<'queue.remove'>): Promise<number> {
  const reply = await ask(folder, 'queue.remove', asked);
  if (!reply.ok) return complain(reply.error);
  const { number, key, total } = reply.value;
  print(
    inLanguage({
      sr: `${number} (${key}), износ ${formatMoney(total ?? 0)} РСД, је уклоњен и чека да се реши: kasirbox queue unsettled.`,
      en: `${number} (${key}) over ${formatMoney(total ?? 0)} RSD is removed, and must be settled: kasirbox queue unsettled.`,
    }),
  );
  return SUCCESS;
}

async function listUnsettled(folder: string): Promise<number> {
  const reply = await ask(folder, 'queue.unsettled', {});
  if (!reply.ok) return complain(reply.error);
  const { count, rows } = reply.value;
  if (count === 0)
    process.stderr.write(inLanguage({ sr: 'свака продаја има рачун\n', en: 'every sale has its receipt\n' }));
  for (const row of rows) printUnsettled(row);
  const left = count - rows.length;
  if (left > 0) print(inLanguage({ sr: `… и још ${left}`, en: `… and ${left} more` }));
  return SUCCESS;
}

async function issue(folder: string, number: number): Promise<number> {
  const reply = await ask(folder, 'queue.issue', { number });
  if (!reply.ok) return complain(reply.error);
  const { key } = reply.value;
  print({
    sr: `${number} (${key}) поново чека процесор.`,
    en: `${number} (${key}) waits for the processor again.`,
  });
  return SUCCESS;
}

async function settle(folder: string, asked: Ask<'queue.settle'>): Promise<number> {
  const reply = await ask(folder, 'queue.settle', asked);
  if (!reply.ok) return complain(reply.error);
  const { number, key } = reply.value;
  print({ sr: `${number} (${key}) је решен.`, en: `${number} (${key}) is settled.` });
  return SUCCESS;
}

function printUnsettled({ number, key, environment, time, total, by, removedAt, reason }: UnsettledRow): void {
  print(`${number}  ${environment}  ${time}  ${inDinars(total ?? 0)}`);
  printRow(inLanguage({ sr: 'кључ', en: 'key' }), key);
  const removed = [by, removedAt].filter((part) => part !== null).join(', ');
  if (removed !== '') printRow(inLanguage({ sr: 'уклоњен', en: 'removed' }), removed);
  if (reason !== null) printRow(inLanguage({ sr: 'разлог', en: 'reason' }), reason);
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

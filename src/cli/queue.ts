import type { QueueRow } from '../admin/index.js';
import { formatMoney } from '../base/index.js';
import { ask } from './ask.js';
import { type Command, complainUsage, print, printRow, SUCCESS } from './command.js';
import { refuse } from './refuse.js';

export const queueCommand: Command = {
  usage: ['queue list [--data DIR]', 'queue show ID [--data DIR]', 'queue remove ID [--data DIR]'],
  summary: `shows the requests that wait until the processor can be reached, and those that it has refused.
      ID is the number on the slip of the customer, or the idempotency key; by either an issued one is found, too
      (by its number, the last thousand).
      remove takes a request back before it is issued: what was sold gets no receipt then`,
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
  if (reply.value.length === 0) process.stderr.write('nothing waits for the processor\n');
  for (const row of reply.value) printQueueRow(row);
  return SUCCESS;
}

async function show(folder: string, id: string): Promise<number> {
  const reply = await ask(folder, 'queue.show', { id });
  if (!reply.ok) return refuse(reply.error);
  const { line: row, names, receipt } = reply.value;
  if (row === null) print('issued');
  else printQueueRow(row);
  for (const [index, name] of names.entries()) printRow(index === 0 ? 'goods' : '', name);
  if (receipt !== null) printRow('receipt', receipt);
  return SUCCESS;
}

async function remove(folder: string, id: string): Promise<number> {
  const reply = await ask(folder, 'queue.remove', { id });
  if (!reply.ok) return refuse(reply.error);
  const { number, key, total } = reply.value;
  print(`${number} (${key}) over ${formatMoney(total ?? 0)} RSD is removed; it gets no receipt.`);
  return SUCCESS;
}

/** A reason is the processor's own text, which must not drive the terminal. */
function printQueueRow({ number, key, state, position, time, total, reason }: QueueRow): void {
  print(`${number}  ${state}  ${time}  ${formatMoney(total ?? 0)} RSD`);
  printRow('key', key);
  if (position !== null) printRow('position', `${position}`);
  if (reason !== null) printRow('reason', reason);
}

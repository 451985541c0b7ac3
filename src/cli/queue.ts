import type { QueuedLine } from '../admin/queue.js';
import { formatMoney } from '../base/money.js';
import { ask } from './ask.js';
import { type Command, complain, DEFAULT_FOLDER, print, printRow, readArgs, SUCCESS, USAGE } from './command.js';

export const queueCommand: Command = {
  usage: ['queue list [--data DIR]', 'queue show ID [--data DIR]', 'queue remove ID [--data DIR]'],
  summary: `shows the requests that wait until the processor can be reached, and those that it has refused.
      ID is the number on the slip of the customer, or the idempotency key; by either an issued one is found, too
      (by its number, the last thousand).
      remove takes a request back before it is issued: what was sold gets no receipt then`,
  async run(args) {
    const parsed = readArgs(args);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    const folder = values['data'] ?? DEFAULT_FOLDER;
    const [verb, id, ...rest] = words;
    if (verb === 'list' && id === undefined) return list(folder);
    if (verb === 'show' && id !== undefined && rest.length === 0) return show(folder, id);
    if (verb === 'remove' && id !== undefined && rest.length === 0) return remove(folder, id);
    return complain(`usage: kasirbox ${queueCommand.usage.join(' | ')}`, USAGE);
  },
};

async function list(folder: string): Promise<number> {
  const reply = await ask(folder, 'queue.list', {});
  if (!reply.ok) return complain(reply.error);
  if (reply.value.length === 0) process.stderr.write('nothing waits for the processor\n');
  for (const line of reply.value) printLine(line);
  return SUCCESS;
}

async function show(folder: string, id: string): Promise<number> {
  const reply = await ask(folder, 'queue.show', { id });
  if (!reply.ok) return complain(reply.error);
  const { line, names, receipt } = reply.value;
  if (line === null) print('issued');
  else printLine(line);
  for (const [index, name] of names.entries()) printRow(index === 0 ? 'goods' : '', name);
  if (receipt !== null) printRow('receipt', receipt);
  return SUCCESS;
}

async function remove(folder: string, id: string): Promise<number> {
  const reply = await ask(folder, 'queue.remove', { id });
  if (!reply.ok) return complain(reply.error);
  const { number, key, total } = reply.value;
  print(`${number} (${key}) over ${formatMoney(total)} RSD is removed; it gets no receipt.`);
  return SUCCESS;
}

/** A reason is the processor's own text, which must not drive the terminal. */
function printLine({ number, key, state, position, time, total, reason }: QueuedLine): void {
  print(`${number}  ${state}  ${time}  ${formatMoney(total)} RSD`);
  printRow('key', key);
  if (position !== null) printRow('position', `${position}`);
  if (reason !== null) printRow('reason', reason);
}

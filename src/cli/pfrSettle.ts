import type { OpenReceipt } from '../admin/index.js';
import { formatMoney, ok, oneLine, type Result } from '../base/index.js';
import { ask } from './ask.js';
import { type Args, complain, print, printRow, SUCCESS, USAGE } from './command.js';
import { confirm } from './confirm.js';
import { readGivenFile, STREAM } from './inputFile.js';
import { refuse } from './refuse.js';

/** Options of `pfr settle`: those that take a value, and those that take none. */
export const SETTLE_OPTIONS = { values: ['signed', 'reason'], flags: ['not-signed', 'yes'] } as const;

/** What a person has found out. */
export interface SettleArgs {
  /** The first digits of the request id. */
  readonly id: string;
  /** Verification link, {@link STREAM} for standard input; null: nothing was signed. */
  readonly link: string | null;
  readonly reason: string;
  /** `--yes`: no further question is asked. */
  readonly isSure: boolean;
}

/** A link has some thousands of characters at most. */
const MAX_LINK = 1024 * 1024;
/** How many digits of the request id the list shows. */
const SHORT_ID = 12;

const HOW_TO_DECIDE = `
None of them holds up the others. One that is "asking" is looked up by the service itself, and the number of the next
receipt tells whether it was signed: wait. Look for one in "doubt" on the portal of the tax authority, or among the
receipts of the processor, by its time and amount; for one that was "signed, content not held", by its number. When it is
there, copy its verification link:
  kasirbox pfr settle ID --signed LINK --reason TEXT
When one in doubt certainly is not:
  kasirbox pfr settle ID --not-signed --reason TEXT
`;

const STATE_WORDS: Readonly<Record<OpenReceipt['state'], string>> = {
  asking: 'asking',
  doubt: 'doubt',
  notHeld: 'signed, content not held',
};

const WARNING = `Only when it is certain that the receipt was not signed: if it was, selling the goods again makes a double
receipt, and its turnover is reported twice.
`;

/** A decision; undefined when the options do not make one. */
export function readSettleArgs(id: string, { values: { signed, reason }, flags }: Args): SettleArgs | undefined {
  const isNotSigned = flags.has('not-signed');
  const isSure = flags.has('yes');
  if (reason === undefined || flags.has('json') || (signed === undefined) !== isNotSigned || (isSure && !isNotSigned))
    return undefined;
  return { id, link: signed ?? null, reason, isSure };
}

export async function listOpen(folder: string): Promise<number> {
  const reply = await ask(folder, 'pfr.open', {});
  if (!reply.ok) return refuse(reply.error);
  if (reply.value.length === 0) print('Every receipt that was sent has a known end.');
  for (const receipt of reply.value) printReceipt(receipt);
  if (reply.value.length > 0) process.stderr.write(HOW_TO_DECIDE);
  return SUCCESS;
}

export async function settle(folder: string, { id, link: given, reason, isSure }: SettleArgs): Promise<number> {
  const link = given === STREAM ? await linkOfInput() : ok(given);
  if (!link.ok) return complain(link.error);
  if (link.value === null && !isSure) {
    const code = await confirmNotSigned(folder, id);
    if (code !== undefined) return code;
  }
  const reply = await ask(folder, 'pfr.settle', { requestId: id, link: link.value, reason });
  if (!reply.ok) return refuse(reply.error);
  const { requestId, number } = reply.value;
  print(`${requestId}: ${number === null ? 'recorded as not signed' : `recorded as receipt ${number}`}.`);
  return SUCCESS;
}

/** Shows what the decision is about. Undefined when it is confirmed; otherwise the exit code. */
async function confirmNotSigned(folder: string, id: string): Promise<number | undefined> {
  const open = await ask(folder, 'pfr.open', {});
  if (!open.ok) return complain(open.error);
  for (const receipt of open.value) if (receipt.requestId.startsWith(id)) printReceipt(receipt);
  process.stderr.write(WARNING);
  const isSure = await confirm('Record it as not signed?');
  if (isSure === undefined) return complain('there is no terminal to ask on: give --yes when you are certain', USAGE);
  return isSure ? undefined : complain('nothing was decided');
}

async function linkOfInput(): Promise<Result<string, string>> {
  const fromShell = 'kasirbox pfr settle ID --signed - --reason TEXT < FILE';
  const tooLarge = { sr: 'то није веза', en: 'it is no link' };
  const read = await readGivenFile(STREAM, { maxBytes: MAX_LINK, tooLarge, fromShell });
  return read.ok ? ok(read.value.toString().trim()) : read;
}

/** Names are texts of API clients: they must not drive the terminal. */
function printReceipt(receipt: OpenReceipt): void {
  const { requestId, state, environment, mode, time, total, invoiceType, transactionType, cashier } = receipt;
  const { number, names, lines, key, uid, lastNumber } = receipt;
  print(`${requestId.slice(0, SHORT_ID)}  ${STATE_WORDS[state]}  ${time}  ${formatMoney(total ?? 0)} RSD`);
  const more = lines > names.length ? ` and ${lines - names.length} more` : '';
  printRow('receipt', `${invoiceType} ${transactionType}, cashier ${cashier}: ${names.join(', ')}${more}`);
  if (number !== null) printRow('number', `${oneLine(number)}, by the numbers of the receipts around it`);
  printRow('processor', `${environment} ${mode} ${oneLine(uid)}`.trimEnd());
  printRow('last before', lastNumber === null ? 'not told by the processor' : lastNumber || 'none');
  if (key !== null) printRow('key', key);
}

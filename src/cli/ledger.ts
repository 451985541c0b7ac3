import { askService } from '../admin/socket.js';
import { nodeDisk } from '../base/disk-node.js';
import { never, ok, type Result } from '../base/result.js';
import { localTime } from '../base/time.js';
import { RECORD_TYPES } from '../ledger/record.js';
import { type Verification, verifyLedger, type VerifyOptions } from '../ledger/verify.js';
import { type Command, complain, DEFAULT_FOLDER, print, readArgs, SUCCESS, USAGE } from './command.js';

export const ledgerCommand: Command = {
  usage: ['ledger verify [--data DIR]', 'ledger audit [--data DIR]'],
  summary: `verify reads every record and checks the chain; audit also lists which receipts
      were e-mailed, to whom, and what persons decided about receipts whose end was not known`,
  async run(args) {
    const parsed = readArgs(args);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    const folder = values['data'] ?? DEFAULT_FOLDER;
    const [task, ...rest] = words;
    if (rest.length === 0 && task === 'verify') return verify(folder);
    if (rest.length === 0 && task === 'audit') return audit(folder);
    return complain(`usage: ${ledgerCommand.usage.map((line) => `kasirbox ${line}`).join(' or ')}`, USAGE);
  },
};

async function verify(folder: string): Promise<number> {
  const read = await readAll(folder);
  if (!read.ok) return complain(read.error);
  for (const line of summaryOf(read.value)) print(line);
  return judge(read.value.faults);
}

/** Records of each kind, and what is sound or is not. */
export function summaryOf({ counts, sequence, faults }: Verification): string[] {
  const kinds = RECORD_TYPES.map((type) => `${type.padEnd(10)}${counts[type]}`);
  if (faults.length === 0) return [...kinds, `${sequence} records, all sound and chained.`];
  return [...kinds, ...faults.map((fault) => `DAMAGE: ${fault}`)];
}

/** One line per entry, oldest first: time, event, and what belongs to it. */
async function audit(folder: string): Promise<number> {
  const read = await readAll(folder, (entry, time) => {
    print([localTime(time), entry.event, ...detailsOf(entry)].join('  '));
  });
  if (!read.ok) return complain(read.error);
  for (const fault of read.value.faults) print(`DAMAGE: ${fault}`);
  return judge(read.value.faults);
}

/** Of a letter: uuid of the receipt, number of the API key, recipient. Of a decision: request id, end, reason. */
function detailsOf(entry: Parameters<NonNullable<VerifyOptions['onAudit']>>[0]): string[] {
  switch (entry.event) {
    case 'invoice.email':
      return [entry.invoice, `key ${entry.key}`, entry.to];
    case 'pfr.settle':
      return [entry.requestId, entry.number === null ? 'not signed' : `signed ${entry.number}`, entry.reason];
    default:
      return never(entry);
  }
}

/** Reads the log of a service that runs up to what is durable at this moment. The error is an English sentence. */
export async function readAll(
  folder: string,
  onAudit?: VerifyOptions['onAudit'],
): Promise<Result<Verification, string>> {
  await nodeDisk.makeDir(folder);
  const end = await askService(folder, 'ledger.end', {});
  if (end !== undefined && !end.ok) return end;
  const progress = (records: number): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r${records} records`);
  };
  const upTo = end === undefined ? {} : { upTo: end.value.sequence };
  const verification = await verifyLedger({ disk: nodeDisk, folder, progress, ...upTo, ...(onAudit && { onAudit }) });
  if (process.stderr.isTTY) process.stderr.write('\r');
  return ok(verification);
}

function judge(faults: readonly string[]): number {
  if (faults.length === 0) return SUCCESS;
  return complain('the ledger is damaged: copy the folder as it is before anything else is tried, and call support');
}

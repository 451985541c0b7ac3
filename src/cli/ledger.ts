import { askService } from '../admin/socket.js';
import { nodeDisk } from '../base/disk-node.js';
import { RECORD_TYPES } from '../ledger/record.js';
import { verifyLedger } from '../ledger/verify.js';
import { type Command, complain, DEFAULT_FOLDER, FAILURE, print, readArgs, SUCCESS, USAGE } from './command.js';

export const ledgerCommand: Command = {
  usage: ['ledger verify [--data DIR]'],
  summary: 'reads every record and checks the chain; exit 1 on damage',
  async run(args) {
    const parsed = readArgs(args);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    if (words.length !== 1 || words[0] !== 'verify') {
      return complain(`usage: kasirbox ${ledgerCommand.usage.join()}`, USAGE);
    }
    return verify(values['data'] ?? DEFAULT_FOLDER);
  },
};

async function verify(folder: string): Promise<number> {
  await nodeDisk.makeDir(folder);
  const end = await askService(folder, 'ledger.end', {});
  if (end !== undefined && !end.ok) return complain(end.error);
  const progress = (records: number): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r${records} records`);
  };
  const upTo = end === undefined ? {} : { upTo: end.value.sequence };
  const { counts, sequence, faults } = await verifyLedger({ disk: nodeDisk, folder, progress, ...upTo });
  if (process.stderr.isTTY) process.stderr.write('\r');
  for (const type of RECORD_TYPES) print(`${type.padEnd(10)}${counts[type]}`);
  if (faults.length === 0) {
    print(`${sequence} records, all sound and chained.`);
    return SUCCESS;
  }
  for (const fault of faults) print(`DAMAGE: ${fault}`);
  complain('the ledger is damaged: copy the folder as it is before anything else is tried, and call support');
  return FAILURE;
}

import { type Command, complain, complainUsage, USAGE } from './command.js';
import { STREAM } from './inputFile.js';

export const supportBundleCommand: Command = {
  usage: ['support-bundle [FILE] [--data DIR]'],
  summary: `writes one file (.tar.gz) for a technician far away: versions, doctor, settings with secrets hidden, printers and
      print jobs, certificates without keys, whether the ledger is sound, memory, disk, network, and the end of the journal.
      It holds no keys, passwords, buyers, items or receipts, and 3 MiB at most. Without FILE, or with -, standard output`,
  async run({ folder, words }) {
    const [file = STREAM] = words;
    if (words.length > 1) return complainUsage(supportBundleCommand.usage);
    if (file === STREAM && process.stdout.isTTY) {
      return complain('this is no text for a terminal. Name a FILE: kasirbox support-bundle FILE.tar.gz', USAGE);
    }
    return (await import('./files/supportBundle.js')).writeSupportBundle(folder, file);
  },
};

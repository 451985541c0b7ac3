import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packTar } from 'modern-tar';
import { oneLine } from '../base/index.js';
import { type Command, complain, complainUsage, SUCCESS, USAGE } from './command.js';
import { STREAM } from './inputFile.js';
import { supportEntries, type SupportEntry } from './supportEntries.js';
import { writeTargetFile } from './outputFile.js';

/** Nobody else reads the archive and its files. */
const PRIVATE = 0o600;
const OPTIONS = { mode: PRIVATE, fromShell: 'kasirbox support-bundle - > FILE' };
/** Folder in the archive, so that nothing is unpacked outside it. */
const INSIDE = 'kasirbox-support';

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
    return bundle(folder, file);
  },
};

async function bundle(folder: string, file: string): Promise<number> {
  const entries = await supportEntries(folder);
  const written = await writeTargetFile(file, await pack(entries), OPTIONS);
  if (!written.ok) return complain(written.error);
  for (const { name, fault } of entries) {
    if (fault !== undefined) process.stderr.write(`without ${name}: ${oneLine(fault)}\n`);
  }
  if (file !== STREAM) process.stderr.write(`${file}: send it to your technician.\n`);
  return SUCCESS;
}

async function pack(entries: readonly SupportEntry[]): Promise<Buffer> {
  const mtime = new Date();
  const packed = await packTar(
    entries.map(({ name, text }) => {
      const body = Buffer.from(text);
      return { header: { name: `${INSIDE}/${name}`, size: body.length, mtime, mode: PRIVATE }, body };
    }),
  );
  return promisify(gzip)(packed);
}

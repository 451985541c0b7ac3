import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packTar } from 'modern-tar';
import { writeAtomic } from '../base/atomic.js';
import { ok, type Result } from '../base/result.js';
import { oneLine } from '../base/text.js';
import { type Command, complain, DEFAULT_FOLDER, readArgs, SUCCESS, USAGE } from './command.js';
import { STREAM } from './givenFile.js';
import { supportEntries, type SupportEntry } from './supportEntries.js';
import { putTargetFile } from './targetFile.js';

const PRIVATE = 0o600;
/** Folder in the archive, so that unpacking fills no other. */
const INSIDE = 'kasirbox-support';

export const supportBundleCommand: Command = {
  usage: ['support-bundle [FILE] [--data DIR]'],
  summary: `writes one file (.tar.gz) for a technician far away: versions, doctor, settings with secrets hidden, printers and
      print jobs, certificates without keys, whether the ledger is sound, memory, disk, network, and the end of the journal.
      It holds no keys, passwords, buyers, items or receipts, and 3 MiB at most. Without FILE, or with -, standard output`,
  async run(args) {
    const parsed = readArgs(args);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    const [file = STREAM] = words;
    if (words.length > 1) return complain(`usage: kasirbox ${supportBundleCommand.usage.join()}`, USAGE);
    if (file === STREAM && process.stdout.isTTY) {
      return complain('this is no text for a terminal. Name a FILE: kasirbox support-bundle FILE.tar.gz', USAGE);
    }
    return bundle(values['data'] ?? DEFAULT_FOLDER, file);
  },
};

async function bundle(folder: string, file: string): Promise<number> {
  const entries = await supportEntries(folder);
  const written = await put(await pack(entries), file);
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

async function put(bytes: Buffer, file: string): Promise<Result<void, string>> {
  if (file === STREAM) {
    process.stdout.write(bytes);
    return ok(undefined);
  }
  const options = { mode: PRIVATE, fromShell: 'kasirbox support-bundle - > FILE' };
  return putTargetFile(file, options, async (disk, path) => {
    await writeAtomic(disk, path, bytes);
    return ok(undefined);
  });
}

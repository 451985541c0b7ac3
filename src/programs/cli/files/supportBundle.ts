import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packTar } from 'modern-tar';
import { oneLine } from '../../../base/index.js';
import { complain, printNote, SUCCESS } from '../command.js';
import { STREAM } from '../inputFile.js';
import { writeTargetFile } from '../outputFile.js';
import { supportEntries, type SupportEntry } from './supportEntries.js';

/** Only the owner may read the archive and its files. */
const PRIVATE = 0o600;
const OPTIONS = { mode: PRIVATE, fromShell: 'kasirbox support-bundle - > FILE' };
/** Folder in the archive, so that nothing is unpacked outside it. */
const INSIDE = 'kasirbox-support';

/** Writes the support bundle to FILE. */
export async function writeSupportBundle(folder: string, file: string): Promise<number> {
  const entries = await supportEntries(folder);
  const written = await writeTargetFile(file, await pack(entries), OPTIONS);
  if (!written.ok) return complain(written.error);
  for (const { name, fault } of entries) {
    if (fault !== undefined)
      printNote({ sr: `без ${name}: ${oneLine(fault)}`, en: `without ${name}: ${oneLine(fault)}` });
  }
  if (file !== STREAM)
    printNote({ sr: `${file}: пошаљите је свом сервисеру.`, en: `${file}: send it to your technician.` });
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

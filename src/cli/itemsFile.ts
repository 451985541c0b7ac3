import { lstat, realpath, stat } from 'node:fs/promises';
import { writeAtomic } from '../base/atomic.js';
import { nodeDiskOfMode } from '../base/disk-node.js';
import { failed, ok, type Result } from '../base/result.js';
import { MAX_FILE } from '../catalogue/csv/read.js';
import { codeOf, messageOf, notFor, readGivenFile, STREAM } from './givenFile.js';

/** Mode of a file that is new, before the umask is taken off: that of every other program. */
const USUAL_MODE = 0o666;

/** The bytes of FILE, at most {@link MAX_FILE}. The error is an English sentence. */
export function readItemsFile(file: string): Promise<Result<Uint8Array, string>> {
  return readGivenFile(file, { maxBytes: MAX_FILE, tooLarge: 'split it', fromShell: 'kasirbox items import - < FILE' });
}

/**
 * Puts a text into FILE, all of it or nothing: what a power cut or a full disk leaves is the old file or the new one. One
 * that was there keeps its permissions, and behind a link it is replaced where it lies. The error is an English sentence.
 */
export async function writeItemsFile(file: string, text: string): Promise<Result<void, string>> {
  if (file === STREAM) {
    process.stdout.write(text);
    return ok(undefined);
  }
  try {
    const old = await stat(file).catch(absent);
    if (old?.isDirectory() === true) return failed(`${file} is a folder.`);
    if (old?.isFile() === false) return failed(`${file} is no ordinary file; - is standard output.`);
    if (old === undefined && (await lstat(file).catch(absent)) !== undefined) {
      return failed(`${file} is a link to a file that does not exist.`);
    }
    const target = old === undefined ? file : await realpath(file);
    const mode = old === undefined ? USUAL_MODE : old.mode & 0o777;
    await writeAtomic(nodeDiskOfMode(mode), target, Buffer.from(text));
    return ok(undefined);
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return failed(`the folder of ${file} does not exist.`);
      case 'EACCES':
      case 'EPERM':
        return failed(`${file} ${notFor('written')}: kasirbox items export - > FILE`);
      case 'EROFS':
        return failed(`${file} lies on a disk that is read-only.`);
      case 'ENOSPC':
      case 'EDQUOT':
        return failed(`there is no room left for ${file}.`);
      default:
        return failed(`${file} cannot be written: ${messageOf(error)}`);
    }
  }
}

function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

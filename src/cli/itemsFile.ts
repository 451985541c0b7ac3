import { createReadStream } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { writeAtomic } from '../base/atomic.js';
import { nodeDiskOfMode } from '../base/disk-node.js';
import { DiskError } from '../base/disk.js';
import { failed, ok, type Result } from '../base/result.js';
import { MAX_FILE } from '../catalogue/csv/read.js';

/** What stands for standard input or output. */
const STREAM = '-';

/** Mode of a file that is new, before the umask is taken off: that of every other program. */
const USUAL_MODE = 0o666;

/** FILE as messages name it when it is read. */
export function sourceName(file: string): string {
  return file === STREAM ? 'standard input' : file;
}

/** The bytes of FILE, at most {@link MAX_FILE}. The error is an English sentence. */
export async function readItemsFile(file: string): Promise<Result<Uint8Array, string>> {
  const name = sourceName(file);
  try {
    const bytes = await readBounded(file === STREAM ? process.stdin : createReadStream(file));
    if (bytes !== undefined) return ok(bytes);
    return failed(`${name}: the file is larger than ${MAX_FILE / 1024 / 1024} MiB: split it.`);
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return failed(`${name} does not exist.`);
      case 'EISDIR':
        return failed(`${name} is a folder.`);
      case 'EACCES':
      case 'EPERM':
        // An installed box runs its commands as a user of its own, who sees nobody's home; the shell opens as its caller.
        return failed(`${name} ${notFor('read')}: kasirbox items import - < FILE`);
      default:
        return failed(`${name} cannot be read: ${messageOf(error)}`);
    }
  }
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

/** All that comes, undefined when that is more than {@link MAX_FILE}. Rejects with the system's error. */
async function readBounded(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    length += piece.length;
    if (length > MAX_FILE) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function notFor(done: string): string {
  return `cannot be ${done} by the user that this command runs as. Let the shell open it`;
}

function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

/** The errno name of a refusal by the system; anything else is a bug and is thrown on. */
function codeOf(error: unknown): string {
  if (error instanceof DiskError) return error.code;
  if (error instanceof Error && 'syscall' in error && 'code' in error) return String(error.code);
  throw error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

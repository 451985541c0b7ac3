import { createReadStream } from 'node:fs';
import { DiskError } from '../base/disk.js';
import { failed, ok, type Result } from '../base/result.js';

/** What stands for standard input or output. */
export const STREAM = '-';

export interface GivenFileOptions {
  /** Whole MiB. */
  readonly maxBytes: number;
  /** What to do with a larger one: `split it`. */
  readonly tooLarge: string;
  /** The command with the file on standard input, for one that only the caller can open. */
  readonly fromShell: string;
}

/** FILE as messages name it when it is read. */
export function sourceName(file: string): string {
  return file === STREAM ? 'standard input' : file;
}

/** The bytes of a FILE of the command line. The error is an English sentence. */
export async function readGivenFile(file: string, options: GivenFileOptions): Promise<Result<Buffer, string>> {
  const name = sourceName(file);
  const { maxBytes, tooLarge, fromShell } = options;
  try {
    const bytes = await readBounded(file === STREAM ? process.stdin : createReadStream(file), maxBytes);
    if (bytes !== undefined) return ok(bytes);
    return failed(`${name}: the file is larger than ${maxBytes / 1024 / 1024} MiB: ${tooLarge}.`);
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
        return failed(`${name} ${notFor('read')}: ${fromShell}`);
      default:
        return failed(`${name} cannot be read: ${messageOf(error)}`);
    }
  }
}

/** All that comes, undefined when that is more than `maxBytes`. Rejects with the system's error. */
async function readBounded(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    length += piece.length;
    if (length > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

export function notFor(done: string): string {
  return `cannot be ${done} by the user that this command runs as. Let the shell open it`;
}

/** The errno name of a refusal by the system; anything else is a bug and is thrown on. */
export function codeOf(error: unknown): string {
  if (error instanceof DiskError) return error.code;
  if (error instanceof Error && 'syscall' in error && 'code' in error) return String(error.code);
  throw error;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

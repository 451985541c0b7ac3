import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Bilingual, DiskError, failed, ok, type Result, type Message, phrase } from '../../base/index.js';
import { inLanguage } from './language.js';

/** FILE argument that means standard input or output. */
export const STREAM = '-';

interface GivenFileOptions {
  /** Whole MiB. */
  readonly maxBytes: number;
  /** The action for a larger file: `split it`. */
  readonly tooLarge: Bilingual;
  /** The command that reads standard input, for a file that only the caller may open. */
  readonly fromShell: string;
}

/** Name of an input FILE in messages. */
export function sourceName(file: string): string {
  return file === STREAM ? inLanguage({ sr: 'стандардни улаз', en: 'standard input' }) : file;
}

/** The bytes of a FILE of the command line. */
export async function readGivenFile(file: string, options: GivenFileOptions): Promise<Result<Buffer, Message>> {
  const { maxBytes, tooLarge, fromShell } = options;
  try {
    const bytes = await readBounded(file === STREAM ? process.stdin : createReadStream(file), maxBytes);
    if (bytes !== undefined) return ok(bytes);
    return failed(phrase(TEXTS.tooLarge(sourceNames(file), maxBytes / 1024 / 1024, tooLarge)));
  } catch (error) {
    return failed(phrase(refusal(sourceNames(file), error, fromShell)));
  }
}

/**
 * Opens a FILE of the command line that may be of any size.
 */
export async function openGivenFile(file: string, fromShell: string): Promise<Result<Readable, Message>> {
  if (file === STREAM) return ok(process.stdin);
  try {
    const handle = await open(file);
    if (!(await handle.stat()).isDirectory()) return ok(handle.createReadStream());
    await handle.close();
    return failed(phrase(TEXTS.folder(sourceNames(file))));
  } catch (error) {
    return failed(phrase(refusal(sourceNames(file), error, fromShell)));
  }
}

/** What a read error of the system means, and the action. */
function refusal(name: Bilingual, error: unknown, fromShell: string): Bilingual {
  switch (errnoOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return TEXTS.missing(name);
    case 'EISDIR':
      return TEXTS.folder(name);
    case 'EACCES':
    case 'EPERM':
      // The commands of an installed box run as a user of its own, without access to home folders. The shell opens
      // files as its caller.
      return TEXTS.closed(name, fromShell);
    default:
      return TEXTS.unreadable(name, messageOf(error));
  }
}

/** {@link sourceName} in both languages. */
export function sourceNames(file: string): Bilingual {
  const en = sourceName(file);
  return { sr: file === STREAM ? 'стандардни улаз' : en, en };
}

const TEXTS = {
  tooLarge: (name: Bilingual, mebibytes: number, advice: Bilingual): Bilingual => ({
    sr: `${name.sr}: датотека је већа од ${mebibytes} MiB: ${advice.sr}.`,
    en: `${name.en}: the file is larger than ${mebibytes} MiB: ${advice.en}.`,
  }),
  missing: ({ sr, en }: Bilingual): Bilingual => ({ sr: `${sr} не постоји.`, en: `${en} does not exist.` }),
  folder: ({ sr, en }: Bilingual): Bilingual => ({ sr: `${sr} је фасцикла.`, en: `${en} is a folder.` }),
  closed: ({ sr, en }: Bilingual, fromShell: string): Bilingual => ({
    sr: `${sr} не може да прочита корисник под којим ова команда ради. Нека датотеку отвори љуска: ${fromShell}`,
    en: `${en} ${notFor('read')}: ${fromShell}`,
  }),
  unreadable: ({ sr, en }: Bilingual, reason: string): Bilingual => ({
    sr: `${sr} не може да се прочита: ${reason}`,
    en: `${en} cannot be read: ${reason}`,
  }),
} as const;

/** The whole stream; undefined when it is longer than `maxBytes`. Rejects with the system's error. */
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

/** The errno name of a system error; any other error is a bug and is thrown again. */
export function errnoOf(error: unknown): string {
  if (error instanceof DiskError) return error.code;
  if (error instanceof Error && 'syscall' in error && 'code' in error) return String(error.code);
  throw error;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { Decrypter } from 'age-encryption';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { basename } from 'node:path';
import { DiskError, failed, ok, type Result } from '../../base/index.js';
import { LOG_FOLDER, segmentNumber } from '../../platform/ledger/index.js';
import type { BackupCode } from './backupCode.js';
import { AGE_INTRO, FORMAT, type Manifest, MANIFEST, manifestFault, MAX_ENTRIES, maxSizeOf } from './format.js';

/** Longest header of an age file, bytes; one with a single recipient has 200. */
const LONGEST = 64 * 1024;
/** The beginning of the header's last row, after the end of the row before. */
const LAST_ROW = '\n---';

/**
 * Reads ahead until the bytes are known to begin with a complete header of age: age's own reader would wait for its end
 * forever. Returns a stream of all bytes; if they are `foreign`, no more of them are read. Rejects as `bytes` does.
 */
export async function checkAgeHeader(
  bytes: ReadableStream<Uint8Array>,
): Promise<Result<ReadableStream<Uint8Array>, 'foreign'>> {
  const reader = bytes.getReader();
  let read = Buffer.alloc(0);
  while (isBeginning(read) && !read.includes(LAST_ROW) && read.length < LONGEST) {
    const { done, value } = await reader.read();
    if (done) break;
    read = Buffer.concat([read, value]);
  }
  const end = read.indexOf(LAST_ROW);
  if (!isBeginning(read) || end < 0 || end > LONGEST) {
    await reader.cancel();
    return failed('foreign');
  }
  return ok(
    new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(read)),
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    }),
  );
}

/** True when these may be the first bytes of an age file. */
function isBeginning(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, AGE_INTRO.length);
  return bytes.subarray(0, length).equals(AGE_INTRO.subarray(0, length));
}

/**
 * Why a backup cannot be read. `foreign`: it is not a backup; `code`: it has another backup code; `newer`: a later
 * release has written it; `damaged`: bytes of it were changed or are missing.
 */
export type BackupFault = 'foreign' | 'code' | 'newer' | 'damaged';

/** Called with the content of a backup, in its order. A returned promise is awaited. */
interface BackupVisitor {
  readonly manifest: (manifest: Manifest) => Promise<void> | void;
  /** `pieces` must be read to their end. */
  readonly file: (name: string, size: number, pieces: AsyncIterable<Uint8Array>) => Promise<void> | void;
}

/**
 * Thrown on an invalid backup, as age and tar throw plain errors on invalid bytes. It is never thrown out of this file.
 */
class Unreadable extends Error {
  constructor(readonly fault: BackupFault) {
    super(fault);
  }
}

/**
 * Reads a backup from its first byte to its last. The visitor gets authenticated content, but only the end of the file
 * shows that nothing is missing: its work is valid only if this resolves with success. Rejects with its DiskError.
 */
export async function readBackup(
  bytes: ReadableStream<Uint8Array>,
  code: BackupCode,
  visitor: BackupVisitor,
): Promise<Result<Manifest, BackupFault>> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(code.identity);
  const age = await checkAgeHeader(bytes);
  if (!age.ok) return age;
  let plain: ReadableStream<Uint8Array>;
  try {
    plain = await decrypter.decrypt(age.value);
  } catch (error) {
    return failed(/no identity matched/.test(String(error)) ? 'code' : causeOf(error, 'foreign'));
  }
  try {
    return ok(await visit(plain.pipeThrough(createTarDecoder({ strict: true })), visitor));
  } catch (error) {
    return failed(causeOf(error, 'damaged'));
  }
}

async function visit(entries: ReadableStream<ParsedTarEntry>, visitor: BackupVisitor): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const names = new Set<string>();
  for await (const { header, body } of entries) {
    const room = header.type === 'file' ? maxSizeOf(header.name) : undefined;
    const isFresh = names.size < MAX_ENTRIES && !names.has(header.name);
    if (room === undefined || header.size > room || !isFresh) {
      throw new Unreadable(manifest === undefined ? 'foreign' : 'damaged');
    }
    names.add(header.name);
    if (manifest === undefined) {
      manifest = manifestOf(header.name, await textOf(body));
      await visitor.manifest(manifest);
    } else {
      await visitor.file(header.name, header.size, body);
    }
  }
  if (manifest === undefined) throw new Unreadable('foreign');
  return manifest;
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function manifestOf(name: string, text: string): Manifest {
  if (name !== MANIFEST) throw new Unreadable('foreign');
  const given: unknown = JSON.parse(text);
  if (typeof given === 'object' && given !== null && 'format' in given && Number(given.format) > FORMAT) {
    throw new Unreadable('newer');
  }
  if (manifestFault(given) !== undefined) throw new Unreadable('foreign');
  return given as Manifest;
}

/** Errors of the disk are not faults of the backup and are rethrown. */
function causeOf(error: unknown, usual: BackupFault): BackupFault {
  if (error instanceof DiskError || (error instanceof Error && 'syscall' in error)) throw error;
  return error instanceof Unreadable ? error.fault : usual;
}

/** Reads some segments from a backup, by number, and its manifest. Rejects with a DiskError, or as `bytes` does. */
export async function segmentsInBackup(
  bytes: ReadableStream<Uint8Array>,
  code: BackupCode,
  isWanted: (number: number) => boolean,
): Promise<Result<{ readonly manifest: Manifest; readonly segments: ReadonlyMap<number, Buffer> }, BackupFault>> {
  const segments = new Map<number, Buffer>();
  const read = await readBackup(bytes, code, {
    manifest: () => undefined,
    file: async (name, _, pieces) => {
      const number = name.startsWith(`${LOG_FOLDER}/`) ? segmentNumber(basename(name)) : undefined;
      const wanted = number !== undefined && isWanted(number);
      const content: Uint8Array[] = [];
      for await (const piece of pieces) if (wanted) content.push(piece);
      if (wanted) segments.set(number, Buffer.concat(content));
    },
  });
  return read.ok ? ok({ manifest: read.value, segments }) : read;
}

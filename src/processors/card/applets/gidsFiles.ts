import { X509Certificate } from 'node:crypto';
import { inflateSync } from 'node:zlib';

/** Where a file of a GIDS card is: its elementary file, and the data object in it. */
export interface GidsPlace {
  readonly directory: string;
  readonly name: string;
  readonly file: number;
  readonly object: number;
}

/** A container of the card: its number, and the bits of its keys; 0: it has no key of that kind. */
interface GidsContainer {
  readonly index: number;
  readonly signatureBits: number;
  readonly exchangeBits: number;
}

/** Two names, 2 bytes of alignment, object and file: the memory layout of the record in Windows and OpenSC. */
const MASTER_RECORD = 28;
const OBJECT_AT = 20;
const FILE_AT = 24;
const MASTER_VERSION = 1;
const NAME_ROOM = 9;
const CONTAINER_RECORD = 86;
const IN_USE = 0x01;
/** A card numbers its containers with one byte. */
const MAX_RECORDS = 255;
/** Maximum size, bytes; a certificate of the tax authority has about 1,500. */
export const MAX_CERTIFICATE = 8_192;
const MAX_IDENTIFIER = 0xffff;

/** The list of a card's files; undefined when its version is not 1, or it has too many files. */
export function readMasterFile(bytes: Buffer): readonly GidsPlace[] | undefined {
  if (bytes[0] !== MASTER_VERSION) return undefined;
  const records = recordsOf(bytes.subarray(1), MASTER_RECORD);
  return records?.flatMap((record) => {
    const [object, file] = [record.readInt32LE(OBJECT_AT), record.readInt32LE(FILE_AT)];
    const isPlace = [object, file].every((number) => number > 0 && number <= MAX_IDENTIFIER);
    const [directory, name] = [nameAt(record, 0), nameAt(record, NAME_ROOM)];
    return isPlace ? [{ directory, name, file, object }] : [];
  });
}

/** The containers that are in use; undefined when there are too many. */
export function readContainerMap(bytes: Buffer): readonly GidsContainer[] | undefined {
  return recordsOf(bytes, CONTAINER_RECORD)?.flatMap((record, index) =>
    (record.readUInt8(80) & IN_USE) === 0
      ? []
      : [{ index, signatureBits: record.readUInt16LE(82), exchangeBits: record.readUInt16LE(84) }],
  );
}

/**
 * A certificate from its file: a magic number, its uncompressed length, and a zlib stream, which must have exactly that
 * length.
 */
export function unpackCertificate(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0x0100) return undefined;
  const length = bytes.readUInt16LE(2);
  const plain = inflate(bytes.subarray(4), length);
  return plain?.length === length ? plain : undefined;
}

/** Undefined when it is not a zlib stream, or inflates to more bytes than `most` or than any certificate has. */
function inflate(stream: Buffer, most: number): Buffer | undefined {
  if (most === 0 || most > MAX_CERTIFICATE) return undefined;
  try {
    return inflateSync(stream, { maxOutputLength: most });
  } catch {
    return undefined;
  }
}

/** Bytes after the last whole record are ignored. */
function recordsOf(bytes: Buffer, size: number): readonly Buffer[] | undefined {
  const count = Math.floor(bytes.length / size);
  if (count > MAX_RECORDS) return undefined;
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** Text up to the first zero. */
function nameAt(record: Buffer, start: number): string {
  return (
    record
      .subarray(start, start + NAME_ROOM)
      .toString('latin1')
      .split('\0', 1)[0] ?? ''
  );
}

/** A certificate in DER; undefined when Node cannot read it. */
export function readCertificate(bytes: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

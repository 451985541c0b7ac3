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
const MAX_CERTIFICATE = 8_192;
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

/** One element of BER-TLV (ISO/IEC 7816-4, 5.2.2): a tag of up to three octets, and its content. */
interface Tlv {
  readonly tag: number;
  readonly value: Buffer;
}

const MORE_TAG = 0x1f;
const CONTINUED = 0x80;
const MAX_TAG_OCTETS = 3;
const MAX_LENGTH_OCTETS = 3;

/**
 * The elements of `bytes`, up to the end. Undefined when a tag or a length is truncated, too long or indefinite. Zeros
 * between elements are padding (5.2.2.1).
 */
export function tlvElements(bytes: Buffer): readonly Tlv[] | undefined {
  const found: Tlv[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] === 0) {
      at += 1;
      continue;
    }
    const tag = tagAt(bytes, at);
    const length = tag === undefined ? undefined : lengthAt(bytes, tag.end);
    if (tag === undefined || length === undefined) return undefined;
    const end = length.end + length.value;
    if (end > bytes.length) return undefined;
    found.push({ tag: tag.value, value: bytes.subarray(length.end, end) });
    at = end;
  }
  return found;
}

/** The content of the first element with this tag; undefined also when `bytes` are not BER-TLV. */
export function tlvContent(bytes: Buffer, tag: number): Buffer | undefined {
  return tlvElements(bytes)?.find((one) => one.tag === tag)?.value;
}

interface Field {
  readonly value: number;
  readonly end: number;
}

function tagAt(bytes: Buffer, start: number): Field | undefined {
  const first = bytes[start];
  if (first === undefined) return undefined;
  if ((first & MORE_TAG) !== MORE_TAG) return { value: first, end: start + 1 };
  let value = first;
  for (let at = start + 1; at < start + MAX_TAG_OCTETS; at += 1) {
    const octet = bytes[at];
    if (octet === undefined) return undefined;
    value = value * 256 + octet;
    if (octet < CONTINUED) return { value, end: at + 1 };
  }
  return undefined;
}

function lengthAt(bytes: Buffer, start: number): Field | undefined {
  const first = bytes[start];
  if (first === undefined) return undefined;
  if (first < CONTINUED) return { value: first, end: start + 1 };
  const octets = first & 0x7f;
  const end = start + 1 + octets;
  if (octets === 0 || octets > MAX_LENGTH_OCTETS || end > bytes.length) return undefined;
  return { value: bytes.readUIntBE(start + 1, octets), end };
}

import { isUtf8 } from 'node:buffer';
import { failed, ok, type Result } from '../../../base/index.js';

/**
 * A domain name as its labels, without the empty label of the root. A label is UTF-8, and the first one of a service
 * instance may contain dots and blanks (RFC 6763 section 4.3), so labels are never joined to one text.
 */
export type DnsName = readonly string[];

/** Maximum bytes of a label, and of a name with its lengths and the root (RFC 1035 section 2.3.4). */
const MAX_LABEL = 63;
const MAX_NAME = 255;
/**
 * A length from this value on is the first byte of a pointer; values between it and {@link MAX_LABEL} are undefined
 * (RFC 1035 section 4.1.4).
 */
const POINTER = 0xc0;
/** Maximum number of pointers; no name has more labels. */
const MAX_JUMPS = 127;

/**
 * Reads the name at `start`; `end` is where the next field begins. Undefined when it is too long, leaves the message,
 * is not UTF-8, or has a pointer that does not point backwards (RFC 9267 section 2), so every name ends.
 */
export function readName(bytes: Buffer, start: number): { readonly name: DnsName; readonly end: number } | undefined {
  const name: string[] = [];
  let end: number | undefined;
  let [at, before, length, jumps] = [start, start, 1, 0];
  for (let head = bytes[at]; head !== undefined; head = bytes[at]) {
    if (head === 0) return { name, end: end ?? at + 1 };
    if (head >= POINTER) {
      const target = ((head - POINTER) << 8) | (bytes[at + 1] ?? 0);
      jumps += 1;
      if (at + 1 >= bytes.length || target < HEADER || target >= before || jumps > MAX_JUMPS) return undefined;
      end ??= at + 2;
      at = before = target;
    } else {
      const label = bytes.subarray(at + 1, at + 1 + head);
      length += 1 + head;
      if (head > MAX_LABEL || length > MAX_NAME || !isUtf8(label)) return undefined;
      name.push(label.toString());
      at += 1 + head;
    }
  }
  return undefined;
}

/**
 * The name on the wire, without compression. No label is too long, because the name was read from the wire or is one of
 * ours.
 */
function nameBytes(name: DnsName): Buffer {
  const labels = name.map((label) => Buffer.from(label));
  return Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), label]), Buffer.alloc(1)]);
}

/** A text that is equal for equal names: only ASCII letters are compared without case (RFC 6762 section 16). */
export function nameKey(name: DnsName): string {
  return JSON.stringify(name).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Types of records needed to find a printer (RFC 1035 section 3.2.2, RFC 2782). */
const TYPES = { A: 1, PTR: 12, TXT: 16, SRV: 33 } as const;
export type RecordType = keyof typeof TYPES;

export type DnsRecord = { readonly name: DnsName } & (
  | { readonly type: 'A'; readonly address: string }
  | { readonly type: 'PTR'; readonly target: DnsName }
  /** By key in lower case (RFC 6763 section 6.4). */
  | { readonly type: 'TXT'; readonly values: ReadonlyMap<string, string> }
  | { readonly type: 'SRV'; readonly host: DnsName; readonly port: number }
);

/** Why a message is ignored. */
type MessageFault = 'tooLong' | 'notResponse' | 'tooMany' | 'malformed';

/** Maximum length of a message, bytes (RFC 6762 section 17). */
export const MAX_MESSAGE = 9000;
/** Maximum questions and records of one message; a printer has a dozen. */
const MAX_ENTRIES = 256;
const HEADER = 12;
/**
 * Bytes after the name of a question: type and class. After that of a record: also TTL and length (RFC 1035 section
 * 4.1).
 */
const QUESTION_REST = 4;
const RECORD_REST = 10;
/** The flags that are checked: response, opcode, error code; the last two are 0 (RFC 6762 section 18). */
const DECISIVE = 0xf80f;
const RESPONSE = 0x8000;
/**
 * Class of the Internet, and the bit next to it: requests unicast in a question, flushes caches in a record (RFC 6762
 * section 18).
 */
const IN = 0x0001;
const HIGH_BIT = 0x8000;

/**
 * A query with one question that requests an answer by unicast. Its id is 0, as in all multicast queries (RFC 6762
 * section 18.1).
 */
export function queryBytes(name: DnsName, type: RecordType): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(HEADER), nameBytes(name), Buffer.alloc(QUESTION_REST)]);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt16BE(TYPES[type], bytes.length - 4);
  bytes.writeUInt16BE(HIGH_BIT | IN, bytes.length - 2);
  return bytes;
}

/**
 * The records of a response that are needed to find a printer, from all sections; others are skipped by their length. A
 * message that is malformed anywhere else is ignored completely.
 */
export function readResponse(bytes: Buffer): Result<readonly DnsRecord[], MessageFault> {
  if (bytes.length > MAX_MESSAGE) return failed('tooLong');
  if (bytes.length < HEADER) return failed('malformed');
  if ((bytes.readUInt16BE(2) & DECISIVE) !== RESPONSE) return failed('notResponse');
  const questions = bytes.readUInt16BE(4);
  const records = bytes.readUInt16BE(6) + bytes.readUInt16BE(8) + bytes.readUInt16BE(10);
  if (questions + records > MAX_ENTRIES) return failed('tooMany');
  const read: DnsRecord[] = [];
  let at = HEADER;
  for (let entry = 0; entry < questions + records; entry += 1) {
    const head = readName(bytes, at);
    if (head === undefined) return failed('malformed');
    at = head.end + (entry < questions ? QUESTION_REST : RECORD_REST);
    if (at > bytes.length) return failed('malformed');
    if (entry < questions) continue;
    const data = bytes.subarray(0, at + bytes.readUInt16BE(at - 2));
    if (data.length < at + bytes.readUInt16BE(at - 2)) return failed('malformed');
    const type = typeAt(bytes, head.end);
    if (type !== undefined) {
      const record = readRecord(head.name, type, data, at);
      if (record === undefined) return failed('malformed');
      read.push(record);
    }
    at = data.length;
  }
  return ok(read);
}

/** Undefined for records of other types and classes, and for withdrawn ones, whose TTL is 0 (RFC 6762 section 10.1). */
function typeAt(bytes: Buffer, at: number): RecordType | undefined {
  if ((bytes.readUInt16BE(at + 2) & ~HIGH_BIT) !== IN || bytes.readUInt32BE(at + 4) === 0) return undefined;
  const number = bytes.readUInt16BE(at);
  return (Object.keys(TYPES) as RecordType[]).find((type) => TYPES[type] === number);
}

/** `data` is the message up to the end of the record, because names in it can point back into the message. */
function readRecord(name: DnsName, type: RecordType, data: Buffer, at: number): DnsRecord | undefined {
  switch (type) {
    case 'A':
      return data.length - at === 4 ? { name, type, address: data.subarray(at).join('.') } : undefined;
    case 'PTR': {
      const target = readName(data, at);
      return target?.end === data.length ? { name, type, target: target.name } : undefined;
    }
    case 'TXT': {
      const values = readValues(data.subarray(at));
      return values && { name, type, values };
    }
    case 'SRV': {
      // Priority and weight come before the port (RFC 2782).
      const host = readName(data, at + 6);
      return host?.end === data.length ? { name, type, host: host.name, port: data.readUInt16BE(at + 4) } : undefined;
    }
  }
}

/**
 * The first value of each key; entries that are not `key=value` in UTF-8 are ignored (RFC 6763 sections 6.3 and 6.4).
 */
function readValues(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  for (let at = 0; at < bytes.length; at += 1 + (bytes[at] ?? 0)) {
    const text = bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0));
    if (text.length < (bytes[at] ?? 0)) return undefined;
    const [, key = '', value = ''] = (isUtf8(text) && /^([^=]+)=(.*)$/s.exec(text.toString())) || [];
    if (key !== '' && !values.has(key.toLowerCase())) values.set(key.toLowerCase(), value);
  }
  return values;
}

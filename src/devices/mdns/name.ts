import { isUtf8 } from 'node:buffer';

/**
 * A domain name as its labels, without the empty label of the root. A label is UTF-8, and the first of a service instance may hold dots and
 * blanks (RFC 6763 section 4.3): the labels are never joined to one text.
 */
export type DnsName = readonly string[];

/** Bytes of a label, and of a name with its lengths and the root (RFC 1035 section 2.3.4). */
const MAX_LABEL = 63;
const MAX_NAME = 255;
/** A length from here on is the first byte of a pointer; between it and a length nothing is defined (RFC 1035 section 4.1.4). */
const POINTER = 0xc0;
/** No name has more labels, so an honest one has no more pointers either. */
const MAX_JUMPS = 127;
/** Bytes before the first name of a message. */
const HEADER = 12;

/**
 * Reads the name at `start`; `end` is where the next field begins. Undefined when it is longer than a name may be, leaves the message, is no
 * UTF-8, or has a pointer that does not lead to what stands before (RFC 9267 section 2): so each name ends.
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

/** The name on the wire, without compression. It was read from there, or is one of ours, so no label is too long. */
export function nameBytes(name: DnsName): Buffer {
  const labels = name.map((label) => Buffer.from(label));
  return Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), label]), Buffer.alloc(1)]);
}

/** The same text for names that are the same: letters of ASCII are compared without case, nothing else (RFC 6762 section 16). */
export function nameKey(name: DnsName): string {
  return JSON.stringify(name).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

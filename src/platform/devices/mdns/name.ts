import { isUtf8 } from 'node:buffer';

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
/** Bytes before the first name of a message. */
const HEADER = 12;

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
export function nameBytes(name: DnsName): Buffer {
  const labels = name.map((label) => Buffer.from(label));
  return Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), label]), Buffer.alloc(1)]);
}

/** A text that is equal for equal names: only ASCII letters are compared without case (RFC 6762 section 16). */
export function nameKey(name: DnsName): string {
  return JSON.stringify(name).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

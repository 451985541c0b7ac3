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

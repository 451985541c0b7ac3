/** One element of DER (ITU-T X.690): its first octet (class, constructed bit, number) and its content. */
export interface DerElement {
  readonly tag: number;
  readonly value: Buffer;
}

export const DER_TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  sequence: 0x30,
} as const;

/** The bytes are not the expected DER. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

const HIGH_TAG = 0x1f;
const LONG_LENGTH = 0x80;
/** Octets; an identifier with a UUID (X.667) has 20. */
const MAX_OBJECT_ID = 100;

/**
 * The elements of `bytes`, up to the end. Tags of several octets, which no certificate has, are refused. Throws a
 * {@link DerError}.
 */
export function derElements(bytes: Buffer): DerElement[] {
  const found: DerElement[] = [];
  for (let at = 0; at < bytes.length;) {
    const { element, end } = elementAt(bytes, at);
    found.push(element);
    at = end;
  }
  return found;
}

/** The content of an element that must have this tag. Throws a {@link DerError}. */
export function derContent(element: DerElement | undefined, tag: number): Buffer {
  if (element?.tag !== tag) throw new DerError(`tag ${tag} is missing`);
  return element.value;
}

/** An OBJECT IDENTIFIER in dotted form (X.690, 8.19); its arcs may be of any size. Throws a {@link DerError}. */
export function objectId(element: DerElement | undefined): string {
  const content = derContent(element, DER_TAG.objectId);
  if (content.length > MAX_OBJECT_ID) throw new DerError('an identifier that is too long');
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const octet of content) {
    arc = arc * 128n + BigInt(octet & 0x7f);
    if (octet >= 0x80) continue;
    arcs.push(arc);
    arc = 0n;
  }
  const [first = 0n, ...rest] = arcs;
  const root = first < 80n ? first / 40n : 2n;
  return [root, first - root * 40n, ...rest].join('.');
}

function elementAt(bytes: Buffer, start: number): { element: DerElement; end: number } {
  if (start + 2 > bytes.length) throw new DerError('cut off');
  const tag = bytes.readUInt8(start);
  if ((tag & HIGH_TAG) === HIGH_TAG) throw new DerError('a tag of several octets');
  const first = bytes.readUInt8(start + 1);
  const extra = first < LONG_LENGTH ? 0 : first & 0x7f;
  const begin = start + 2 + extra;
  if (first === LONG_LENGTH || extra > 4 || begin > bytes.length) throw new DerError('a bad length');
  const end = begin + (extra === 0 ? first : bytes.readUIntBE(start + 2, extra));
  if (end > bytes.length) throw new DerError('cut off');
  return { element: { tag, value: bytes.subarray(begin, end) }, end };
}

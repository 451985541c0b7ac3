/** A parsed block of T=1 (ISO/IEC 7816-3, 11.3). */
export type T1Block =
  | { readonly kind: 'I'; readonly number: 0 | 1; readonly isMore: boolean; readonly data: Buffer }
  | { readonly kind: 'R'; readonly number: 0 | 1 }
  | { readonly kind: 'S'; readonly what: Supervision; readonly isResponse: boolean; readonly data: Buffer };

/** Types of supervisory blocks, in the order of their codes. */
const SUPERVISION = ['resynch', 'ifs', 'abort', 'wtx'] as const;
type Supervision = (typeof SUPERVISION)[number];

/** Why a block is requested again (ISO/IEC 7816-3, 11.3.2.2). */
export type BlockFault = 'check' | 'other';

/** Node address, control byte, length and LRC. */
const FRAME = 4;
/** Maximum information field. */
export const MAX_IFS = 254;

function encode(control: number, data: Uint8Array): Buffer {
  const block = Buffer.alloc(FRAME + data.length);
  block.writeUInt8(control, 1);
  block.writeUInt8(data.length, 2);
  block.set(data, 3);
  block.writeUInt8(checkOf(block.subarray(0, -1)), FRAME + data.length - 1);
  return block;
}

export function iBlock(number: 0 | 1, isMore: boolean, data: Uint8Array): Buffer {
  return encode((number << 6) | (isMore ? 0x20 : 0), data);
}

export function rBlock(number: 0 | 1, fault?: BlockFault): Buffer {
  return encode(0x80 | (number << 4) | (fault === 'check' ? 1 : fault === 'other' ? 2 : 0), Buffer.alloc(0));
}

export function sBlock(what: Supervision, isResponse: boolean, data: Uint8Array = Buffer.alloc(0)): Buffer {
  return encode(0xc0 | (isResponse ? 0x20 : 0) | SUPERVISION.indexOf(what), data);
}

/** The exclusive or of all bytes. */
function checkOf(bytes: Uint8Array): number {
  let check = 0;
  for (const one of bytes) check ^= one;
  return check;
}

/** Parses a block; a fault when it is damaged, or of a kind that a card must not send. */
export function readBlock(bytes: Uint8Array): T1Block | BlockFault {
  const [address, control, length] = bytes;
  if (address === undefined || control === undefined || length === undefined) return 'other';
  if (bytes.length !== length + FRAME) return 'other';
  if (checkOf(bytes) !== 0) return 'check';
  if (address !== 0 || length > MAX_IFS) return 'other';
  const data = Buffer.from(bytes.subarray(3, 3 + length));
  if ((control & 0x80) === 0)
    return (control & 0x1f) === 0
      ? { kind: 'I', number: bit(control, 6), isMore: bit(control, 5) === 1, data }
      : 'other';
  if ((control & 0x40) === 0)
    return (control & 0x2f) <= 2 && length === 0 ? { kind: 'R', number: bit(control, 4) } : 'other';
  const what = SUPERVISION[control & 0x1f];
  // The length depends on the type: one byte for a size or a factor, otherwise none.
  if (what === undefined || length !== (what === 'ifs' || what === 'wtx' ? 1 : 0)) return 'other';
  return { kind: 'S', what, isResponse: bit(control, 5) === 1, data };
}

function bit(byte: number, place: number): 0 | 1 {
  return ((byte >> place) & 1) === 1 ? 1 : 0;
}

import { createHash } from 'node:crypto';
import type { Secret } from './firstFile.js';
import { isStatement } from './statements.js';

/**
 * A file whose secrets are overwritten in place. Its length does not change, nor anything else in it. On the partition
 * that the board boots from no cluster and no FAT table is written, and the secret does not remain in a freed cluster.
 */
export interface Wiping {
  readonly pieces: readonly Piece[];
  /** SHA-256 of the whole file afterwards, hex; it detects a wiping that a power cut interrupted. */
  readonly digest: string;
}

/** The text that replaces a secret, of the same length (ASCII), and its first byte in the file. */
interface Piece {
  readonly start: number;
  readonly text: string;
}

/** Remarks that replace a secret; the longest that fits is used, and the last fits into the shortest secret. */
function remarksFor(key: string, today: string | null): string[] {
  const dated = today === null ? [] : [`# ${key} = taken over on ${today}`];
  return [...dated, `# ${key} = taken over`, `# ${key}: taken`, '#'];
}

/** A file whose wiping a power cut may have interrupted, completed in memory. */
export interface Completed {
  readonly bytes: Buffer;
  /** The pieces that were torn. */
  readonly mended: readonly Piece[];
}

/** The file without its secrets; undefined when it has none. `today`: `YYYY-MM-DD`, null when unknown. */
export function wipingOf(
  { bytes, mended }: Completed,
  secrets: readonly Secret[],
  today: string | null,
): { readonly wiped: Buffer; readonly wiping: Wiping } | undefined {
  if (secrets.length === 0) return undefined;
  const places = [
    ...secrets.map(({ key, place: { start, length } }) => ({ start, length, remarks: remarksFor(key, today) })),
    ...remarksThatHold(bytes, secrets),
  ];
  const pieces = places.map(({ start, length, remarks }) => {
    const remark = remarks.find((one) => one.length <= length) ?? '';
    return { start, text: remark.padEnd(length) };
  });
  const wiped = withPieces(bytes, pieces);
  // Torn pieces stay torn on the card until this wiping is complete.
  return { wiped, wiping: { pieces: [...mended, ...pieces], digest: digestOf(wiped) } };
}

/** Whole remarks that also contain a secret, such as the line before it was corrected. */
function remarksThatHold(bytes: Buffer, secrets: readonly Secret[]) {
  const found: { start: number; length: number; remarks: string[] }[] = [];
  for (let start = 0; start < bytes.length;) {
    const next = bytes.indexOf(0x0a, start);
    const end = next < 0 ? bytes.length : next;
    const content = bytes.subarray(start, bytes[end - 1] === 0x0d ? end - 1 : end).toString();
    if (/^\s*#/.test(content) && secrets.some(({ value }) => content.includes(value))) {
      found.push({ start, length: Buffer.byteLength(content), remarks: ['# (taken over)', '#'] });
    }
    start = end + 1;
  }
  return found;
}

/**
 * The file as if the last wiping had not been interrupted by a power cut. A secret that is still complete, or a new one
 * in its place, is read like any other; a torn piece is invalid TOML or a remark.
 */
export function completed(bytes: Buffer, wiping: Wiping | null): Completed {
  const pieces = wiping?.pieces ?? [];
  const isLonger = pieces.some(({ start, text }) => start + text.length > bytes.length);
  const isOther = isLonger || digestOf(withPieces(bytes, pieces)) !== wiping?.digest;
  const mended = isOther ? [] : pieces.filter((piece) => isTorn(bytes, piece));
  return { bytes: withPieces(bytes, mended), mended };
}

function isTorn(bytes: Buffer, { start, text }: Piece): boolean {
  const found = bytes.subarray(start, start + text.length).toString('latin1');
  return found !== text && (/^\s*#/.test(found) || !isStatement(found));
}

function withPieces(bytes: Buffer, pieces: readonly Piece[]): Buffer {
  const whole = Buffer.from(bytes);
  for (const { start, text } of pieces) whole.write(text, start, 'latin1');
  return whole;
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

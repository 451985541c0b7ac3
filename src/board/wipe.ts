import { createHash } from 'node:crypto';
import type { Secret } from './firstFile.js';
import { isStatement } from './statements.js';

/**
 * A file of which the secrets are overwritten in place. It stays as long as it was and nothing else in it changes: on the partition
 * that the board starts from no cluster and no table of FAT is written, and the secret does not live on in a cluster that is free now.
 */
export interface Wiping {
  readonly pieces: readonly Piece[];
  /** SHA-256 of the whole file afterwards, hex: a wiping that a power cut tore apart is told by it. */
  readonly digest: string;
}

/** What is written over a secret, as long as it was (ASCII), and at which byte it starts. */
interface Piece {
  readonly start: number;
  readonly text: string;
}

/** Remarks in place of a secret, the longest that fits; the last fits in place of the shortest secret. */
function remarksFor(key: string, today: string | null): string[] {
  const dated = today === null ? [] : [`# ${key} = taken over on ${today}`];
  return [...dated, `# ${key} = taken over`, `# ${key}: taken`, '#'];
}

/** A file that a power cut may have torn while it was wiped. */
export interface Completed {
  readonly bytes: Buffer;
  /** What of it was torn. */
  readonly mended: readonly Piece[];
}

/** The file without its secrets; undefined when there is none in it. `today`: `YYYY-MM-DD`, null where nobody knows it. */
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
  // What is torn on the card is so until this wiping has come to its end.
  return { wiped, wiping: { pieces: [...mended, ...pieces], digest: digestOf(wiped) } };
}

/** Whole remarks in which a secret stands too, such as the line as it was before it was corrected. */
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
 * The file as it would be had the last wiping not been torn apart by a power cut. A secret that still stands there whole, or a new one
 * in its place, is read like any other; what is torn is no line of TOML any more, or a remark.
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

import { type QrChoice, qrModules } from '../../base/index.js';

/** Light modules that are required on each side of a QR code (ISO/IEC 18004, 6.3.8). */
export const QUIET_MODULES = 4;

/** A QR code as drawn: dark and light modules, without the quiet zone. */
export interface QrCode {
  /** Modules on one side: 97 to 117 for the verification links of real processors. */
  readonly size: number;
  /** Row by row, one text of `#` (dark) and `.` (light) per row. */
  readonly rows: readonly string[];
}

/**
 * Side of the code on paper without its quiet zone, mm. 40 to 50 are prescribed (§16 P12); kasirbox promises 42 to 45.
 */
export const QR_MM = 44;

/**
 * The code of a verification link, at level L like the processors' own, and in byte mode, since a link has upper and
 * lower case. Other texts may use another level. Null when no code can contain it: an empty text, or at level L one of
 * more than 2,953 bytes.
 */
export function qrCodeOf(text: string, level: QrChoice['level'] = 'L'): QrCode | null {
  const modules = qrModules(text, { level });
  if (modules === null) return null;
  const { size, data } = modules;
  const row = (y: number): string => Array.from(data.subarray(y * size, (y + 1) * size), moduleCharacter).join('');
  return { size, rows: Array.from({ length: size }, (_, y) => row(y)) };
}

/** Longest text of a code at level L in byte mode, bytes (ISO/IEC 18004, table 7). */
const MAX_BYTES = 2953;

/** True when {@link qrCodeOf} returns a code at level L. */
export function fitsQrCode(text: string): boolean {
  return text !== '' && Buffer.byteLength(text) <= MAX_BYTES;
}

function moduleCharacter(module: number): string {
  return module === 0 ? '.' : '#';
}

/** One horizontal run of dark modules. */
interface QrRun {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

/** The dark runs of a code, row by row and from the left. */
export function darkRuns({ rows }: QrCode): QrRun[] {
  return rows.flatMap((row, y) =>
    Array.from(row.matchAll(/#+/g), ({ 0: run, index: x }) => ({ x, y, length: run.length })),
  );
}

import { create } from 'qrcode';

/** Levels of error correction, weakest first (ISO/IEC 18004, 7.5). */
export const QR_LEVELS = ['L', 'M', 'Q', 'H'] as const;

/** The choices in drawing a QR code. */
export interface QrChoice {
  /** 1 to 40; a code has 17 + 4 × version modules on a side. */
  readonly version: number;
  readonly level: (typeof QR_LEVELS)[number];
  /** 0 to 7. */
  readonly mask: MaskPattern;
}

type MaskPattern = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Modules of a QR code row by row, 1 for a dark one, without the quiet zone. */
export interface QrModules {
  /** On one side. */
  readonly size: number;
  readonly data: Uint8Array;
}

/** What the largest code, version 40, holds at level L (ISO/IEC 18004, table 7). */
const MAX_BYTES = 2953;

/**
 * The code of a text in byte mode, at level L and as small as possible unless `choice` says otherwise. Null when the text
 * does not fit or is empty. Choosing the mask takes six times as long as everything else.
 */
export function qrModules(text: string, choice?: QrChoice): QrModules | null {
  const bytes = Buffer.from(text);
  if (bytes.length === 0 || bytes.length > MAX_BYTES) return null;
  const options = choice && { version: choice.version, maskPattern: choice.mask };
  try {
    return create([{ data: bytes, mode: 'byte' }], { errorCorrectionLevel: choice?.level ?? 'L', ...options }).modules;
  } catch (error) {
    // The library has no other way to report that a text does not fit into the given version.
    if (choice !== undefined && error instanceof Error && error.message.includes('version')) return null;
    throw error;
  }
}

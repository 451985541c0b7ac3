import { create } from 'qrcode';

/** Levels of error correction, weakest first (ISO/IEC 18004, 7.5). */
export const QR_LEVELS = ['L', 'M', 'Q', 'H'] as const;

/** The parameters of a QR code. */
export interface QrChoice {
  /** 1 to 40; a code has 17 + 4 × version modules on each side. */
  readonly version: number;
  readonly level: (typeof QR_LEVELS)[number];
  /** 0 to 7. */
  readonly mask: MaskPattern;
}

type MaskPattern = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Modules of a QR code row by row, 1 for a dark one, without the quiet zone. */
export interface QrModules {
  /** Modules on one side. */
  readonly size: number;
  readonly data: Uint8Array;
}

/** Capacity of the largest code, version 40, at level L (ISO/IEC 18004, table 7). */
const MAX_BYTES = 2953;

/**
 * Messages of the library for a text that does not fit into the given version or any version; it has no other way to
 * report it.
 */
const TOO_LONG = /^The (?:chosen QR Code version cannot contain|amount of data is too big)/;

/**
 * The QR code of a text in byte mode, at level L and as small as possible unless `choice` specifies otherwise. Null
 * when the text does not fit or is empty. Choosing the mask takes six times as long as everything else.
 */
export function qrModules(text: string, { level = 'L', version, mask }: Partial<QrChoice> = {}): QrModules | null {
  const bytes = Buffer.from(text);
  if (bytes.length === 0 || bytes.length > MAX_BYTES) return null;
  const options = { ...(version !== undefined && { version }), ...(mask !== undefined && { maskPattern: mask }) };
  try {
    return create([{ data: bytes, mode: 'byte' }], { errorCorrectionLevel: level, ...options }).modules;
  } catch (error) {
    if (error instanceof Error && TOO_LONG.test(error.message.trim())) return null;
    throw error;
  }
}

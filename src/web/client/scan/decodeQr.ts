import readQr from 'qr/decode.js';

/** Pixels in rows from the top, each red, green, blue and alpha, as a canvas gives them. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * The text of a QR code in a picture; undefined when there is none. The codes of receipts have some hundred modules a side, at
 * which a reader that is not made for large codes fails for some texts and not for others.
 */
export function decodeQr({ data, width, height }: Pixels): string | undefined {
  try {
    return readQr({ data, width, height });
  } catch {
    return undefined; // There is none.
  }
}

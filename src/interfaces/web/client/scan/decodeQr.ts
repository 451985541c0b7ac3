import readQr from 'qr/decode.js';

/** Pixels in rows from the top, each red, green, blue and alpha, in the format of a canvas. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * The text of a QR code in a picture; undefined when there is none. The codes of receipts have some hundred modules a
 * side. A reader that is not made for large codes fails at that size for some texts and not for others.
 */
export function decodeQr({ data, width, height }: Pixels): string | undefined {
  try {
    return readQr({ data, width, height });
  } catch {
    return undefined; // There is none.
  }
}

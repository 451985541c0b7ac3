import BarcodeFormat from '@zxing/library/es2015/core/BarcodeFormat.js';
import BinaryBitmap from '@zxing/library/es2015/core/BinaryBitmap.js';
import HybridBinarizer from '@zxing/library/es2015/core/common/HybridBinarizer.js';
import DecodeHintType from '@zxing/library/es2015/core/DecodeHintType.js';
import Code128Reader from '@zxing/library/es2015/core/oned/Code128Reader.js';
import MultiFormatUPCEANReader from '@zxing/library/es2015/core/oned/MultiFormatUPCEANReader.js';
import type Reader from '@zxing/library/es2015/core/Reader.js';
import RGBLuminanceSource from '@zxing/library/es2015/core/RGBLuminanceSource.js';
import { type Pixels, decodeQr } from './decodeQr.js';

// UPC-E is excluded, because it is detected in any stripes.
const HINTS = new Map<DecodeHintType, unknown>([
  [DecodeHintType.TRY_HARDER, true],
  [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.EAN_13, BarcodeFormat.UPC_A, BarcodeFormat.EAN_8]],
]);
const READERS: readonly Reader[] = [new MultiFormatUPCEANReader(HINTS), new Code128Reader()];

/** The text of a code in a picture; undefined when none can be read. For browsers that have no detector. */
export function decode(picture: Pixels): string | undefined {
  // QR codes first, because bars are also detected between the modules of a large QR code.
  return decodeQr(picture) ?? decodeBars(picture);
}

function decodeBars({ data, width, height }: Pixels): string | undefined {
  const light = new Uint8ClampedArray(width * height);
  for (let at = 0; at < light.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
    light[at] = (red + 2 * green + blue) / 4;
  }
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(light, width, height)));
  for (const reader of READERS) {
    try {
      return reader.decode(bitmap, HINTS).getText();
    } catch {
      // This reader finds nothing.
    }
  }
  return undefined;
}

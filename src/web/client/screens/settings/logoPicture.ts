import { dithered, lightnessOnPaper, type PaperLoss, paperLoss } from '../../../../base/dither.js';
import type { PrinterSetting } from '../../../../settings/index.js';

/** Bytes of a logo that the box takes, and rows of dots. */
const MAX_BYTES = 48 * 1024;
const MAX_ROWS = 300;
/** By so much a picture is made smaller when its file is still too large. */
const STEP = 0.85;

/** A picture as the box takes it, and as the printer will print it. */
export interface LogoPicture {
  /** A PNG in greys. */
  readonly file: Blob;
  readonly width: number;
  readonly height: number;
  /** 1 for each black dot, row by row. */
  readonly black: Uint8Array;
  /** What of it is lost on paper; undefined: nothing. */
  readonly loss: PaperLoss | undefined;
}

/**
 * Any picture that the browser can show, in greys on white paper, no wider than the head of the printer and not larger than the box takes it;
 * undefined when it can show none. Inverted it is white where it was black; what is transparent stays so.
 */
export async function logoPicture(
  file: File,
  printer: PrinterSetting,
  isInverted: boolean,
): Promise<LogoPicture | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return undefined;
  const { width, height } = picture;
  for (let scale = Math.min(1, headOf(printer) / width, MAX_ROWS / height); ; scale *= STEP) {
    const drawn = await drawOn(document.createElement('canvas'), picture, scale, isInverted);
    if (drawn === undefined || drawn.file.size <= MAX_BYTES) return drawn;
  }
}

/** Dots across the head. */
export function headOf({ width, dpi, dots }: PrinterSetting): number {
  return dots ?? (width === 58 ? 384 : dpi === 180 ? 512 : 576);
}

async function drawOn(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  scale: number,
  isInverted: boolean,
): Promise<LogoPicture | undefined> {
  const width = Math.max(1, Math.floor(picture.width * scale));
  const height = Math.max(1, Math.floor(picture.height * scale));
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (pen === null) return undefined;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, width, height);
  const pixels = pen.getImageData(0, 0, width, height);
  const lightness = lightnessOf(pixels.data, isInverted);
  // Paper knows no colours, and the file is half as large without them.
  lightness.forEach((light, dot) => pixels.data.set([light, light, light, 255], 4 * dot));
  pen.putImageData(pixels, 0, 0);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (file === null) return undefined;
  const black = dithered(lightness, width);
  return { file, width, height, black, loss: paperLoss(lightness, black) };
}

/** Of each pixel on white paper, rounded as the file has it. `data`: red, green, blue and alpha of each. */
function lightnessOf(data: Uint8ClampedArray, isInverted: boolean): Float32Array {
  return Float32Array.from({ length: data.length / 4 }, (_, dot) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * dot, 4 * dot + 4);
    const light = isInverted
      ? lightnessOnPaper(255 - red, 255 - green, 255 - blue, alpha)
      : lightnessOnPaper(red, green, blue, alpha);
    return Math.round(light);
  });
}

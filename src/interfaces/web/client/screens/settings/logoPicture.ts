import { dithered, lightnessOnPaper, type PaperLoss, paperLoss } from '../../../../../base/dither.js';
import type { PrinterSetting } from '../../../../../shop/settings/index.js';

/** Maximum bytes of a logo that the box accepts, and maximum rows of dots. */
const MAX_BYTES = 48 * 1024;
const MAX_ROWS = 300;
/** Factor by which a picture is reduced while its file is too large. */
const STEP = 0.85;

/** A picture in the form that the box accepts, and as the printer will print it. */
export interface LogoPicture {
  /** A PNG in greys. */
  readonly file: Blob;
  readonly width: number;
  readonly height: number;
  /** 1 for each black dot, row by row. */
  readonly black: Uint8Array;
  /** Parts of it that are lost on paper; undefined without loss. */
  readonly loss: PaperLoss | undefined;
}

/**
 * Converts any picture that the browser can show to greys on white paper, no wider than the head of the printer and no
 * larger than the box accepts; undefined when the browser cannot show it. Inverted, black becomes white; transparent
 * areas remain transparent.
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
  // Paper has no colours, and the file is half as large without them.
  lightness.forEach((light, dot) => pixels.data.set([light, light, light, 255], 4 * dot));
  pen.putImageData(pixels, 0, 0);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (file === null) return undefined;
  const black = dithered(lightness, width);
  return { file, width, height, black, loss: paperLoss(lightness, black) };
}

/** Lightness of each pixel on white paper, rounded as in the file. `data`: red, green, blue and alpha of each pixel. */
function lightnessOf(data: Uint8ClampedArray, isInverted: boolean): Float32Array {
  return Float32Array.from({ length: data.length / 4 }, (_, dot) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * dot, 4 * dot + 4);
    const light = isInverted
      ? lightnessOnPaper(255 - red, 255 - green, 255 - blue, alpha)
      : lightnessOnPaper(red, green, blue, alpha);
    return Math.round(light);
  });
}

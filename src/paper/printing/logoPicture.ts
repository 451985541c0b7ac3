import { PNG } from 'pngjs';
import { type Bilingual, failed, lightnessOnPaper, ok, type Result } from '../../base/index.js';
import { MAX_LOGO } from '../../shop/settings/index.js';
import { MAX_LOGO_ROWS, pngSizeOf } from './escpos/logo.js';
import { type GreyPicture, isOnItsSide, jpegOrientation, type Orientation, upright } from './jpegOrientation.js';

/** Four bytes a pixel: red, green, blue, alpha. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The picture as stored in the file, and how it must be turned. */
interface Taken extends Pixels {
  readonly orientation: Orientation;
}

/**
 * Largest picture that is unpacked, millions of pixels, as phones take them; and the memory limit for decoding a JPEG,
 * MB.
 */
const MAX_MEGAPIXELS = 24;
const MAX_MEMORY = 512;
/** Start of image, and the first byte of the next marker (ITU-T T.81, B.1.1.3). */
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
/** The factor by which a picture is reduced when its file is still too large. */
const STEP = 0.85;

/** How a picture is converted to a logo. */
interface LogoOptions {
  /** Swaps black and white, for example for a white logo on a transparent background. */
  readonly isInverted?: boolean;
}

/**
 * Converts a picture to a logo for a head of this many dots. The input is a PNG or JPEG of any size. The result is a
 * grey PNG over white paper, upright, no wider than the head, no higher than a logo may be, and within the size limit
 * of a setting. The error is a text for the operator.
 */
export async function logoPicture(
  file: Buffer,
  dots: number,
  { isInverted = false }: LogoOptions = {},
): Promise<Result<Buffer, Bilingual>> {
  const pixels = await unpack(file);
  if (!pixels.ok) return pixels;
  const { orientation } = pixels.value;
  if (isInverted) invert(pixels.value);
  const isTurned = isOnItsSide(orientation);
  const [width, height] = isTurned
    ? [pixels.value.height, pixels.value.width]
    : [pixels.value.width, pixels.value.height];
  for (let scale = Math.min(1, dots / width, MAX_LOGO_ROWS / height); ; scale *= STEP) {
    const columns = Math.max(1, Math.floor(width * scale));
    const rows = Math.max(1, Math.floor(height * scale));
    // Turned after scaling, which takes some thousand pixels instead of millions.
    const small = greyOf(pixels.value, isTurned ? rows : columns, isTurned ? columns : rows);
    const png = writeGrey(upright(small, orientation));
    if (png.length <= MAX_LOGO) return ok(png);
  }
}

async function unpack(file: Buffer): Promise<Result<Taken, Bilingual>> {
  const isJpeg = file.subarray(0, JPEG_START.length).equals(JPEG_START);
  const size = isJpeg ? undefined : pngSizeOf(file);
  if (!isJpeg && size === undefined) return failed(NO_PICTURE);
  if (size !== undefined && size.width * size.height > MAX_MEGAPIXELS * 1_000_000) return failed(TOO_LARGE);
  try {
    if (isJpeg) return ok({ ...(await unpackJpeg(file)), orientation: jpegOrientation(file) });
    const { width, height, data } = PNG.sync.read(file);
    return ok({ width, height, data, orientation: 1 });
  } catch (error) {
    return failed(/max(?:Resolution|Memory)/.test(String(error)) ? TOO_LARGE : DAMAGED);
  }
}

const NO_PICTURE: Bilingual = {
  sr: 'Логотип није ни PNG ни JPEG. Сачувајте га као једно од та два.',
  en: 'The logo is neither a PNG nor a JPEG. Save it as one of them.',
};
const TOO_LARGE: Bilingual = {
  sr: `Логотип има више од ${MAX_MEGAPIXELS} милиона тачака. Сачувајте га мањег: доста је неколико стотина по ширини.`,
  en: `The logo has more than ${MAX_MEGAPIXELS} million pixels. Save it smaller: a width of a few hundred pixels is enough.`,
};
const DAMAGED: Bilingual = {
  sr: 'Датотека логотипа је оштећена, или се та врста не чита. Сачувајте логотип поново као PNG.',
  en: 'The logo file is damaged, or its type cannot be read. Save the logo again as a PNG.',
};

/** Loaded on demand: a box prints its logo every day, but gets a new one rarely. */
async function unpackJpeg(file: Buffer): Promise<Pixels> {
  const { decode } = await import('jpeg-js');
  return decode(file, {
    useTArray: true,
    formatAsRGBA: true,
    maxResolutionInMP: MAX_MEGAPIXELS,
    maxMemoryUsageInMB: MAX_MEMORY,
  });
}

/** Each grey is the mean of the pixels that it replaces, over white. */
function greyOf(from: Pixels, width: number, height: number): GreyPicture {
  const data = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      data[y * width + x] = meanOf(from, area(x, width, from.width), area(y, height, from.height));
  }
  return { width, height, data };
}

/** Inverts in place; transparency is unchanged. */
function invert({ data }: Pixels): void {
  for (let at = 0; at < data.length; at += 4) {
    for (let colour = at; colour < at + 3; colour += 1) data[colour] = 255 - (data[colour] ?? 0);
  }
}

function writeGrey({ width, height, data }: GreyPicture): Buffer {
  return PNG.sync.write(Object.assign(new PNG({ width, height }), { data }), {
    colorType: 0,
    inputColorType: 0,
    inputHasAlpha: false,
  });
}

/** The first pixel that one of `count` replaces, and the one after the last. */
function area(at: number, count: number, all: number): readonly [from: number, to: number] {
  const from = Math.floor((at * all) / count);
  return [from, Math.max(from + 1, Math.floor(((at + 1) * all) / count))];
}

function meanOf(
  { width, data }: Pixels,
  [left, right]: readonly [number, number],
  [top, bottom]: readonly [number, number],
): number {
  let sum = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = 4 * (y * width + x);
      sum += lightnessOnPaper(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0);
    }
  }
  return Math.round(sum / ((right - left) * (bottom - top)));
}

import { PNG } from 'pngjs';
import {
  dithered,
  failed,
  lightnessOnPaper,
  ok,
  type PaperLoss,
  paperLoss,
  type Result,
  defineMessages,
  type Message,
} from '../../../base/index.js';
import { dotsAcross, MAX_LOGO, type PrinterSetting } from '../../../shop/settings/index.js';
import { Bitmap } from './bitmap.js';

const MESSAGES = defineMessages('logo', {
  ofPrinter: { en: 'printers: {entry}: {fault}.', sr: '{entry}: {fault}.' },
  tooLarge: { en: 'the logo is larger than {most} KiB', sr: 'логотип је већи од {most} KiB' },
  notBase64: { en: 'the logo is not base64', sr: 'логотип није base64' },
  notPng: { en: 'the logo is not a PNG', sr: 'логотип није PNG' },
  interlaced: {
    en: 'the logo is an interlaced PNG: save it without interlacing',
    sr: 'логотип је PNG са преплитањем: сачувајте га без преплитања',
  },
  badWidth: {
    en: 'the logo must be 1 to {most} dots wide, not {width}',
    sr: 'логотип мора бити широк од 1 до {most} тачака, а не {width}',
  },
  badHeight: {
    en: 'the logo must be 1 to {most} dots high, not {height}',
    sr: 'логотип мора бити висок од 1 до {most} тачака, а не {height}',
  },
  damaged: { en: 'the logo is a damaged PNG', sr: 'логотип је оштећен PNG' },
});

/** Most rows of dots of a logo. */
export const MAX_LOGO_ROWS = 300;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and checksum of a chunk (PNG Specification, 5.3). */
const CHUNK_FRAME = 12;

/**
 * Renders a logo in black and white: its PNG in base64, over white paper, greys as dots (Floyd-Steinberg). Size and
 * form are checked before anything is unpacked, so that no file can use more memory than a logo needs. The error is a
 * sentence for the operator.
 */
export function checkLogo(base64: string, dots: number): Result<Bitmap, Message> {
  const drawn = drawLogo(base64, dots);
  return drawn.ok ? ok(drawn.value.bitmap) : drawn;
}

/**
 * Which details of a logo are lost on paper. Undefined when nothing is lost, or when the logo cannot be printed at all,
 * which is refused elsewhere.
 */
export function logoLoss(base64: string, dots: number): PaperLoss | undefined {
  const drawn = drawLogo(base64, dots);
  return drawn.ok ? drawn.value.loss : undefined;
}

function drawLogo(base64: string, dots: number): Result<Printed, Message> {
  if (base64.length > Math.ceil(MAX_LOGO / 3) * 4) return failed(MESSAGES.tooLarge({ most: MAX_LOGO / 1024 }));
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return failed(MESSAGES.notBase64);
  const file = Buffer.from(base64, 'base64');
  const header = headerOf(file);
  if (header === undefined) return failed(MESSAGES.notPng);
  if (header.interlaced) return failed(MESSAGES.interlaced);
  if (header.width < 1 || header.width > dots) return failed(MESSAGES.badWidth({ most: dots, width: header.width }));
  if (header.height < 1 || header.height > MAX_LOGO_ROWS)
    return failed(MESSAGES.badHeight({ most: MAX_LOGO_ROWS, height: header.height }));
  try {
    return ok(printed(PNG.sync.read(file)));
  } catch {
    return failed(MESSAGES.damaged);
  }
}

/** Why a printer's logo cannot be printed; undefined when all logos can. */
export function badLogo(printers: readonly PrinterSetting[]): Message | undefined {
  for (const printer of printers) {
    const { name, logo } = printer;
    const checked = logo === undefined ? undefined : checkLogo(logo, dotsAcross(printer));
    if (checked?.ok === false) return MESSAGES.ofPrinter({ entry: name, fault: checked.error });
  }
  return undefined;
}

/** The size of a PNG, pixels; undefined when the file is not a PNG or has two headers. */
export function pngSizeOf(file: Buffer): { readonly width: number; readonly height: number } | undefined {
  return headerOf(file);
}

interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly interlaced: boolean;
}

/**
 * The content of the first chunk (PNG Specification, 11.2.2); undefined when there is a second header, which could
 * contradict it.
 */
function headerOf(file: Buffer): PngHeader | undefined {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const types: string[] = [];
  for (let at = SIGNATURE.length; at + CHUNK_FRAME <= file.length; at += CHUNK_FRAME + file.readUInt32BE(at)) {
    types.push(file.toString('latin1', at + 4, at + 8));
  }
  const first = SIGNATURE.length + 8;
  if (types[0] !== 'IHDR' || types.lastIndexOf('IHDR') !== 0 || file.length < first + 13) return undefined;
  return {
    width: file.readUInt32BE(first),
    height: file.readUInt32BE(first + 4),
    interlaced: file.readUInt8(first + 12) !== 0,
  };
}

/** A logo as it is printed, and which details are lost on paper. */
interface Printed {
  readonly bitmap: Bitmap;
  readonly loss: PaperLoss | undefined;
}

function printed({ width, height, data }: { width: number; height: number; data: Buffer }): Printed {
  const lightness = Float32Array.from({ length: width * height }, (_, dot) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * dot, 4 * dot + 4);
    return lightnessOnPaper(red, green, blue, alpha);
  });
  const black = dithered(lightness, width);
  const bitmap = new Bitmap(width, height);
  black.forEach((isBlack, dot) => {
    if (isBlack === 1) bitmap.blacken(dot % width, Math.floor(dot / width));
  });
  return { bitmap, loss: paperLoss(lightness, black) };
}

/** Markers of a JPEG (ITU-T T.81, table B.1). */
const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;
const APP1 = 0xe1;
/** The first bytes of an APP1 segment with EXIF (Exif 2.32, 4.7.2). */
const EXIF = Buffer.from('Exif\0\0', 'latin1');
/** Orientation of the picture, one SHORT (Exif 2.32, 4.6.4 A); a field of IFD0 has 12 bytes (TIFF 6.0, section 2). */
const ORIENTATION = 0x0112;
const SHORT = 3;
const FIELD_BYTES = 12;
/** The number after the byte order (TIFF 6.0, section 2). */
const TIFF = 42;

/** From 1, upright, to 8: which sides of the picture its first row and its first column are. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/**
 * The orientation by which a JPEG must be turned to be upright. A phone stores the picture in the orientation of its
 * sensor, and records its own position. Returns 1 where nothing is recorded, or where the record is incomplete: a
 * picture is not refused for that. Only the first EXIF segment before the picture counts, and in it IFD0.
 */
export function jpegOrientation(file: Buffer): Orientation {
  if (file[0] !== MARKER || file[1] !== START_OF_IMAGE) return 1;
  let at = 2;
  // Each iteration advances by at least two bytes, and none leaves the file.
  while (at + 4 <= file.length && file[at] === MARKER) {
    const marker = file[at + 1];
    if (marker === MARKER) {
      at += 1;
      continue;
    }
    const length = file.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (marker === START_OF_SCAN || length < 2 || end > file.length) return 1;
    const body = file.subarray(at + 4, end);
    if (marker === APP1 && body.subarray(0, EXIF.length).equals(EXIF)) return inTiff(body.subarray(EXIF.length));
    at = end;
  }
  return 1;
}

/** The orientation in a TIFF, which is one segment of 64 KB at most. */
function inTiff(tiff: Buffer): Orientation {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const short = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number): number => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const ifd = long(4);
  if (short(2) !== TIFF || ifd + 2 > tiff.length) return 1;
  const count = short(ifd);
  for (let field = ifd + 2; field < ifd + 2 + count * FIELD_BYTES; field += FIELD_BYTES) {
    if (field + FIELD_BYTES > tiff.length) return 1;
    if (short(field) !== ORIENTATION) continue;
    return short(field + 2) === SHORT && long(field + 4) === 1 ? known(short(field + 8)) : 1;
  }
  return 1;
}

function known(value: number): Orientation {
  return ORIENTATIONS.find((one) => one === value) ?? 1;
}

const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** A byte a pixel, 0 is black. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

type Source = (x: number, y: number, taken: GreyPicture) => readonly [x: number, y: number];

/** The position in the stored picture for a pixel of the upright one (Exif 2.32, 4.6.4 A). */
const SOURCES: Readonly<Record<Orientation, Source>> = {
  1: (x, y) => [x, y],
  2: (x, y, { width }) => [width - 1 - x, y],
  3: (x, y, { width, height }) => [width - 1 - x, height - 1 - y],
  4: (x, y, { height }) => [x, height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, { height }) => [y, height - 1 - x],
  7: (x, y, { width, height }) => [width - 1 - y, height - 1 - x],
  8: (x, y, { width }) => [width - 1 - y, x],
};

/** True when rows of the upright picture are columns of the stored one. */
export function isOnItsSide(orientation: Orientation): boolean {
  return orientation >= 5;
}

/** Turns a stored picture upright. */
export function upright(taken: GreyPicture, orientation: Orientation): GreyPicture {
  const [width, height] = isOnItsSide(orientation) ? [taken.height, taken.width] : [taken.width, taken.height];
  const source = SOURCES[orientation];
  const data = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = source(x, y, taken);
      data[y * width + x] = taken.data[fromY * taken.width + fromX] ?? 0;
    }
  }
  return { width, height, data };
}

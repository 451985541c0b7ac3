import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNKNOWN_SIGN } from '../../base/text.js';

/** The faces that the build makes out of the font, by their cells in dots. */
type FaceName = '9x18' | '12x24';

/** A fixed-pitch face of dots. */
export interface Face {
  /** Of a cell, dots; at most 16. */
  readonly width: number;
  /** Of a cell, dots. */
  readonly height: number;
  /** Rows of a letter from the top, 16 bits each, the leftmost dot in the highest one; of `□` for what the face lacks. */
  readonly glyph: (letter: string) => Uint16Array;
  readonly has: (letter: string) => boolean;
}

const loaded = new Map<FaceName, Face>();

/** A face, read from its file once. Throws when the build has not made it. */
export function faceOf(name: FaceName): Face {
  const face = loaded.get(name) ?? parseFace(readFileSync(facePath(name)));
  loaded.set(name, face);
  return face;
}

/** Beside the bundle, or in what was built of the project where the sources run as they are. */
function facePath(name: FaceName): string {
  const folders = [join(__dirname, 'faces'), join(__dirname, '../../../dist/faces')];
  const path = folders.map((folder) => join(folder, `${name}.face`)).find(existsSync);
  if (path === undefined) throw new Error(`the face ${name}.face is missing: run npm run build`);
  return path;
}

/** Reads what scripts/face.mjs writes, whose head describes it. */
function parseFace(file: Buffer): Face {
  if (file.toString('latin1', 0, 4) !== 'FACE') throw new Error('not a face');
  const [width, height, count] = [file.readUInt8(4), file.readUInt8(5), file.readUInt16BE(6)];
  const stride = Math.ceil(width / 8);
  const glyphs = new Map<number, Uint16Array>();
  for (let at = 0; at < count; at += 1) {
    const from = 8 + 2 * count + at * stride * height;
    const row = (y: number): number => {
      const place = from + y * stride;
      return stride === 1 ? file.readUInt8(place) << 8 : file.readUInt16BE(place);
    };
    glyphs.set(
      file.readUInt16BE(8 + 2 * at),
      Uint16Array.from({ length: height }, (_, y) => row(y)),
    );
  }
  const held = (letter: string): Uint16Array | undefined => glyphs.get(letter.codePointAt(0) ?? 0);
  const unknown = held(UNKNOWN_SIGN) ?? new Uint16Array(height);
  return {
    width,
    height,
    glyph: (letter) => held(letter) ?? unknown,
    has: (letter) => held(letter) !== undefined,
  };
}

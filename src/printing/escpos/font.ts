import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNKNOWN_CHARACTER } from '../../base/index.js';

/** The bitmap fonts that the build makes out of an outline font, by their cells in dots. */
type FontName = '9x18' | '12x24';

/** A fixed-pitch font of dots. */
export interface Font {
  /** Of a cell, dots; at most 16. */
  readonly width: number;
  /** Of a cell, dots. */
  readonly height: number;
  /** Rows of a glyph from the top, 16 bits each, the leftmost dot in the highest bit; `□` for what the font lacks. */
  readonly glyph: (character: string) => Uint16Array;
  readonly has: (character: string) => boolean;
}

const loaded = new Map<FontName, Font>();

/** A font, read from its file once. Throws when the build has not made it. */
export function fontOf(name: FontName): Font {
  const font = loaded.get(name) ?? parseFont(readFileSync(fontPath(name)));
  loaded.set(name, font);
  return font;
}

/** Beside the bundle, or in `dist` when the sources run as they are. */
function fontPath(name: FontName): string {
  const folders = [join(__dirname, 'faces'), join(__dirname, '../../../dist/faces')];
  const path = folders.map((folder) => join(folder, `${name}.face`)).find(existsSync);
  if (path === undefined) throw new Error(`the face ${name}.face is missing: run npm run build`);
  return path;
}

/** Reads the format that scripts/face.mjs describes and writes. */
function parseFont(file: Buffer): Font {
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
  const held = (character: string): Uint16Array | undefined => glyphs.get(character.codePointAt(0) ?? 0);
  const unknown = held(UNKNOWN_CHARACTER) ?? new Uint16Array(height);
  return {
    width,
    height,
    glyph: (character) => held(character) ?? unknown,
    has: (character) => held(character) !== undefined,
  };
}

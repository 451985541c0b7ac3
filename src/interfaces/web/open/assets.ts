import { readFile } from 'node:fs/promises';
import { FONT_FILES, type FontName, fontPath, PRINT_SCRIPT } from '../../../paper/documents/index.js';
import { type HttpResponse, okay } from '../../../platform/http/index.js';

/** A file that a sheet loads; undefined when this installation does not have it. */
type Asset = () => Promise<HttpResponse | undefined>;

/** A year, s: a font of this name never changes. */
const FONT_AGE = 31_536_000;
/** A day, s: the script may change with the next version of the box. */
const SCRIPT_AGE = 86_400;

/** Files under exactly these paths that need no key: the fonts of a sheet and its script, which contain no data. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ...Object.entries(FONT_FILES).map(([name, file]): [string, Asset] => [
    `/fonts/${file}`,
    () => openFont(name as FontName),
  ]),
  ['/print.js', async () => assetResponse('text/javascript; charset=utf-8', SCRIPT_AGE, PRINT_SCRIPT)],
]);

function assetResponse(type: string, age: number, body: object | string): HttpResponse {
  return okay(body, {
    'Content-Type': type,
    'Cache-Control': `public, max-age=${age}, immutable`,
    // Sheets on other sites load them.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}

/** The bytes of requested fonts, each read once: all responses share them, and none has an open file. */
const fonts = new Map<FontName, Promise<Buffer>>();

async function openFont(name: FontName): Promise<HttpResponse | undefined> {
  const reading = fonts.get(name) ?? readFont(name);
  if (reading === undefined) return undefined;
  fonts.set(name, reading);
  try {
    return assetResponse('font/ttf', FONT_AGE, await reading);
  } catch (error) {
    // For example no free descriptor: the next request may succeed.
    fonts.delete(name);
    throw error;
  }
}

function readFont(name: FontName): Promise<Buffer> | undefined {
  const path = fontPath(name);
  return path === null ? undefined : readFile(path);
}

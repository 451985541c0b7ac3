import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { FONT_FILES, fontPath } from '../receipt/fonts.js';
import { PRINT_SCRIPT } from '../receipt/sheet/html.js';

/** A file that a sheet loads, as it is sent. */
export interface Asset {
  /** Undefined when this installation does not have it. */
  readonly open: () => Promise<AssetAnswer | undefined>;
}

interface AssetAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | string;
}

/** A year, s: a font of this name never changes. */
const FONT_AGE = 31_536_000;
/** A day, s: a new version of the box may print otherwise. */
const SCRIPT_AGE = 86_400;

const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ...Object.entries(FONT_FILES).map(([name, file]): [string, Asset] => [
    `/fonts/${file}`,
    { open: () => openFont(name as keyof typeof FONT_FILES) },
  ]),
  ['/print.js', { open: () => Promise.resolve(answer('text/javascript; charset=utf-8', SCRIPT_AGE, PRINT_SCRIPT)) }],
]);

/** What is served under exactly this path to anybody: the fonts of a sheet and its script, which hold no data. */
export function assetAt(path: string): Asset | undefined {
  return ASSETS.get(path);
}

function answer(type: string, age: number, body: object | string): AssetAnswer {
  const headers = { 'Content-Type': type, 'Cache-Control': `public, max-age=${age}, immutable` };
  return { status: 200, headers, body };
}

/** As a stream: a font has up to 760 KB, and many slow readers at once shall not cost so much memory each. */
async function openFont(name: keyof typeof FONT_FILES): Promise<AssetAnswer | undefined> {
  const path = fontPath(name);
  if (path === null) return undefined;
  const { size } = await stat(path);
  const { headers, ...rest } = answer('font/ttf', FONT_AGE, createReadStream(path));
  return { ...rest, headers: { ...headers, 'Content-Length': String(size) } };
}

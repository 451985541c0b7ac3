import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentCodingFor, etagOf, type HttpResponse, namesETag } from '../../../platform/http/index.js';

/** Files of the pages by path; they are in `web/` next to the program. */
export const SHELL_FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/app.js': ['app.js', 'text/javascript; charset=utf-8'],
  '/app.css': ['app.css', 'text/css; charset=utf-8'],
  '/sw.js': ['sw.js', 'text/javascript; charset=utf-8'],
  '/manifest.webmanifest': ['manifest.webmanifest', 'application/manifest+json'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
  '/icon-192.png': ['icon-192.png', 'image/png'],
  '/icon-512.png': ['icon-512.png', 'image/png'],
  '/help.json': ['help.json', 'application/json'],
} as const satisfies Readonly<Record<string, readonly [file: string, type: string]>>;

/** Scripts of single screens. The build names them by their content, so none of them ever changes. */
export const CHUNK = /^\/(?<name>chunk-[A-Z0-9]{8}\.js)$/;
const CHUNK_CACHING = 'public, max-age=31536000, immutable';
/** Pictures of the help page. */
export const HELP_PICTURE = /^\/(?<name>help-[a-z0-9-]+\.png)$/;

/** The file and type for a path of the pages; undefined for another path. */
function fileOf(path: string): readonly [file: string, type: string] | undefined {
  const chunk = CHUNK.exec(path)?.groups?.['name'];
  if (chunk !== undefined) return [chunk, SHELL_FILES['/app.js'][1]];
  const picture = HELP_PICTURE.exec(path)?.groups?.['name'];
  if (picture !== undefined) return [picture, SHELL_FILES['/icon-512.png'][1]];
  return Object.entries(SHELL_FILES).find(([known]) => known === path)?.[1];
}

/** Nothing inline, nothing from other origins, no framing, no form to another origin. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Frame-Options': 'DENY',
  // The till scans codes; no other device feature is ever requested.
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'Cache-Control': 'no-cache',
} as const;

/** Each read once: all responses share the bytes. */
const loaded = new Map<string, Promise<PublicBytes>>();

/** A file of the pages, compressed if the browser accepts that; undefined when this installation has none. */
export async function shellFile(path: string, asked: RequestedForm): Promise<HttpResponse | undefined> {
  const folder = shellFolder();
  const found = fileOf(path);
  if (folder === undefined || found === undefined || !existsSync(join(folder, found[0]))) return undefined;
  const [name, type] = found;
  const loading = loaded.get(path) ?? load(join(folder, name));
  loaded.set(path, loading);
  let file: PublicBytes;
  try {
    file = await loading;
  } catch (error) {
    // For example no free descriptor: the next request may succeed.
    loaded.delete(path);
    throw error;
  }
  const caching = CHUNK.test(path) ? { 'Cache-Control': CHUNK_CACHING } : {};
  return publicResponse(file, asked, { ...HEADERS, ...caching, 'Content-Type': type });
}

async function load(path: string): Promise<PublicBytes> {
  return publicBytes(await readFile(path), existsSync(`${path}.gz`) ? await readFile(`${path}.gz`) : undefined);
}

function shellFolder(): string | undefined {
  return [join(__dirname, 'web'), join(__dirname, '../../../../dist/web')].find((folder) => existsSync(folder));
}

/** Bytes that anyone may request at any rate: created once, and shared by all responses. */
export interface PublicBytes {
  readonly etag: string;
  readonly plain: Buffer;
  /** Undefined when it would not be shorter. */
  readonly gzip: Buffer | undefined;
}

/** Request headers about accepted encodings and cached versions. */
export interface RequestedForm {
  readonly acceptEncoding: string;
  readonly ifNoneMatch: string;
}

export function publicBytes(plain: Buffer, gzip: Buffer | undefined): PublicBytes {
  return { etag: etagOf(plain), plain, gzip };
}

/** The bytes, compressed if the browser accepts that; 304 if it has them cached. */
export function publicResponse(
  { etag, plain, gzip }: PublicBytes,
  { acceptEncoding, ifNoneMatch }: RequestedForm,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  const common = { ...headers, ETag: etag, Vary: 'Accept-Encoding' };
  if (namesETag(ifNoneMatch, etag)) return { status: 304, body: '', headers: common };
  const isPacked = contentCodingFor(acceptEncoding, ['gzip']) === 'gzip';
  if (gzip === undefined || !isPacked) return { status: 200, body: plain, headers: common };
  return { status: 200, body: gzip, headers: { ...common, 'Content-Encoding': 'gzip' } };
}

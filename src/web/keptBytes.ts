import { contentCodingFor, etagOf, type HttpResponse, namesETag } from '../http/index.js';

/** Bytes that anybody may ask for at any rate: made once, and shared by all answers. */
export interface KeptBytes {
  readonly etag: string;
  readonly plain: Buffer;
  /** Undefined where it would not be shorter. */
  readonly gzip: Buffer | undefined;
}

/** What a browser says of what it takes and has. */
export interface Asked {
  readonly acceptEncoding: string;
  readonly ifNoneMatch: string;
}

export function keptBytes(plain: Buffer, gzip: Buffer | undefined): KeptBytes {
  return { etag: etagOf(plain), plain, gzip };
}

/** The bytes, compressed where the browser takes that; 304 where it has them. */
export function keptResponse(
  { etag, plain, gzip }: KeptBytes,
  { acceptEncoding, ifNoneMatch }: Asked,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  const common = { ...headers, ETag: etag, Vary: 'Accept-Encoding' };
  if (namesETag(ifNoneMatch, etag)) return { status: 304, body: '', headers: common };
  const isPacked = contentCodingFor(acceptEncoding, ['gzip']) === 'gzip';
  if (gzip === undefined || !isPacked) return { status: 200, body: plain, headers: common };
  return { status: 200, body: gzip, headers: { ...common, 'Content-Encoding': 'gzip' } };
}

import { contentCodingFor, etagOf, type HttpResponse, namesETag } from '../../platform/http/index.js';

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

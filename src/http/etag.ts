import { createHash } from 'node:crypto';
import { type HttpResponse, written } from './response.js';

/** Characters of the hash: 132 bits. */
const LENGTH = 22;

/**
 * A 200 with an ETag made from what its body says; 304 without a body where the caller has the same already (RFC 9110, 13.1.2).
 * The tag is weak, since one body may go out plain or packed. What is written bit by bit has no tag.
 */
export function withETag(response: HttpResponse, ifNoneMatch: string): HttpResponse {
  const { status, body, headers } = written(response);
  if (status !== 200 || (typeof body !== 'string' && !Buffer.isBuffer(body))) return response;
  const etag = etagOf(body);
  const tagged = { ...headers, ETag: etag };
  return namesETag(ifNoneMatch, etag) ? { status: 304, body: '', headers: tagged } : { status, body, headers: tagged };
}

/** The weak tag of a body. */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, LENGTH)}"`;
}

/** Does `If-None-Match` name a tag? By weak comparison: a strong tag of the same characters is the same. */
export function namesETag(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag) || opaque(tag) === '*');
}

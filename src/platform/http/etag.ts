import { createHash } from 'node:crypto';
import { type HttpResponse, written } from './response.js';

/** Characters of the hash: 132 bits. */
const LENGTH = 22;

/**
 * Adds an ETag to a 200, made from its body; returns 304 without a body if the client already has it (RFC 9110,
 * 13.1.2). The tag is weak, since a body may be sent with or without compression. Streams have no tag.
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

/** True when `If-None-Match` lists the tag. The comparison is weak: a strong tag with the same characters matches. */
export function namesETag(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag) || opaque(tag) === '*');
}

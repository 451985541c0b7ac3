import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { IssuedInvoice } from './invoice.js';

/** Measured on receipts of 2 to 8 KB with the dictionary: more memory gives no byte less and costs half as much again. */
const DEFLATE = { level: 6, windowBits: 14, memLevel: 5, chunkSize: 4096 } as const;

/** Deflates a body with the segment's dictionary. */
export function compress(body: Buffer, dictionary: Buffer): Buffer {
  return deflateRawSync(body, { ...DEFLATE, dictionary });
}

/** Inverse of {@link compress}; throws on bytes that are not a deflated body of at most `limit` bytes. */
export function decompress(body: Buffer, dictionary: Buffer, limit = 64 * 1024 * 1024): Buffer {
  return inflateRawSync(body, { windowBits: DEFLATE.windowBits, dictionary, maxOutputLength: limit });
}

/**
 * A verification link is mostly base64 of random bytes: as text it neither deflates nor fits. It is kept as the bytes
 * it stands for, beside the deflated JSON, whenever the text can be rebuilt from them exactly.
 */
const LINK = /^(.*\?vl=)((?:[A-Za-z0-9]|%2B|%2F)+(?:%3D){0,2})$/s;

function splitLink(url: string): { prefix: string; payload: Buffer } {
  const [, prefix = '', value = ''] = LINK.exec(url) ?? [];
  const payload = Buffer.from(decodeURIComponent(value), 'base64');
  // Only the end of a base64 text can be written in more than one way.
  const end = encodeURIComponent(payload.subarray(Math.floor((payload.length - 1) / 3) * 3).toString('base64'));
  const canonical =
    payload.length > 0 && value.endsWith(end) && base64Length(value) === Math.ceil(payload.length / 3) * 4;
  return canonical ? { prefix, payload } : { prefix: url, payload: Buffer.alloc(0) };
}

/** Characters of a percent-encoded base64 text before the encoding. */
function base64Length(encoded: string): number {
  return encoded.length - 2 * (encoded.split('%').length - 1);
}

function joinLink(prefix: string, payload: Buffer): string {
  return payload.length === 0 ? prefix : prefix + encodeURIComponent(payload.toString('base64'));
}

/** The body of a result record: payload length (4 bytes), payload, deflated JSON. */
export function encodeInvoice(invoice: IssuedInvoice, dictionary: Buffer): Buffer {
  const { prefix, payload } = splitLink(invoice.signature.verificationUrl);
  const slim: IssuedInvoice = { ...invoice, signature: { ...invoice.signature, verificationUrl: prefix } };
  const json = compress(Buffer.from(JSON.stringify(slim)), dictionary);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(payload.length);
  return Buffer.concat([length, payload, json]);
}

/** Inverse of {@link encodeInvoice}. */
export function decodeInvoice(body: Buffer, dictionary: Buffer): IssuedInvoice {
  const start = 4 + body.readUInt32LE(0);
  const slim = JSON.parse(decompress(body.subarray(start), dictionary).toString()) as IssuedInvoice;
  const verificationUrl = joinLink(slim.signature.verificationUrl, body.subarray(4, start));
  return { ...slim, signature: { ...slim.signature, verificationUrl } };
}

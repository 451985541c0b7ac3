import { unescape } from 'node:querystring';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Signature } from '../../contract/index.js';
import type { IssuedInvoice } from './invoice.js';
import { type Drawing, drawingOf, redraw } from '../pictures/index.js';

/**
 * Measured on receipts of 2 to 8 KB with the dictionary: more memory saves no bytes, and level 6 takes 50 % longer to
 * save 30 bytes. Nearly all bodies fit into one chunk, which is small enough for Node's buffer pool.
 */
const DEFLATE = { level: 3, windowBits: 14, memLevel: 5, chunkSize: 2048 } as const;

/** Bytes that zlib allocates at a time; nearly every body fits. */
const INFLATE_CHUNK = 8192;

/** Deflates a body with the segment's dictionary. */
export function compress(body: Buffer | string, dictionary: Buffer): Buffer {
  return deflateRawSync(body, { ...DEFLATE, dictionary });
}

/** Inverse of {@link compress}. Throws on bytes that are not a deflated body of at most `limit` bytes. */
export function decompress(body: Buffer, dictionary: Buffer, limit = 64 * 1024 * 1024): Buffer {
  const { windowBits } = DEFLATE;
  return inflateRawSync(body, { windowBits, dictionary, maxOutputLength: limit, chunkSize: INFLATE_CHUNK });
}

/** In a verification link, everything after this is the payload. */
const DATA = '?vl=';

/**
 * The payload of a verification link is base64 of random bytes, which does not deflate. It is stored as raw bytes next
 * to the deflated JSON, if the text can be rebuilt from them exactly.
 */
function splitLink(url: string): { prefix: string; payload: Buffer } {
  const start = url.lastIndexOf(DATA) + DATA.length;
  const prefix = url.slice(0, start);
  // Unlike decodeURIComponent, `unescape` never throws. A wrong split is harmless, because joining must give the same
  // text.
  const payload = Buffer.from(unescape(url.slice(start)), 'base64');
  return joinLink(prefix, payload) === url ? { prefix, payload } : { prefix: url, payload: Buffer.alloc(0) };
}

function joinLink(prefix: string, payload: Buffer): string {
  return payload.length === 0 ? prefix : prefix + encodeURIComponent(payload.toString('base64'));
}

/**
 * A receipt as it is stored: the link without its payload, and only those parts of the picture that cannot be drawn
 * from the link. Records of the first releases have the whole picture as text.
 */
type StoredInvoice = Omit<IssuedInvoice, 'signature'> & {
  readonly signature: Omit<Signature, 'verificationQRCode'> & { readonly verificationQRCode: StoredPicture };
};

/** The drawing, or the number of bytes of the picture, which follow the payload of the link. */
type StoredPicture = string | null | { readonly drawing: Drawing } | { readonly bytes: number };

function storedPicture(picture: string | null, link: string): { stored: StoredPicture; bytes: Buffer } {
  const bytes = Buffer.from(picture ?? '', 'base64');
  const nothing = Buffer.alloc(0);
  if (bytes.length === 0 || bytes.toString('base64') !== picture) return { stored: picture, bytes: nothing };
  const drawing = drawingOf(bytes, link);
  return drawing === undefined ? { stored: { bytes: bytes.length }, bytes } : { stored: { drawing }, bytes: nothing };
}

/** The body of a result record: length of payload and picture (4 bytes), payload, picture, deflated JSON. */
export function encodeInvoice(invoice: IssuedInvoice, dictionary: Buffer): Buffer {
  const { verificationUrl, verificationQRCode } = invoice.signature;
  const { prefix, payload } = splitLink(verificationUrl);
  const { stored: picture, bytes } = storedPicture(verificationQRCode, verificationUrl);
  const signature = { ...invoice.signature, verificationUrl: prefix, verificationQRCode: picture };
  const stored: StoredInvoice = { ...invoice, signature };
  const json = compress(JSON.stringify(stored), dictionary);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(payload.length + bytes.length);
  return Buffer.concat([length, payload, bytes, json]);
}

/** Inverse of {@link encodeInvoice}. The picture is drawn on first access, because drawing takes a millisecond. */
export function decodeInvoice(body: Buffer, dictionary: Buffer): IssuedInvoice {
  const end = 4 + body.readUInt32LE(0);
  const stored = JSON.parse(decompress(body.subarray(end), dictionary).toString()) as StoredInvoice;
  const { signature } = stored;
  const picture = signature.verificationQRCode;
  const kept = typeof picture === 'object' && picture !== null && 'bytes' in picture ? picture.bytes : 0;
  const verificationUrl = joinLink(signature.verificationUrl, body.subarray(4, end - kept));
  let drawn: string | undefined;
  return {
    ...stored,
    signature: {
      ...signature,
      verificationUrl,
      get verificationQRCode() {
        if (picture === null || typeof picture === 'string') return picture;
        drawn ??= (
          'bytes' in picture ? body.subarray(end - kept, end) : redraw(picture.drawing, verificationUrl)
        ).toString('base64');
        return drawn;
      },
    },
  };
}

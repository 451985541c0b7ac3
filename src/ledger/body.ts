import { unescape } from 'node:querystring';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Signature } from '../base/fiscal.js';
import type { IssuedInvoice } from './invoice.js';
import { type Drawing, drawingOf, redraw } from './picture/drawing.js';

/**
 * Measured on receipts of 2 to 8 KB with the dictionary: more memory gives no byte less, and level 6 takes half as much
 * time again for 30 bytes less. Nearly all bodies fit a chunk, which is small enough for Node.js's pool of buffers.
 */
const DEFLATE = { level: 3, windowBits: 14, memLevel: 5, chunkSize: 2048 } as const;

/** Nearly every body fits into one chunk, and zlib is given a new one for each. */
const INFLATE_CHUNK = 8192;

/** Deflates a body with the segment's dictionary. */
export function compress(body: Buffer | string, dictionary: Buffer): Buffer {
  return deflateRawSync(body, { ...DEFLATE, dictionary });
}

/** Inverse of {@link compress}; throws on bytes that are not a deflated body of at most `limit` bytes. */
export function decompress(body: Buffer, dictionary: Buffer, limit = 64 * 1024 * 1024): Buffer {
  const { windowBits } = DEFLATE;
  return inflateRawSync(body, { windowBits, dictionary, maxOutputLength: limit, chunkSize: INFLATE_CHUNK });
}

/** Stands before the data of a verification link, which run to its end. */
const DATA = '?vl=';

/**
 * A verification link is mostly base64 of random bytes: as text it neither deflates nor fits. It is kept as the bytes
 * it stands for, beside the deflated JSON, whenever the text can be rebuilt from them exactly.
 */
function splitLink(url: string): { prefix: string; payload: Buffer } {
  const start = url.lastIndexOf(DATA) + DATA.length;
  const prefix = url.slice(0, start);
  // Unlike decodeURIComponent this one throws on no text; wherever the link is cut, it must come together again.
  const payload = Buffer.from(unescape(url.slice(start)), 'base64');
  return joinLink(prefix, payload) === url ? { prefix, payload } : { prefix: url, payload: Buffer.alloc(0) };
}

function joinLink(prefix: string, payload: Buffer): string {
  return payload.length === 0 ? prefix : prefix + encodeURIComponent(payload.toString('base64'));
}

/**
 * A receipt as its body has it: the link without its payload, and of the picture only what the link does not tell.
 * Records of before have the whole picture as text.
 */
type Slim = Omit<IssuedInvoice, 'signature'> & {
  readonly signature: Omit<Signature, 'verificationQRCode'> & { readonly verificationQRCode: SlimPicture };
};

/** How to draw it, or how many bytes of it stand behind the payload of the link. */
type SlimPicture = string | null | { readonly drawing: Drawing } | { readonly bytes: number };

function slimPicture(picture: string | null, link: string): { slim: SlimPicture; bytes: Buffer } {
  const bytes = Buffer.from(picture ?? '', 'base64');
  const nothing = Buffer.alloc(0);
  if (bytes.length === 0 || bytes.toString('base64') !== picture) return { slim: picture, bytes: nothing };
  const drawing = drawingOf(bytes, link);
  return drawing === undefined ? { slim: { bytes: bytes.length }, bytes } : { slim: { drawing }, bytes: nothing };
}

/** The body of a result record: length of the payload and the picture (4 bytes), these, deflated JSON. */
export function encodeInvoice(invoice: IssuedInvoice, dictionary: Buffer): Buffer {
  const { verificationUrl, verificationQRCode } = invoice.signature;
  const { prefix, payload } = splitLink(verificationUrl);
  const { slim: picture, bytes } = slimPicture(verificationQRCode, verificationUrl);
  const signature = { ...invoice.signature, verificationUrl: prefix, verificationQRCode: picture };
  const slim: Slim = { ...invoice, signature };
  const json = compress(JSON.stringify(slim), dictionary);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(payload.length + bytes.length);
  return Buffer.concat([length, payload, bytes, json]);
}

/** Inverse of {@link encodeInvoice}. The picture is drawn when it is first asked for: that takes a millisecond. */
export function decodeInvoice(body: Buffer, dictionary: Buffer): IssuedInvoice {
  const end = 4 + body.readUInt32LE(0);
  const slim = JSON.parse(decompress(body.subarray(end), dictionary).toString()) as Slim;
  const { signature } = slim;
  const picture = signature.verificationQRCode;
  const kept = typeof picture === 'object' && picture !== null && 'bytes' in picture ? picture.bytes : 0;
  const verificationUrl = joinLink(signature.verificationUrl, body.subarray(4, end - kept));
  let drawn: string | undefined;
  return {
    ...slim,
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

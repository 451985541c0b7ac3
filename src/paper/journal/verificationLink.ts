import { createHash } from 'node:crypto';
import {
  type Environment,
  environmentOfHost,
  hostOf,
  INVOICE_TYPES,
  type InvoiceType,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../contract/index.js';
import { isPlausible, MAX_TOTAL, type Para, type UtcMs } from '../../base/index.js';

/**
 * The verification link: `<root>/v/?vl=` and, in Base64, the data signed by the secure element (TaxCore verification
 * URL, version 3). Offsets: version 0, requestedBy 1, signedBy 9, total counter 17, type counter 21 (both u32 LE),
 * amount × 10,000 at 25 (u64 LE), milliseconds UTC at 33 (u64 BE), invoice type 41, transaction type 42, length of the
 * buyer id 43; then the buyer id, the internal data, the signature, and the MD5 of all before it.
 */
export interface VerificationLink {
  /** JIDs: 8 upper-case letters and digits. */
  readonly requestedBy: string;
  readonly signedBy: string;
  /** Both counters are below 2^32. */
  readonly totalCounter: number;
  readonly typeCounter: number;
  readonly total: Para;
  /** In the years 2000 to 2199. */
  readonly time: UtcMs;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  /** At most 20 ASCII characters. */
  readonly buyerId: string | null;
}

/** A decoded link: its content, and the two blocks that prove it. */
export interface DecodedLink extends VerificationLink {
  /** 256 or 512 bytes that only the tax authority can read. */
  readonly internalData: Buffer;
  readonly signature: Buffer;
}

const VERSION = 3;
const FIXED_BYTES = 44;
const MAX_BUYER_BYTES = 20;
const INTERNAL_BYTES = [256, 512];
const SIGNATURE_BYTES = 256;
const MD5_BYTES = 16;

const MIN_BYTES = FIXED_BYTES + 256 + SIGNATURE_BYTES + MD5_BYTES;
const MAX_BYTES = FIXED_BYTES + MAX_BUYER_BYTES + 512 + SIGNATURE_BYTES + MD5_BYTES;

/** Para in the link's unit of 1/10,000 RSD. */
const UNITS_PER_PARA = 100n;

/** A buyer id in the form of a link: characters outside ASCII become `?`. */
export function buyerIdInLink(buyerId: string | null): string | null {
  return buyerId?.replace(/[^ -~]/gu, '?') ?? null;
}

/** The readable part of the payload, before the two blocks. */
export function encodeLinkHead(link: VerificationLink): Buffer {
  const buyer = Buffer.from(buyerIdInLink(link.buyerId) ?? '', 'latin1');
  if (link.requestedBy.length !== 8 || link.signedBy.length !== 8) throw new RangeError('a JID has 8 characters');
  if (buyer.length > MAX_BUYER_BYTES) throw new RangeError('a buyer id has at most 20 characters');
  const head = Buffer.alloc(FIXED_BYTES + buyer.length);
  head.writeUInt8(VERSION, 0);
  head.write(link.requestedBy, 1, 'latin1');
  head.write(link.signedBy, 9, 'latin1');
  head.writeUInt32LE(link.totalCounter, 17);
  head.writeUInt32LE(link.typeCounter, 21);
  head.writeBigUInt64LE(BigInt(link.total) * UNITS_PER_PARA, 25);
  head.writeBigUInt64BE(BigInt(link.time), 33);
  head.writeUInt8(INVOICE_TYPES.indexOf(link.invoiceType), 41);
  head.writeUInt8(TRANSACTION_TYPES.indexOf(link.transactionType), 42);
  head.writeUInt8(buyer.length, 43);
  buyer.copy(head, FIXED_BYTES);
  return head;
}

/** The whole payload: its head, its proof (internal data and signature), and the MD5 digest of both. */
export function appendLinkProof(head: Buffer, proof: Buffer): Buffer {
  const body = Buffer.concat([head, proof]);
  return Buffer.concat([body, md5(body)]);
}

/**
 * Decodes a payload. Undefined when its length, version, MD5, or any field is invalid. Some processors fill the buyer
 * id up to 20 bytes with zeros on the left.
 */
export function decodeLink(payload: Buffer): DecodedLink | undefined {
  if (payload.length < MIN_BYTES || payload.length > MAX_BYTES || payload.readUInt8(0) !== VERSION) return undefined;
  if (!hasValidDigest(payload)) return undefined;
  const body = payload.subarray(0, -MD5_BYTES);
  const buyerBytes = payload.readUInt8(43);
  const headBytes = FIXED_BYTES + buyerBytes;
  const internalBytes = body.length - headBytes - SIGNATURE_BYTES;
  if (buyerBytes > MAX_BUYER_BYTES || !INTERNAL_BYTES.includes(internalBytes)) return undefined;
  const head = decodeLinkHead(body.subarray(0, headBytes));
  if (head === undefined) return undefined;
  return {
    ...head,
    internalData: body.subarray(headBytes, headBytes + internalBytes),
    signature: body.subarray(-SIGNATURE_BYTES),
  };
}

/** True when the MD5 digest at the end is correct. */
export function hasValidDigest(payload: Buffer): boolean {
  return md5(payload.subarray(0, -MD5_BYTES)).equals(payload.subarray(-MD5_BYTES));
}

function decodeLinkHead(head: Buffer): VerificationLink | undefined {
  const requestedBy = head.toString('latin1', 1, 9);
  const signedBy = head.toString('latin1', 9, 17);
  const amount = head.readBigUInt64LE(25);
  const time = Number(head.readBigUInt64BE(33));
  const invoiceType = INVOICE_TYPES[head.readUInt8(41)];
  const transactionType = TRANSACTION_TYPES[head.readUInt8(42)];
  const buyer = head.toString('latin1', FIXED_BYTES).replace(/^\0+/, '');
  if (invoiceType === undefined || transactionType === undefined) return undefined;
  if (!/^[A-Z0-9]{16}$/.test(requestedBy + signedBy) || !/^[ -~]*$/.test(buyer)) return undefined;
  // The total of a receipt has two decimals, and fits into the 7 bytes that the secure element signs.
  if (amount % UNITS_PER_PARA !== 0n || amount / UNITS_PER_PARA > MAX_TOTAL || !isPlausible(time)) return undefined;
  return {
    requestedBy,
    signedBy,
    totalCounter: head.readUInt32LE(17),
    typeCounter: head.readUInt32LE(21),
    total: Number(amount / UNITS_PER_PARA),
    time,
    invoiceType,
    transactionType,
    buyerId: buyer === '' ? null : buyer,
  };
}

/** The link for the QR code. `base` is an origin, with an optional path, without a trailing slash. */
export function buildVerificationUrl(base: string, payload: Buffer): string {
  return `${base}/v/?vl=${encodeURIComponent(payload.toString('base64'))}`;
}

/**
 * The payload from the value of `vl`, percent-encoded or already decoded, also when a decoder of form data has turned
 * its plus signs into blanks. Undefined when it is not Base64 of a possible length.
 */
export function readLinkPayload(vlParameter: string): Buffer | undefined {
  const base64 = vlParameter.replace(/%2b/gi, '+').replace(/%2f/gi, '/').replace(/%3d/gi, '=').replaceAll(' ', '+');
  if (!/^[A-Za-z0-9+/]{700,1200}={0,2}$/.test(base64)) return undefined;
  const payload = Buffer.from(base64, 'base64');
  return payload.length >= MIN_BYTES && payload.length <= MAX_BYTES ? payload : undefined;
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

/**
 * A verification link that is safe to offer as a hyperlink. Null when it is not an HTTPS address, since a processor may
 * send any text.
 */
export function linkToFollow(url: string): string | null {
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null;
}

/** Where a verification link leads. */
export type LinkPlace =
  /**
   * To an allowed host. `url` is the link to store: it leads to that host in every program, however it parses
   * addresses.
   */
  | { readonly kind: 'right'; readonly url: string }
  /** To the tax authority's other system. */
  | { readonly kind: 'otherEnvironment'; readonly side: Environment }
  /** To a host that is not allowed for this environment. */
  | { readonly kind: 'elsewhere'; readonly host: string };

const MAX_HOST = 100;
/** `URL` allows more characters in a host, such as a semicolon, where another parser may end the host. */
const PLAIN_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
/** The part of a link after the host, as the tax authority's systems write it. Its Base64 may be percent-encoded. */
const PLAIN_END = /^\/v\/\?vl=[A-Za-z0-9+/=%]+$/;

/**
 * Where the link `url`, which must be parsable, with this payload leads. In production it may lead only to a host of
 * the tax authority, since buyers who scan the QR code trust the page that opens. There the host decides: a link to it
 * in an unusual form (another scheme or port, a name and a password, upper case, more parameters) is rewritten, so that
 * no parser can read another host from it. In the sandbox, test systems may be anywhere: a link may lead to any host
 * but one of production, without a user name before it.
 */
export function placeOfLink(url: string, environment: Environment, payload: Buffer): LinkPlace {
  const host = hostOf(url);
  const side = environmentOfHost(host);
  if (side !== undefined && side !== environment) return { kind: 'otherEnvironment', side };
  if (environment === 'sandbox') {
    const { username, password } = new URL(url);
    return username + password === '' ? { kind: 'right', url } : elsewhere(host);
  }
  if (side === undefined || !PLAIN_HOST.test(host)) return elsewhere(host);
  const root = `https://${host}`;
  const isPlain = url.startsWith(root) && PLAIN_END.test(url.slice(root.length));
  return { kind: 'right', url: isPlain ? url : buildVerificationUrl(root, payload) };
}

function elsewhere(host: string): LinkPlace {
  return { kind: 'elsewhere', host: host.slice(0, MAX_HOST) };
}

/** Version of the secure element's applet. */
export type CardVersion = readonly [major: number, minor: number, patch: number];

/** The amount that may be signed until the next audit, and how much of it is used; in 1/10,000 of a dinar. */
export interface AmountStatus {
  readonly sum: bigint;
  readonly limit: bigint;
}

/** Parameters of its certificate, as the secure element reports them. */
export interface CertificateParameters {
  readonly uid: string;
  /** Milliseconds UTC. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/** The unencrypted part of the invoice that was signed last. */
export interface LastInvoice {
  /** Milliseconds UTC. */
  readonly time: number;
  readonly tin: string;
  readonly buyer: string;
  readonly invoiceType: number;
  readonly transactionType: number;
  /** In 1/10,000 of a dinar. */
  readonly total: bigint;
  /** Counters: of its kind, and of all invoices. */
  readonly kindCounter: number;
  readonly totalCounter: number;
  /** Readable only by the tax authority. */
  readonly internalData: Buffer;
  readonly signature: Buffer;
}

const UID = /^[0-9A-Z]{8}$/;
const SIGNATURE = 256;
const INTERNAL_DATA = [256, 512];
const OPEN_PART = 65;
/** End of the year 9999, the latest date that can be formatted, ms. */
const MAX_TIME = 253_402_300_799_999n;

export function readVersion(bytes: Buffer): CardVersion | undefined {
  return bytes.length === 12 ? [bytes.readUInt32BE(0), bytes.readUInt32BE(4), bytes.readUInt32BE(8)] : undefined;
}

/** True when the version is this one or a later one. */
export function isFrom(version: CardVersion, ...[major, minor, patch]: CardVersion): boolean {
  if (version[0] !== major) return version[0] > major;
  return version[1] === minor ? version[2] >= patch : version[1] > minor;
}

export function readTriesLeft(bytes: Buffer): number | undefined {
  return bytes.length === 1 ? bytes.readUInt8(0) : undefined;
}

export function readAmountStatus(bytes: Buffer): AmountStatus | undefined {
  return bytes.length === 14 ? { sum: uint56(bytes, 0), limit: uint56(bytes, 7) } : undefined;
}

export function readParameters(bytes: Buffer): CertificateParameters | undefined {
  if (bytes.length !== 24) return undefined;
  const uid = bytes.toString('latin1', 0, 8);
  const [notBefore, notAfter] = [timeAt(bytes, 8), timeAt(bytes, 16)];
  if (!UID.test(uid) || notBefore === undefined || notAfter === undefined) return undefined;
  return { uid, notBefore, notAfter };
}

/** Reads the answer to Sign Invoice: 57 bytes of the request, two counters, internal data and signature. */
export function readLastInvoice(bytes: Buffer): LastInvoice | undefined {
  const internal = bytes.length - OPEN_PART - SIGNATURE;
  if (!INTERNAL_DATA.includes(internal)) return undefined;
  const [time, tin, buyer] = [timeAt(bytes, 0), paddedText(bytes, 8), paddedText(bytes, 28)];
  if (time === undefined || tin === undefined || buyer === undefined) return undefined;
  return {
    time,
    tin,
    buyer,
    invoiceType: bytes.readUInt8(48),
    transactionType: bytes.readUInt8(49),
    total: uint56(bytes, 50),
    kindCounter: bytes.readUInt32BE(57),
    totalCounter: bytes.readUInt32BE(61),
    internalData: bytes.subarray(OPEN_PART, OPEN_PART + internal),
    signature: bytes.subarray(OPEN_PART + internal),
  };
}

function uint56(bytes: Buffer, at: number): bigint {
  return (BigInt(bytes.readUIntBE(at, 3)) << 32n) | BigInt(bytes.readUInt32BE(at + 3));
}

function timeAt(bytes: Buffer, at: number): number | undefined {
  const time = bytes.readBigUInt64BE(at);
  return time > MAX_TIME ? undefined : Number(time);
}

/** Twenty bytes of ASCII, padded with zeros on the left. */
function paddedText(bytes: Buffer, at: number): string | undefined {
  const text = bytes.toString('latin1', at, at + 20).replace(/^\0+/, '');
  return /^[\x20-\x7e]*$/.test(text) ? text : undefined;
}

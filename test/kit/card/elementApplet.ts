import { bare, type ChipAnswer, type ChipCommand, done } from './apdu.js';
import { PinCounter } from './pinCounter.js';

/** Versions of the secure element; its answers depend on them. */
export const CARD_VERSIONS = ['1.1.0', '3.1.0', '3.2.5', '3.2.8'] as const;
export type CardVersion = (typeof CARD_VERSIONS)[number];

/** Money times 10,000. */
export interface Amounts {
  readonly sum: bigint;
  readonly limit: bigint;
}

export interface ElementOptions {
  readonly version: CardVersion;
  /** DER. */
  readonly certificate: Buffer;
  readonly uid: string;
  /** Milliseconds UTC. */
  readonly validity: { readonly from: number; readonly until: number };
  readonly pin: string;
}

export const ELEMENT_AID = Buffer.from('a000000748464a492d546178436f7265', 'hex');

/** Numbers of the features that came with a version. */
const INS = {
  certificate: 0x04,
  version: 0x08,
  oldVersion: 0x09,
  verify: 0x11,
  amounts: 0x14,
  lastInvoice: 0x15,
  triesLeft: 0x16,
  parameters: 0x33,
};

/** The secure element's own applet, as far as the box reads it. */
export class ElementApplet {
  readonly pin: PinCounter;
  amounts: Amounts = { sum: 0n, limit: 100_000_000_000n };
  /** Answer to the last Sign Invoice; null before the first. */
  lastInvoice: Buffer | null = null;

  constructor(private readonly parts: ElementOptions) {
    this.pin = new PinCounter(Buffer.from(Array.from(parts.pin, Number)));
  }

  select(): ChipAnswer {
    this.pin.forget();
    return done();
  }

  run({ cla, ins, p1, p2, data }: ChipCommand): ChipAnswer {
    if (cla !== 0x88) return bare(0x6e00);
    // Both were accepted by real cards, wherever they were tried.
    if (p2 !== 0 || (p1 !== 0 && p1 !== 4)) return bare(0x6a86);
    const { certificate, uid, validity } = this.parts;
    switch (ins) {
      case INS.certificate:
        return done(certificate);
      case INS.version:
        return this.isFrom(3, 1, 0) ? done(this.version) : bare(0x6d00);
      case INS.oldVersion:
        return this.isFrom(3, 1, 0) ? bare(0x6d00) : done(this.version);
      case INS.verify:
        return this.verify(data);
      case INS.amounts:
        return done(Buffer.concat([uint56(this.amounts.sum), uint56(this.amounts.limit)]));
      case INS.lastInvoice:
        return this.lastInvoice === null ? bare(0x6a83) : done(this.lastInvoice);
      case INS.triesLeft:
        return this.isFrom(3, 1, 1) ? done(Buffer.from([this.pin.left])) : bare(0x6d00);
      case INS.parameters:
        if (!this.isFrom(3, 2, 8)) return bare(0x6d00);
        return done(Buffer.concat([Buffer.from(uid), uint64(validity.from), uint64(validity.until)]));
      default:
        return bare(0x6d00);
    }
  }

  private verify(given: Buffer): ChipAnswer {
    if (given.length !== 4) return bare(0x6303);
    switch (this.pin.verify(given)) {
      case 'right':
        return done();
      case 'wrong':
        return bare(0x6302);
      case 'blocked':
        return bare(0x6310);
    }
  }

  /** Is the version this one or later? */
  isFrom(...asked: readonly [number, number, number]): boolean {
    const own = this.parts.version.split('.').map(Number);
    const at = asked.findIndex((number, index) => number !== own[index]);
    return at < 0 || own[at]! > asked[at]!;
  }

  private get version(): Buffer {
    const bytes = Buffer.alloc(12);
    this.parts.version.split('.').forEach((number, index) => bytes.writeUInt32BE(Number(number), index * 4));
    return bytes;
  }
}

function uint56(value: bigint): Buffer {
  return uint64(value).subarray(1);
}

function uint64(value: bigint | number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

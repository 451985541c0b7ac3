import { failed, ok, type Result } from '../../../base/index.js';

/** How much of the exchange with the card a reader does itself (CCID 1.1, 5.1, dwFeatures). */
type ExchangeLevel = 'character' | 'tpdu' | 'short' | 'extended';

/** The descriptor of a reader (CCID 1.1, 5.1). */
export interface CcidDescriptor {
  /** Bits: 1 for 5 V, 2 for 3 V, 4 for 1.8 V. */
  readonly voltages: number;
  /** Bits: 1 for T=0, 2 for T=1. */
  readonly protocols: number;
  /** Clock of the card after reset, kHz. */
  readonly clock: number;
  /** Maximum data rate, bit/s. */
  readonly maxDataRate: number;
  /** Number of rates that it lists on request; 0: all up to the maximum. */
  readonly dataRates: number;
  /** Maximum information field of T=1 that it accepts from the card. */
  readonly maxIfsd: number;
  readonly level: ExchangeLevel;
  /** What it does itself. */
  readonly does: ReaderSkills;
  /** Maximum length of a message including its header, bytes. */
  readonly maxMessage: number;
}

interface ReaderSkills {
  /** Chooses the voltage when the card is activated. */
  readonly voltage: boolean;
  /** Negotiates all parameters with the card, and accepts none from the box. */
  readonly negotiation: boolean;
  /** Sends PPS to the card with the parameters that it is given. */
  readonly pps: boolean;
  /** Negotiates the length of blocks to the reader with the card. */
  readonly ifsd: boolean;
}

const DESCRIPTOR_LENGTH = 54;
/** Type of the class descriptor; some old readers give it the vendor's type FF. */
const DESCRIPTOR_TYPES = [0x21, 0xff];

const FEATURE = { activation: 0x04, voltage: 0x08, negotiation: 0x40, pps: 0x80, ifsd: 0x400 } as const;

/** A message has at least a header and one short APDU. The limit is the longest APDU with its header. */
const MIN_MESSAGE = 10 + 4;
const MAX_MESSAGE = 10 + 65_544;

/** Finds the CCID descriptor anywhere in the chain of class descriptors of an interface. */
export function readCcidDescriptor(descriptors: Uint8Array): Result<CcidDescriptor, 'no descriptor'> {
  const bytes = Buffer.from(descriptors.buffer, descriptors.byteOffset, descriptors.byteLength);
  for (let at = 0; at + 2 <= bytes.length;) {
    const length = bytes.readUInt8(at);
    if (length < 2 || at + length > bytes.length) break;
    if (length >= DESCRIPTOR_LENGTH && DESCRIPTOR_TYPES.includes(bytes.readUInt8(at + 1)))
      return ok(fieldsOf(bytes.subarray(at, at + length)));
    at += length;
  }
  return failed('no descriptor');
}

function fieldsOf(bytes: Buffer): CcidDescriptor {
  const features = bytes.readUInt32LE(40);
  const has = (bits: number): boolean => (features & bits) !== 0;
  return {
    voltages: bytes.readUInt8(5),
    protocols: bytes.readUInt32LE(6),
    clock: bytes.readUInt32LE(10),
    maxDataRate: bytes.readUInt32LE(23),
    dataRates: bytes.readUInt8(27),
    maxIfsd: bytes.readUInt32LE(28),
    level: levelOf(features),
    does: {
      voltage: has(FEATURE.voltage | FEATURE.activation),
      negotiation: has(FEATURE.negotiation),
      pps: has(FEATURE.pps),
      ifsd: has(FEATURE.ifsd),
    },
    maxMessage: Math.min(Math.max(bytes.readUInt32LE(44), MIN_MESSAGE), MAX_MESSAGE),
  };
}

function levelOf(features: number): ExchangeLevel {
  if ((features & 0x4_0000) !== 0) return 'extended';
  if ((features & 0x2_0000) !== 0) return 'short';
  return (features & 0x1_0000) !== 0 ? 'tpdu' : 'character';
}

/** A reader as its descriptor describes it, and what else it does. */
export interface ReaderModel {
  readonly name: string;
  readonly vendor: number;
  readonly product: number;
  readonly features: number;
  readonly maxMessage: number;
  readonly maxIfsd: number;
  /** Bits: 1 for 5 V, 2 for 3 V, 4 for 1.8 V. */
  readonly voltages: number;
  /** Bits: 1 for T=0, 2 for T=1. */
  readonly protocols: number;
  readonly hasInterrupt: boolean;
  /** Rates that it lists, bit/s; empty: all up to the highest. */
  readonly dataRates: readonly number[];
  readonly maxDataRate: number;
  /** Refuses its first SetParameters, and is right after another powering up. */
  readonly isAlcor: boolean;
  /** Puts its descriptor behind an endpoint, as old readers do. */
  readonly isDescriptorLate: boolean;
  /** Type of its descriptor. */
  readonly descriptorType: number;
  /** Says that its parameters have no length, and sends them. */
  readonly hidesParameters: boolean;
}

const USUAL = {
  maxMessage: 271,
  maxIfsd: 254,
  voltages: 7,
  protocols: 3,
  hasInterrupt: true,
  dataRates: [],
  maxDataRate: 344_086,
  isAlcor: false,
  isDescriptorLate: false,
  descriptorType: 0x21,
  hidesParameters: false,
};

/** Readers of the market (libccid's descriptor dumps); rates and voltages that are not in them are usual ones. */
export const MODELS = {
  ct30: { ...USUAL, name: 'Gemalto PC Twin', vendor: 0x08e6, product: 0x3437, features: 0x0001_0230 },
  scr3310: {
    ...USUAL,
    ...{ name: 'Identiv SCR3310', vendor: 0x04e6, product: 0x5116, features: 0x0001_00ba },
    ...{ maxIfsd: 252, voltages: 1 },
  },
  acr39u: { ...USUAL, name: 'ACS ACR39U', vendor: 0x072f, product: 0xb100, features: 0x0001_00b2, maxIfsd: 247 },
  scr301: {
    ...USUAL,
    ...{ name: 'Feitian SCR301', vendor: 0x096e, product: 0x0503, features: 0x0001_0238, maxIfsd: 252 },
    ...{ dataRates: [10_753, 129_032, 250_000], isDescriptorLate: true },
  },
  minilector: {
    ...USUAL,
    ...{ name: 'bit4id miniLector EVO', vendor: 0x25dd, product: 0x3111, features: 0x0001_00b6 },
    ...{ maxIfsd: 247, voltages: 2, hasInterrupt: false },
  },
  omnikey: { ...USUAL, name: 'HID OMNIKEY 3x21', vendor: 0x076b, product: 0x3031, features: 0x0004_07ba },
  au9540: {
    ...USUAL,
    ...{ name: 'Alcor AU9540', vendor: 0x058f, product: 0x9540, features: 0x0004_04be },
    ...{ maxMessage: 272, isAlcor: true },
  },
  acr3901u: { ...USUAL, name: 'ACS ACR3901U', vendor: 0x072f, product: 0xb000, features: 0x0002_00ba },
  /** Passes on blocks, and negotiates their length with the card itself. */
  autoIfsd: { ...USUAL, name: 'Reader that tells the size', vendor: 0x1111, product: 0x0002, features: 0x0001_04ba },
  /** The virtual reader of QEMU: it agrees everything with the card by itself. */
  qemu: {
    ...USUAL,
    ...{ name: 'QEMU USB CCID', vendor: 0x08e6, product: 0x4433, features: 0x0001_04fe },
    ...{ protocols: 1, maxDataRate: 9_600_000, hidesParameters: true },
  },
  /** A slow reader, at which the card has to be slowed down. */
  slow: {
    ...USUAL,
    ...{ name: 'Slow reader', vendor: 0x1111, product: 0x0001, features: 0x0001_0230, maxDataRate: 70_000 },
  },
} satisfies Record<string, ReaderModel>;

/** Clock of the card, kHz. */
export const CLOCK = 4000;

/** The class descriptor (CCID 1.1, 5.1). */
export function descriptorBytes(model: ReaderModel): Buffer {
  const bytes = Buffer.alloc(54);
  bytes.set([54, model.descriptorType, 0x10, 0x01, 0, model.voltages]);
  bytes.writeUInt32LE(model.protocols, 6);
  bytes.writeUInt32LE(CLOCK, 10);
  bytes.writeUInt32LE(CLOCK, 14);
  bytes.writeUInt32LE(10_753, 19);
  bytes.writeUInt32LE(model.maxDataRate, 23);
  bytes[27] = model.dataRates.length;
  bytes.writeUInt32LE(model.maxIfsd, 28);
  bytes.writeUInt32LE(model.features, 40);
  bytes.writeUInt32LE(model.maxMessage, 44);
  bytes[53] = 1;
  // Something else may stand before it.
  return model.isDescriptorLate ? Buffer.concat([Buffer.from([5, 0x24, 1, 2, 3]), bytes]) : bytes;
}

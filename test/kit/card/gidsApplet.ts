import { constants, createPublicKey, type KeyObject, privateEncrypt } from 'node:crypto';
import { bare, type ChipAnswer, type ChipCommand, done, tlv } from './apdu.js';
import { type GidsFile, gidsFiles, MASTER_EF, MASTER_OBJECT, masterFile, objectsOf } from './gidsFiles.js';
import { PIN_TRIES, PinCounter } from './pinCounter.js';

export interface GidsOptions {
  /** DER. */
  readonly certificate: Buffer;
  readonly key: KeyObject;
  readonly pin: string;
  /** Name under which it is selected; its first nine bytes do as well. */
  readonly aid: Buffer;
}

/** The name that all applets of this kind begin with. */
export const GIDS_PARTIAL_AID = Buffer.from('a00000039742544659', 'hex');

const APPLET_EF = 0x3fff;
const PIN_STATUS = 0x7f71;
const RSA_2048 = 0x57;
const FIRST_KEY = 0x81;
const ENVIRONMENT = Buffer.from([0x80, 1, RSA_2048, 0x84, 1, FIRST_KEY]);
const PUBLIC_KEY = Buffer.from('7008840181a5037f4980', 'hex');

/** The applet with the key for TLS: Microsoft GIDS with one container. */
export class GidsApplet {
  readonly pin: PinCounter;
  private ownFiles: GidsFile[] | undefined;
  /** Signs a DigestInfo; a test without RSA puts another in. */
  sign: (digestInfo: Buffer) => Buffer;
  private hasEnvironment = false;

  constructor(private readonly parts: GidsOptions) {
    this.pin = new PinCounter(Buffer.from(parts.pin));
    this.sign = (digestInfo) => privateEncrypt({ key: parts.key, padding: constants.RSA_PKCS1_PADDING }, digestInfo);
  }

  /** The content of the card; packed at the first request. */
  get files(): GidsFile[] {
    this.ownFiles ??= gidsFiles(this.parts.certificate, Buffer.alloc(16, 0x5a));
    return this.ownFiles;
  }

  set files(files: GidsFile[]) {
    this.ownFiles = files;
  }

  get aid(): Buffer {
    return this.parts.aid;
  }

  select(): ChipAnswer {
    this.forget();
    return done(tlv(0x61, tlv(0x4f, this.aid), tlv(0x73, Buffer.from('4001c0', 'hex'))));
  }

  forget(): void {
    this.pin.forget();
    this.hasEnvironment = false;
  }

  run(command: ChipCommand): ChipAnswer {
    const { cla, ins, p1, p2, data } = command;
    if (cla !== 0) return bare(0x6e00);
    const place = (p1 << 8) | p2;
    switch (ins) {
      case 0x20:
        return this.verify(place, data);
      case 0xcb:
        return this.getData(place, data);
      case 0x22:
        if (place !== 0x41b6 || !data.equals(ENVIRONMENT)) return bare(0x6a80);
        this.hasEnvironment = true;
        return done();
      case 0x2a:
        if (place !== 0x9e9a) return bare(0x6a86);
        if (!this.hasEnvironment) return bare(0x6985);
        if (!this.pin.isVerified) return bare(0x6982);
        return done(this.sign(data));
      default:
        return bare(0x6d00);
    }
  }

  /** Without data it only asks whether a PIN is needed still; 82 takes the verification back. */
  private verify(place: number, given: Buffer): ChipAnswer {
    if (place === 0x82) {
      this.pin.forget();
      return done();
    }
    if (place !== 0x80) return bare(0x6a88);
    if (given.length === 0 && this.pin.left > 0) return this.pin.isVerified ? done() : bare(0x63c0 | this.pin.left);
    if (given.length === 0) return bare(0x6983);
    switch (this.pin.verify(given)) {
      case 'right':
        return done();
      case 'wrong':
        return bare(0x63c0 | this.pin.left);
      case 'blocked':
        return bare(0x6983);
    }
  }

  private getData(place: number, asked: Buffer): ChipAnswer {
    if (place === APPLET_EF && asked.equals(PUBLIC_KEY)) return done(this.publicKey());
    // An empty list of tags asks for all objects of the file.
    if (asked[0] === 0x5c && asked[1] === 0) return done(objectsOf(this.files, place));
    if (asked[0] !== 0x5c || asked[1] !== 2 || asked.length !== 4) return bare(0x6a80);
    const object = asked.readUInt16BE(2);
    if (place === APPLET_EF && object === PIN_STATUS) return done(this.pinStatus());
    if (place === MASTER_EF && object === MASTER_OBJECT) return done(tlv(object, masterFile(this.files)));
    const file = this.files.find((one) => one.ef === place && one.object === object);
    return file === undefined ? bare(0x6a88) : done(tlv(object, file.content));
  }

  private pinStatus(): Buffer {
    return tlv(PIN_STATUS, tlv(0x97, Buffer.from([this.pin.left])), tlv(0x93, Buffer.from([PIN_TRIES])));
  }

  private publicKey(): Buffer {
    const { n = '', e = '' } = createPublicKey(this.parts.key).export({ format: 'jwk' });
    return tlv(0x7f49, tlv(0x81, Buffer.from(n, 'base64url')), tlv(0x82, Buffer.from(e, 'base64url')));
  }
}

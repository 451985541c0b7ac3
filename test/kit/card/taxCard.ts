import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Credentials } from '../pfr/certificates.js';
import { answerBytes, bare, type ChipAnswer, type ChipCommand, readCommand } from './apdu.js';
import type { Chip } from './chip.js';
import { type CardVersion, ELEMENT_AID, ElementApplet } from './elementApplet.js';
import { GIDS_PARTIAL_AID, GidsApplet } from './gidsApplet.js';

export interface TaxCardOptions {
  readonly version?: CardVersion;
  readonly uid: string;
  readonly element: Credentials;
  readonly pki: Credentials;
  /** `1234` when left out. */
  readonly pin?: string;
  /** The same as `pin` when left out; from 3.2.2 it always is. */
  readonly pkiPin?: string;
}

/** Answer to reset of the tax authority's cards, as seen in Serbia. */
export const TAX_ATR = Buffer.from('3b99968031fe454a546178436f7265566f', 'hex');

const PKI_AIDS = {
  old: Buffer.from('a000000397425446590201', 'hex'),
  new: Buffer.from('a000000397425446590009', 'hex'),
};

/** A card of the tax authority in software: the secure element, and the key for TLS. */
export class TaxCard implements Chip {
  readonly atr = TAX_ATR;
  readonly element: ElementApplet;
  readonly pki: GidsApplet;
  /** Every command that came in, as it came. */
  readonly seen: Buffer[] = [];
  /** Called with each command before it is run. */
  watch: ((command: ChipCommand | undefined) => void) | undefined;
  /** Changes the answer before it is cut into pieces: odd status words, cut values, other lengths. */
  spoil: ((answer: ChipAnswer, command: ChipCommand) => ChipAnswer) | undefined;
  /** Does it refuse a short Le that is not the very length, with `6Cxx`, as cards over T=0 do? */
  wantsExactLength = false;
  private selected: ElementApplet | GidsApplet | undefined;
  private rest: Buffer = Buffer.alloc(0);
  private restWord = 0x9000;

  constructor({ version = '3.2.5', uid, element, pki, pin = '1234', pkiPin = pin }: TaxCardOptions) {
    const { certificate, validity } = parsed(element);
    this.element = new ElementApplet({ version, certificate, uid, validity, pin });
    this.pki = new GidsApplet({
      ...parsed(pki),
      pin: pkiPin,
      aid: this.element.isFrom(3, 1, 1) ? PKI_AIDS.new : PKI_AIDS.old,
    });
  }

  reset(): void {
    this.selected = undefined;
    this.element.pin.forget();
    this.pki.forget();
    this.rest = Buffer.alloc(0);
  }

  transmit(bytes: Buffer): Buffer {
    this.seen.push(Buffer.from(bytes));
    const command = readCommand(bytes);
    this.watch?.(command);
    if (command === undefined) return answerBytes(bare(0x6700));
    if (command.cla === 0 && command.ins === 0xc0) return this.cut(this.rest, this.restWord, command.le);
    const plain = command.ins === 0xa4 && command.p1 === 4 ? this.select(command.data) : this.run(command);
    const { data, word } = this.spoil?.(plain, command) ?? plain;
    if (this.wantsExactLength && !command.isExtended && data.length > 0 && data.length < 256) {
      if (command.le !== 0 && command.le !== data.length) return answerBytes(bare(0x6c00 | data.length));
    }
    return this.cut(data, word, command.le);
  }

  private select(aid: Buffer): ChipAnswer {
    const isPartial = aid.length >= GIDS_PARTIAL_AID.length && this.pki.aid.subarray(0, aid.length).equals(aid);
    const applet = aid.equals(ELEMENT_AID) ? this.element : isPartial ? this.pki : undefined;
    if (applet === undefined) return bare(0x6a82);
    this.element.pin.forget();
    this.pki.forget();
    this.selected = applet;
    return applet.select();
  }

  private run(command: ChipCommand): ChipAnswer {
    return this.selected === undefined ? bare(0x6d00) : this.selected.run(command);
  }

  /** As many bytes as were asked for; more lie ready for GET RESPONSE (ISO/IEC 7816-4, 11.7.1). */
  private cut(data: Buffer, word: number, le: number): Buffer {
    this.rest = Buffer.from(data.subarray(le));
    this.restWord = word;
    const ready = Math.min(this.rest.length, 256);
    return answerBytes({ data: data.subarray(0, le), word: ready === 0 ? word : 0x6100 | (ready & 0xff) });
  }
}

interface Parsed {
  /** DER. */
  readonly certificate: Buffer;
  readonly key: KeyObject;
  readonly validity: { readonly from: number; readonly until: number };
}

const known = new WeakMap<Credentials, Parsed>();

/** Once for all cards that are made of them. */
function parsed(credentials: Credentials): Parsed {
  const found = known.get(credentials) ?? parse(credentials);
  known.set(credentials, found);
  return found;
}

function parse({ certificate, key }: Credentials): Parsed {
  const { raw, validFrom, validTo } = new X509Certificate(certificate);
  const validity = { from: Date.parse(validFrom), until: Date.parse(validTo) };
  return { certificate: raw, key: createPrivateKey(key), validity };
}

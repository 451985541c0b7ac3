import type { X509Certificate } from 'node:crypto';
import { ok, type Result } from '../../../base/index.js';
import type { CardLink } from '../link.js';
import {
  type GidsPlace,
  readCertificate,
  readContainerMap,
  readMasterFile,
  tlvContent,
  tlvElements,
  unpackCertificate,
} from './gidsFiles.js';
import { exchangeApdu, exchange } from './apduExchange.js';
import { type CardFault, malformed, refused } from './fault.js';
import { DONE, type PinAnswer, type PinTries, pkiPin, triesInStatusWord } from './statusWords.js';

const aid = (hex: string): Buffer => Buffer.from(hex, 'hex');
/** AIDs of the applet: of older cards, of those from 3.1.1 on, and their common prefix. */
const AIDS: Names = [aid('a000000397425446590201'), aid('a000000397425446590009'), aid('a00000039742544659')];
type Names = readonly [Buffer, ...Buffer[]];

/** The AID that the card behind a link answered to. */
const ANSWERED = new WeakMap<CardLink, Buffer>();

const MASTER: Place = { file: 0xa000, object: 0xdf1f };
const APPLET_FILE = 0x3fff;
const PIN_STATUS: Place = { file: APPLET_FILE, object: 0x7f71 };
const TRIES_LEFT = 0x97;
const OLD_TRIES_LEFT = 0x9f17;
const TRIES_LIMIT = 0x93;
const FOLDER = 'mscp';
const CONTAINER_MAP = 'cmapfile';

/**
 * Requests all data objects of a file, byte for byte as the card's maker does: without Le, although data is expected.
 */
const ALL_OBJECTS = { file: 0xa010, list: Buffer.from('5c0002df020400', 'hex'), answer: 'none' } as const;

const MAX_TRIES = 15;

const BLOCKED = 0x6983;
const FIRST_KEY = 0x81;
const RSA_2048_PKCS1 = 0x57;
const SIGNATURE = 256;
/** Maximum for PKCS #1 v1.5 in 256 bytes (RFC 8017, 9.2). */
const MAX_DIGEST_INFO = SIGNATURE - 11;

type Place = Pick<GidsPlace, 'file' | 'object'>;

/** The selected applet with the key for TLS (Microsoft GIDS). It stays selected until another one is. */
export class PkiApplet {
  private constructor(private readonly link: CardLink) {}

  /** Tries the known AIDs one by one, first the one that this card answered to before. */
  static async select(link: CardLink): Promise<Result<PkiApplet, CardFault>> {
    const known = ANSWERED.get(link);
    const [first, ...others]: Names = known === undefined ? AIDS : [known, ...AIDS.filter((one) => one !== known)];
    let selected = await PkiApplet.selectBy(link, first);
    for (const name of others) {
      if (selected.ok || selected.error.kind === 'lost') break;
      selected = await PkiApplet.selectBy(link, name);
    }
    return selected;
  }

  private static async selectBy(link: CardLink, name: Buffer): Promise<Result<PkiApplet, CardFault>> {
    const question = { cla: 0, ins: 0xa4, p1: 4, p2: 0, data: name, answer: 'short' } as const;
    const selected = await exchangeApdu(link, 'pki', question);
    if (!selected.ok) return selected;
    ANSWERED.set(link, name);
    return ok(new PkiApplet(link));
  }

  /** The remaining tries of {@link tries}. */
  async triesLeft(): Promise<Result<number | null, CardFault>> {
    const tries = await this.tries();
    return tries.ok ? ok(tries.value.left) : tries;
  }

  /** Wrong PINs until it is blocked permanently; asking uses no try. */
  async tries(): Promise<Result<PinTries, CardFault>> {
    const status = await this.object(PIN_STATUS);
    if (!status.ok) return status.error.kind === 'lost' ? status : ok({ left: null, limit: null });
    const left = tlvContent(status.value, TRIES_LEFT) ?? tlvContent(status.value, OLD_TRIES_LEFT);
    return ok({ left: triesOf(left), limit: triesOf(tlvContent(status.value, TRIES_LIMIT)) });
  }

  /** Tries a PIN of four digits once. The caller must have a person's request for it. */
  async verify(pin: string): Promise<Result<PinAnswer, CardFault>> {
    const data = pkiPin(pin);
    const answer = await exchange(this.link, { cla: 0, ins: 0x20, p1: 0, p2: 0x80, data, answer: 'none' });
    if (!answer.ok) return answer;
    const { word } = answer.value;
    if (word === DONE) return ok({ kind: 'right' });
    const triesLeft = triesInStatusWord(word);
    if (word === BLOCKED || triesLeft === 0) return ok({ kind: 'blocked' });
    return triesLeft === undefined ? refused('pki', word) : ok({ kind: 'wrong', triesLeft });
  }

  /** From the card's own files, otherwise by the command of the card's maker. */
  async certificate(): Promise<Result<X509Certificate, CardFault>> {
    const filed = await this.filedCertificate();
    if (filed.ok || filed.error.kind === 'lost') return filed;
    const { file, list, answer } = ALL_OBJECTS;
    const all = await this.getData(file, list, answer);
    if (!all.ok) return all;
    for (const { value } of tlvElements(all.value) ?? []) {
      const certificate = packedCertificate(value);
      if (certificate !== undefined) return ok(certificate);
    }
    return malformed('a certificate');
  }

  /** Signs a DigestInfo with RSA, PKCS #1 v1.5, by the key of the first container; the PIN must have been verified. */
  async sign(digestInfo: Buffer): Promise<Result<Buffer, CardFault>> {
    if (digestInfo.length > MAX_DIGEST_INFO) return malformed('a DigestInfo that fits the key');
    const environment = Buffer.from([0x80, 1, RSA_2048_PKCS1, 0x84, 1, FIRST_KEY]);
    const set = await exchangeApdu(this.link, 'pki', {
      ...{ cla: 0, ins: 0x22, p1: 0x41, p2: 0xb6 },
      data: environment,
      answer: 'none',
    });
    if (!set.ok) return set;
    const signature = await exchangeApdu(this.link, 'pki', {
      ...{ cla: 0, ins: 0x2a, p1: 0x9e, p2: 0x9a },
      data: digestInfo,
      answer: 'short',
    });
    if (!signature.ok || signature.value.length === SIGNATURE) return signature;
    return malformed('a signature');
  }

  private async filedCertificate(): Promise<Result<X509Certificate, CardFault>> {
    const master = await this.object(MASTER);
    if (!master.ok) return master;
    const places = readMasterFile(master.value)?.filter(({ directory }) => directory === FOLDER) ?? [];
    const map = await this.filed(places, CONTAINER_MAP);
    if (!map.ok) return map;
    const [container] = readContainerMap(map.value) ?? [];
    const number = (container?.index ?? 0).toString(16).padStart(2, '0');
    const kinds = (container?.exchangeBits ?? 0) > 0 ? ['kxc', 'ksc'] : ['ksc', 'kxc'];
    for (const kind of kinds) {
      const packed = await this.filed(places, `${kind}${number}`);
      if (!packed.ok && packed.error.kind === 'lost') return packed;
      const certificate = packed.ok ? packedCertificate(packed.value) : undefined;
      if (certificate !== undefined) return ok(certificate);
    }
    return malformed('a certificate');
  }

  private async filed(places: readonly GidsPlace[], name: string): Promise<Result<Buffer, CardFault>> {
    const place = places.find((one) => one.name.toLowerCase() === name);
    return place === undefined ? malformed(name) : this.object(place);
  }

  /** The content of a data object. */
  private async object({ file, object }: Place): Promise<Result<Buffer, CardFault>> {
    const bytes = await this.getData(file, Buffer.from([0x5c, 0x02, object >> 8, object & 0xff]), 'short');
    if (!bytes.ok) return bytes;
    const content = tlvContent(bytes.value, object);
    return content === undefined ? malformed(`data object ${object.toString(16).toUpperCase()}`) : ok(content);
  }

  /** Always short: longer objects come in pieces, as other drivers read them. */
  private getData(file: number, list: Buffer, answer: 'none' | 'short'): Promise<Result<Buffer, CardFault>> {
    return exchangeApdu(this.link, 'pki', {
      ...{ cla: 0, ins: 0xcb, p1: file >> 8, p2: file & 0xff },
      data: list,
      answer,
    });
  }
}

/** A number above what the answer to a wrong PIN can contain (`63Cx`) is not a number of tries. */
function triesOf(bytes: Buffer | undefined): number | null {
  const tries = bytes?.length === 1 ? bytes.readUInt8(0) : undefined;
  return tries === undefined || tries > MAX_TRIES ? null : tries;
}

function packedCertificate(bytes: Buffer): X509Certificate | undefined {
  const plain = unpackCertificate(bytes);
  return plain === undefined ? undefined : readCertificate(plain);
}

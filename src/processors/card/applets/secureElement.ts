import type { X509Certificate } from 'node:crypto';
import { ok, type Result } from '../../../base/index.js';
import type { CardLink } from '../link.js';
import { readCertificate } from './gidsFiles.js';
import { exchangeApdu, type CardCommand, exchange } from './apduExchange.js';
import {
  type AmountStatus,
  type CardVersion,
  type CertificateParameters,
  isFrom,
  type LastInvoice,
  readAmountStatus,
  readLastInvoice,
  readParameters,
  readTriesLeft,
  readVersion,
} from './elementAnswers.js';
import { type CardFault, foreign, malformed, refused } from './fault.js';
import { DONE, elementPin, type PinAnswer } from './statusWords.js';

const AID = Buffer.from('a000000748464a492d546178436f7265', 'hex');
const CLA = 0x88;

const INS = {
  certificate: 0x04,
  version: 0x08,
  oldVersion: 0x09,
  verify: 0x11,
  amountStatus: 0x14,
  lastInvoice: 0x15,
  triesLeft: 0x16,
  parameters: 0x33,
} as const;

/** First versions of a card that support these commands. */
const TRIES_SINCE: CardVersion = [3, 1, 1];
const PARAMETERS_SINCE: CardVersion = [3, 2, 8];

const WRONG_PIN = 0x6302;
const BLOCKED = 0x6310;

/** The selected applet that signs receipts. It stays selected until another one is. */
export class SecureElement {
  private constructor(
    private readonly link: CardLink,
    /** Null when the card reports no version; it is then older than all versions that do. */
    readonly version: CardVersion | null,
  ) {}

  /** Selects the applet and reads its version. `foreign`: the card is not one of the tax authority's. */
  static async select(link: CardLink): Promise<Result<SecureElement, CardFault>> {
    const selected = await exchangeApdu(link, 'element', {
      cla: 0,
      ins: 0xa4,
      p1: 4,
      p2: 0,
      data: AID,
      answer: 'short',
    });
    if (!selected.ok) {
      const { error } = selected;
      return error.kind === 'refused' ? foreign('element', error.word) : selected;
    }
    const version = await versionOf(link);
    return version.ok ? ok(new SecureElement(link, version.value)) : version;
  }

  async certificate(): Promise<Result<X509Certificate, CardFault>> {
    return this.read(INS.certificate, 'long', readCertificate, 'a certificate');
  }

  /** Null when a card of this version does not report them. */
  async parameters(): Promise<Result<CertificateParameters | null, CardFault>> {
    if (!this.isSince(PARAMETERS_SINCE)) return ok(null);
    return this.read(INS.parameters, 'short', readParameters, 'certificate parameters', 0);
  }

  /**
   * Wrong PINs until it is blocked permanently; asking uses no try. Null when a card of this version does not report
   * it.
   */
  async triesLeft(): Promise<Result<number | null, CardFault>> {
    if (!this.isSince(TRIES_SINCE)) return ok(null);
    return this.read(INS.triesLeft, 'short', readTriesLeft, 'tries left');
  }

  async amountStatus(): Promise<Result<AmountStatus, CardFault>> {
    return this.read(INS.amountStatus, 'short', readAmountStatus, 'an amount status');
  }

  /** The last invoice that it signed, for any client. */
  async lastInvoice(): Promise<Result<LastInvoice, CardFault>> {
    return this.read(INS.lastInvoice, 'long', readLastInvoice, 'an invoice');
  }

  /** Tries a PIN of four digits once. The caller must have a person's request for it. */
  async verify(pin: string): Promise<Result<PinAnswer, CardFault>> {
    const answer = await exchange(this.link, { ...command(INS.verify, 'none'), data: elementPin(pin) });
    if (!answer.ok) return answer;
    switch (answer.value.word) {
      case DONE:
        return ok({ kind: 'right' });
      case WRONG_PIN:
        return ok({ kind: 'wrong', triesLeft: null });
      case BLOCKED:
        return ok({ kind: 'blocked' });
      default:
        return refused('element', answer.value.word);
    }
  }

  private isSince(since: CardVersion): boolean {
    return this.version !== null && isFrom(this.version, ...since);
  }

  private async read<T>(
    ins: number,
    answer: CardCommand['answer'],
    reader: (bytes: Buffer) => T | undefined,
    what: string,
    p1 = 4,
  ): Promise<Result<T, CardFault>> {
    const bytes = await exchangeApdu(this.link, 'element', { ...command(ins, answer), p1 });
    if (!bytes.ok) return bytes;
    const found = reader(bytes.value);
    return found === undefined ? malformed(what) : ok(found);
  }
}

/** Cards differ in which of the two commands they answer; a card that answers neither is the oldest. */
async function versionOf(link: CardLink): Promise<Result<CardVersion | null, CardFault>> {
  for (const asked of [{ ...command(INS.version, 'short'), p1: 0 }, command(INS.oldVersion, 'short')]) {
    const bytes = await exchangeApdu(link, 'element', asked);
    if (!bytes.ok && bytes.error.kind === 'lost') return bytes;
    const version = bytes.ok ? readVersion(bytes.value) : undefined;
    if (version !== undefined) return ok(version);
  }
  return ok(null);
}

function command(ins: number, answer: CardCommand['answer']): CardCommand {
  return { cla: CLA, ins, p1: 4, p2: 0, answer };
}

import { CLOCK, type ReaderModel } from './readerModels.js';
import type { SlotCard } from './slotCard.js';

const FEATURE = { negotiation: 0x40, pps: 0x80, ifsd: 0x400, tpdu: 0x1_0000, extended: 0x4_0000 } as const;

/** The contacts of a reader: which protocol it speaks at which speed, and what passes between it and the card. */
export class ReaderSide {
  protocol: 0 | 1 = 0;
  speed = 0x11;
  private card: SlotCard | undefined;
  private hasRefused = false;
  /** Bytes that have passed the contacts, and the one at which the card is pulled out. */
  passed = 0;
  removeAt = Infinity;

  constructor(
    private readonly model: ReaderModel,
    private readonly onRemoved: () => void,
  ) {}

  /** bmICCStatus: 0 powered, 1 not powered, 2 no card. */
  get status(): number {
    if (this.card === undefined) return 2;
    return this.card.isOn ? 0 : 1;
  }

  insert(card: SlotCard): void {
    card.powerOff();
    this.card = card;
  }

  remove(): void {
    this.card?.powerOff();
    this.card = undefined;
    this.onRemoved();
  }

  restart(): void {
    this.card?.powerOff();
    this.hasRefused = false;
  }

  powerOff(): void {
    this.card?.powerOff();
  }

  powerOn(select: number): Buffer | undefined {
    const atr = this.card?.powerOn(select);
    if (atr === undefined || !this.pass(atr.length)) return undefined;
    [this.protocol, this.speed] = [this.card?.kind.first ?? 0, 0x11];
    const isByItself = this.has(FEATURE.negotiation) || (this.model.isAlcor && this.hasRefused);
    if (isByItself && this.knowsT1() && this.card?.kind.protocols.includes(1) === true)
      this.agree(1, this.card.kind.speed);
    return atr;
  }

  /** The code of the failure; `misuse` for what a host may not say. */
  setParameters(protocol: number, data: Buffer): number | 'misuse' | undefined {
    if (protocol > 1 || data.length !== (protocol === 0 ? 5 : 7) || this.has(FEATURE.negotiation)) return 'misuse';
    if (this.card?.isOn !== true) return 0xfe;
    const { ifsc, isInverse, isCrc } = this.card.kind;
    const convention = isInverse === true ? 2 : 0;
    const check = isCrc === true ? 1 : 0;
    if (data[1] !== (protocol === 0 ? convention : 0x10 | convention | check)) return 'misuse';
    if (protocol === 1 && (data[5] !== ifsc || data[3] !== 0x45)) return 'misuse';
    if (this.model.isAlcor && !this.hasRefused) {
      this.hasRefused = true;
      this.card.powerOff();
      return 0xf6;
    }
    const speed = data[0] ?? 0x11;
    const as = protocol === 0 ? 0 : 1;
    if (this.has(FEATURE.pps)) return this.agree(as, speed) ? undefined : 0xfe;
    [this.protocol, this.speed] = [as, speed];
    return undefined;
  }

  parameters(): Buffer {
    return this.protocol === 0
      ? Buffer.from([this.speed, 0, 0, 10, 0])
      : Buffer.from([this.speed, 0x10, 0, 0x45, 0, 254, 0]);
  }

  /** How long the card has taken for its last answer, ms. */
  get took(): number {
    return this.card?.took ?? 0;
  }

  /** How long the reader waits for the card, ms, where the host is to hold a card to that; `factor`: bBWI. */
  patience(factor: number): number {
    if (!this.has(FEATURE.tpdu)) return Infinity;
    // BWI 4, and WI 10 at Fi 372: those of all cards here (ISO/IEC 7816-3, 10.2 and 11.4.3).
    return this.protocol === 1 ? (2 ** 4 * 960 * 372 * Math.max(factor, 1)) / CLOCK : (960 * 10 * 372) / CLOCK;
  }

  /** Undefined: the card does not answer. */
  exchange(data: Buffer): Buffer | undefined {
    const { card } = this;
    if (card?.isOn !== true || !this.pass(data.length)) return undefined;
    const answer = this.answerOf(card, data);
    return answer === undefined || !this.pass(answer.length) ? undefined : answer;
  }

  private answerOf(card: SlotCard, data: Buffer): Buffer | undefined {
    const isPps = data[0] === 0xff && data.length <= 4 && !this.has(FEATURE.pps | FEATURE.negotiation);
    if (isPps) return card.pps(data);
    // Bits at another speed, or bytes of another protocol, are noise to a card.
    if (card.protocol !== this.protocol || card.speed !== this.speed) return undefined;
    if (this.has(FEATURE.tpdu)) return card.tpdu(data);
    const isLong = data.length > 261 || (data.length > 6 && data[4] === 0);
    return isLong && (!this.has(FEATURE.extended) || this.protocol === 0) ? undefined : card.apdu(data);
  }

  private agree(protocol: 0 | 1, speed: number): boolean {
    const { card } = this;
    if (card === undefined) return false;
    const isAsked = protocol !== card.kind.first || speed !== 0x11;
    if (isAsked && card.kind.specific === undefined) {
      const request = speed === 0x11 ? [0xff, protocol] : [0xff, 0x10 | protocol, speed];
      const check = request.reduce((sum, byte) => sum ^ byte, 0);
      if (card.pps(Buffer.from([...request, check])) === undefined) return false;
    }
    if (this.has(FEATURE.ifsd)) card.setHostSize(this.model.maxIfsd);
    [this.protocol, this.speed] = [protocol, card.speed];
    return true;
  }

  private pass(bytes: number): boolean {
    this.passed += bytes;
    if (this.passed < this.removeAt) return true;
    if (this.card !== undefined) this.remove();
    return false;
  }

  private knowsT1(): boolean {
    return (this.model.protocols & 2) !== 0;
  }

  private has(bits: number): boolean {
    return (this.model.features & bits) !== 0;
  }
}

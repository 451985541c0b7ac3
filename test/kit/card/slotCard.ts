import type { Chip } from './chip.js';
import { T1Card, type T1Habits } from './t1Card.js';

/** A kind of card: its answer to reset, and what that says, written down by hand. */
export interface CardKind {
  readonly atr: Buffer;
  /** The protocol that it speaks after a reset. */
  readonly first: 0 | 1;
  readonly protocols: readonly number[];
  /** The speeds that it accepts. */
  readonly speed: number;
  readonly ifsc: number;
  /** It cannot be changed (TA2), and speaks so from the beginning. */
  readonly specific?: { readonly speed: number };
  readonly isInverse?: boolean;
  /** Are its blocks checked by CRC? */
  readonly isCrc?: boolean;
}

const hex = (text: string): Buffer => Buffer.from(text.replace(/ /g, ''), 'hex');

/** Cards that were seen (facts, 1.1). */
export const CARDS = {
  serbia: {
    atr: hex('3B 99 96 80 31 FE 45 4A 54 61 78 43 6F 72 65 56 6F'),
    ...{ first: 0, protocols: [0, 1], speed: 0x96, ifsc: 254 },
  },
  serbia2021: {
    atr: hex('3B F9 96 00 00 80 31 FE 45 4A 54 61 78 43 6F 72 65 56 0F'),
    ...{ first: 0, protocols: [0, 1], speed: 0x96, ifsc: 254 },
  },
  fiji: {
    atr: Buffer.concat([hex('3B FA 18 00 00 81 31 FE 45'), Buffer.from('JTaxCoreV1'), hex('B2')]),
    ...{ first: 1, protocols: [1], speed: 0x18, ifsc: 254 },
  },
  /** Speaks T=0 alone, at its first speed. */
  plain: { atr: hex('3B 02 14 50'), first: 0, protocols: [0], speed: 0x11, ifsc: 0 },
} satisfies Record<string, CardKind>;

/** Voltages that a card works with, by the number of CCID: 1 for 5 V, 2 for 3 V, 3 for 1.8 V. */
const ALL_VOLTAGES: readonly number[] = [1, 2, 3];

/** A card as the contacts of a slot have it: it answers only who speaks its protocol at its speed. */
export class SlotCard {
  isOn = false;
  protocol: 0 | 1;
  speed = 0x11;
  /** How long it has taken for its last answer, ms. */
  took = 0;
  private isFresh = false;
  private t1: T1Card;
  /** What a command of T=0 has left to be fetched. */
  private held: Buffer | undefined;

  constructor(
    readonly chip: Chip,
    readonly kind: CardKind,
    private readonly traits: {
      readonly voltages?: readonly number[];
      readonly habits?: T1Habits;
      /** Does it fall silent when it is asked for another speed? */
      readonly refusesSpeed?: boolean;
      /** Does it keep its speed, and agrees to the protocol alone? */
      readonly keepsSpeed?: boolean;
      /** How long it takes for its answer to reset, and for a command, ms. */
      readonly powerUp?: number;
      readonly work?: number;
    } = {},
  ) {
    this.protocol = kind.first;
    this.t1 = this.freshT1();
  }

  /** The answer to reset; undefined when it cannot work with this voltage. 0: the reader has found the right one. */
  powerOn(select: number): Buffer | undefined {
    this.isOn = select === 0 || (this.traits.voltages ?? ALL_VOLTAGES).includes(select);
    if (!this.isOn) return undefined;
    this.chip.reset();
    const { first, specific } = this.kind;
    [this.protocol, this.speed, this.isFresh, this.held] = [first, specific?.speed ?? 0x11, true, undefined];
    this.t1 = this.freshT1();
    this.took = this.traits.powerUp ?? 0;
    return this.kind.atr;
  }

  powerOff(): void {
    this.isOn = false;
  }

  /** Agrees, or falls silent. Only the first thing after a reset may be such a request. */
  pps(request: Buffer): Buffer | undefined {
    const isRight = request.length >= 3 && request.reduce((sum, byte) => sum ^ byte, 0) === 0;
    const [, format = 0, told = 0x11] = request;
    const protocol = format & 0x0f;
    const speed = (format & 0x10) !== 0 ? told : 0x11;
    if (!this.isFresh || !isRight || this.kind.specific !== undefined || !this.kind.protocols.includes(protocol)) {
      this.fallSilent();
      return;
    }
    if (request.length !== ((format & 0x10) !== 0 ? 4 : 3)) {
      this.fallSilent();
      return;
    }
    const isSlower = (speed & 0xf0) === (this.kind.speed & 0xf0) && (speed & 0x0f) <= (this.kind.speed & 0x0f);
    if (speed !== 0x11 && (!isSlower || this.traits.refusesSpeed === true)) {
      this.fallSilent();
      return;
    }
    this.isFresh = false;
    this.took = 0;
    this.protocol = protocol === 0 ? 0 : 1;
    if (this.traits.keepsSpeed === true) return Buffer.from([0xff, protocol, 0xff ^ protocol]);
    this.speed = speed;
    return request;
  }

  setHostSize(size: number): void {
    this.t1.setHostSize(size);
  }

  /** A block of T=1, or a command of T=0; undefined: it does not answer. */
  tpdu(bytes: Buffer): Buffer | undefined {
    if (!this.isOn) return undefined;
    this.isFresh = false;
    const answer = this.protocol === 1 ? this.t1.receive(bytes) : this.t0(bytes);
    this.took = this.protocol === 1 ? this.t1.took : this.work;
    return answer;
  }

  /** A whole command, from a reader that takes care of the rest. */
  apdu(command: Buffer): Buffer | undefined {
    if (!this.isOn) return undefined;
    this.isFresh = false;
    this.took = this.work;
    return this.chip.transmit(command);
  }

  /** T=0 (ISO/IEC 7816-3, 12.2): data goes in one direction, and its length must be right. */
  private t0(command: Buffer): Buffer | undefined {
    const p3 = command[4];
    if (p3 === undefined || (command.length > 5 && command.length !== 5 + p3)) {
      this.fallSilent();
      return;
    }
    if (command.length > 5) {
      const answer = this.chip.transmit(Buffer.concat([command, Buffer.from([0])]));
      if (answer.length === 2) return answer;
      this.held = answer;
      return Buffer.from([0x61, Math.min(answer.length - 2, 256) & 0xff]);
    }
    const isFetch = command[1] === 0xc0 && this.held !== undefined;
    const answer = isFetch ? (this.held ?? Buffer.alloc(0)) : this.chip.transmit(command);
    const length = answer.length - 2;
    const wanted = p3 === 0 ? 256 : p3;
    if (length === 0) return answer;
    if (!isFetch) return wanted === length ? answer : Buffer.from([0x6c, length & 0xff]);
    if (wanted > length) return Buffer.from([0x6c, length & 0xff]);
    this.held = wanted === length ? undefined : answer.subarray(wanted);
    const end =
      wanted === length ? answer.subarray(length) : Buffer.from([0x61, Math.min(length - wanted, 256) & 0xff]);
    return Buffer.concat([answer.subarray(0, wanted), end]);
  }

  private get work(): number {
    return this.traits.work ?? 0;
  }

  private fallSilent(): undefined {
    this.isOn = false;
    return undefined;
  }

  private freshT1(): T1Card {
    return new T1Card(this.chip, this.kind.ifsc, this.traits.habits, this.work);
  }
}

import type { Clock } from '../../../src/base/clock.js';
import { LaterAnswer, type Pace } from './laterAnswer.js';
import { ReaderSide } from './readerSide.js';
import type { ReaderModel } from './readerModels.js';
import type { SlotCard } from './slotCard.js';

const TYPE = { block: 0x80, slot: 0x81, parameters: 0x82 } as const;
/** Why a command fails (CCID 1.1, 6.2.6); a small number is the place of the byte that is wrong. */
const CODE = { mute: 0xfe, length: 1, slot: 5, power: 7, level: 8, message: 0, busy: 0xe0 } as const;

/** What the firmware does with the card, in place of what it should. */
export interface CardFaults {
  /** In place of the answer to the n-th transfer since the reader was made: fails with this code, or says this. */
  readonly onTransfer?: (n: number, answer: Buffer | undefined) => Buffer | number | undefined;
  /** The code with which powering up by this voltage fails. */
  readonly onPowerOn?: (select: number) => number | undefined;
  /** The code with which it refuses parameters. */
  readonly parameters?: number;
  /** Is it too busy to begin with this message? */
  readonly isBusy?: () => boolean;
  /** The message since the reader was made at which it hangs, until that is aborted. */
  readonly hangsAt?: number;
}

interface FirmwareDeps {
  readonly clock: Clock;
  readonly say: (message: Buffer) => void;
  readonly notify: (notice: Buffer) => void;
}

/** The program of a CCID reader (CCID 1.1, 6): messages in, messages out. It holds the host to every rule. */
export class CcidFirmware {
  /** What no host may do, in the order of seeing it. */
  readonly misuse: string[] = [];
  faults: CardFaults = {};
  pace: Pace = {};
  /** By how much longer than usual the card was to be waited for, at each transfer (bBWI). */
  readonly waitFactors: number[] = [];
  transfers = 0;
  messages = 0;
  /** The types of the messages that it took. */
  readonly heard: number[] = [];
  private isHung = false;
  /** Bytes that passed the contacts of the card, and the one at which it is pulled out. */
  private side: ReaderSide;
  private command: Buffer[] = [];
  private answer: Buffer = Buffer.alloc(0);
  private isAnswering = false;
  private aborting: number | undefined;
  /** The message that it answers, how long it waits for the card first, ms, and its answer after that. */
  private last: Buffer = Buffer.alloc(10);
  private took = 0;
  private readonly later: LaterAnswer;
  /** Until then a card that was given up computes on, and hears nothing. */
  private deafUntil = 0;

  constructor(
    private readonly model: ReaderModel,
    private readonly deps: FirmwareDeps,
  ) {
    this.side = new ReaderSide(model, () => this.notice());
    this.later = new LaterAnswer(deps.clock, deps.say);
  }

  get contacts(): ReaderSide {
    return this.side;
  }

  insert(card: SlotCard): void {
    this.cutShort();
    this.side.insert(card);
    this.notice();
  }

  remove(): void {
    this.side.remove();
    this.cutShort();
  }

  restart(): void {
    this.stopWork();
    this.side.restart();
    this.command = [];
  }

  control(request: number, value: number): Buffer | undefined {
    if (request === 1) {
      this.aborting = value >> 8;
      return Buffer.alloc(0);
    }
    if (request !== 3 || this.model.dataRates.length === 0) return undefined;
    const rates = Buffer.alloc(4 * this.model.dataRates.length);
    this.model.dataRates.forEach((rate, at) => rates.writeUInt32LE(rate, 4 * at));
    return rates;
  }

  take(message: Buffer): void {
    this.messages += 1;
    this.heard.push(message[0] ?? 0);
    if (this.messages === this.faults.hangsAt) this.isHung = true;
    if (this.isHung && message[0] !== 0x72) return;
    if (this.later.isWaiting && message[0] !== 0x72) {
      this.misuse.push(`message ${message.toString('hex', 0, 10)} before the answer to the one before`);
      this.deps.say(this.reply(message, TYPE.slot, { code: CODE.busy }));
      return;
    }
    [this.took, this.last] = [0, message];
    const answer = this.answerTo(message);
    const wait = this.took + (this.pace.delay ?? 0);
    const extension = this.pace.extension ?? { every: Infinity, factor: 1 };
    if (wait === 0) this.deps.say(answer);
    else void this.later.sayAfter(wait, answer, extension, () => this.moreTime(message, extension.factor));
  }

  /** The card was removed before it has answered. */
  private cutShort(): void {
    const isCut = this.later.isWaiting;
    this.stopWork();
    if (isCut) this.deps.say(this.reply(this.last, TYPE.block, { code: CODE.mute }));
  }

  private stopWork(): void {
    this.later.cancel();
    this.deafUntil = 0;
  }

  private answerTo(message: Buffer): Buffer {
    if (
      message.length < 10 ||
      message.readUInt32LE(1) !== message.length - 10 ||
      message.length > this.model.maxMessage
    ) {
      this.misuse.push(`message of ${message.length} bytes: ${message.subarray(0, 12).toString('hex')}`);
      return this.reply(message, TYPE.slot, { code: CODE.length });
    }
    if (this.faults.isBusy?.() === true) return this.reply(message, TYPE.slot, { code: CODE.busy });
    if (message[5] !== 0) return this.reply(message, TYPE.slot, { code: CODE.slot });
    switch (message[0] ?? 0) {
      case 0x62:
        return this.powerOn(message);
      case 0x63:
        this.side.powerOff();
        return this.reply(message, TYPE.slot, {});
      case 0x65:
        return this.reply(message, TYPE.slot, {});
      case 0x6f:
        return this.transfer(message);
      case 0x61:
        return this.setParameters(message);
      case 0x6c:
        return this.parameters(message);
      case 0x72:
        return this.abort(message);
      default:
        return this.reply(message, TYPE.slot, { code: CODE.message });
    }
  }

  private parameters(message: Buffer): Buffer {
    const told = this.reply(message, TYPE.parameters, { data: this.side.parameters(), last: this.side.protocol });
    if (this.model.hidesParameters) told.writeUInt32LE(0, 1);
    return told;
  }

  private powerOn(message: Buffer): Buffer {
    const select = message[7] ?? 0;
    const isAutomatic = (this.model.features & 0x0c) !== 0;
    const isKnown = isAutomatic
      ? select === 0
      : select >= 1 && select <= 3 && (this.model.voltages >> (select - 1)) & 1;
    if (!isKnown) {
      this.misuse.push(`voltage ${select}`);
      return this.reply(message, TYPE.block, { code: CODE.power });
    }
    this.command = [];
    this.isAnswering = false;
    this.deafUntil = 0;
    const fault = this.faults.onPowerOn?.(select);
    if (fault !== undefined) return this.reply(message, TYPE.block, { code: fault });
    const atr = this.side.powerOn(select);
    if (atr !== undefined) this.took = this.side.took;
    return this.reply(message, TYPE.block, atr === undefined ? { code: CODE.mute } : { data: atr });
  }

  private setParameters(message: Buffer): Buffer {
    if (this.faults.parameters !== undefined)
      return this.reply(message, TYPE.parameters, { code: this.faults.parameters });
    const code = this.side.setParameters(message[7] ?? 0, message.subarray(10));
    if (code === 'misuse') {
      this.misuse.push(`parameters ${message.subarray(7).toString('hex')}`);
      return this.reply(message, TYPE.parameters, { code: CODE.power });
    }
    return this.reply(message, TYPE.parameters, code === undefined ? { last: this.side.protocol } : { code });
  }

  private transfer(message: Buffer): Buffer {
    const data = message.subarray(10);
    const level = message.readUInt16LE(8);
    if ((this.model.features & 0x4_0000) !== 0) return this.chained(message, level, data);
    if (level !== 0) {
      this.misuse.push(`level ${level}`);
      return this.reply(message, TYPE.block, { code: CODE.level });
    }
    this.waitFactors.push(message[7] ?? 0);
    return this.replyToTransfer(message, this.exchange(data, this.side.patience(message[7] ?? 0)));
  }

  /** Extended APDU level: command and answer may come in parts (CCID 1.1, 6.1.4 and 6.2.1). */
  private chained(message: Buffer, level: number, data: Buffer): Buffer {
    const isBegin = level === 0 || level === 1;
    const isExpected = level === 0x10 ? this.isAnswering && data.length === 0 : isBegin === (this.command.length === 0);
    if (!isExpected || (this.isAnswering && level !== 0x10)) {
      this.misuse.push(`level ${level} with ${data.length} bytes`);
      return this.reply(message, TYPE.block, { code: CODE.level });
    }
    if (level === 0x10) return this.part(message, false);
    this.command.push(Buffer.from(data));
    if (level === 1 || level === 3) return this.reply(message, TYPE.block, { last: 0x10 });
    const whole = Buffer.concat(this.command);
    this.command = [];
    const answer = this.exchange(whole, Infinity);
    if (typeof answer === 'number') return this.replyToTransfer(message, answer);
    this.answer = answer;
    return this.part(message, true);
  }

  private part(message: Buffer, isFirst: boolean): Buffer {
    const size = this.model.maxMessage - 10;
    const part = this.answer.subarray(0, size);
    this.answer = this.answer.subarray(size);
    this.isAnswering = this.answer.length > 0;
    const last = isFirst ? (this.isAnswering ? 1 : 0) : this.isAnswering ? 3 : 2;
    return this.reply(message, TYPE.block, { data: part, last });
  }

  /** `patience`: how long the card may take, ms. */
  private exchange(data: Buffer, patience: number): Buffer | number {
    this.transfers += 1;
    const now = this.deps.clock.monotonic();
    const isDeaf = now < this.deafUntil;
    const said = isDeaf ? undefined : this.side.exchange(Buffer.from(data));
    if (said !== undefined) this.took = this.side.took;
    if (isDeaf) this.took = patience;
    const isLate = this.took > patience;
    if (isLate) [this.deafUntil, this.took] = [now + this.took, patience];
    const answer = isLate ? undefined : said;
    return (
      (this.faults.onTransfer === undefined ? answer : this.faults.onTransfer(this.transfers, answer)) ?? CODE.mute
    );
  }

  private replyToTransfer(message: Buffer, answer: Buffer | number): Buffer {
    return this.reply(message, TYPE.block, typeof answer === 'number' ? { code: answer } : { data: answer });
  }

  private abort(message: Buffer): Buffer {
    if (this.aborting !== message[6]) this.misuse.push('message to abort without its request');
    else this.isHung = false;
    this.aborting = undefined;
    this.later.cancel();
    this.command = [];
    this.isAnswering = false;
    return this.reply(message, TYPE.slot, {});
  }

  private reply(
    message: Buffer,
    type: number,
    { code, data = Buffer.alloc(0), last = 0 }: { code?: number; data?: Buffer; last?: number },
  ): Buffer {
    const isFailed = code !== undefined;
    const header = Buffer.from([type, 0, 0, 0, 0, 0, message[6] ?? 0, this.side.status, code ?? 0, last]);
    if (isFailed) header[7] = this.side.status | 0x40;
    header.writeUInt32LE(isFailed ? 0 : data.length, 1);
    return isFailed ? header : Buffer.concat([header, data]);
  }

  private moreTime(message: Buffer, factor: number): Buffer {
    const extension = this.reply(message, TYPE.block, { code: factor });
    extension[7] = this.side.status | 0x80;
    return extension;
  }

  private notice(): void {
    this.deps.notify(Buffer.from([0x50, this.side.status === 2 ? 2 : 3]));
  }
}

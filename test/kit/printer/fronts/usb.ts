import { failed, ok, type Result } from '../../../../src/base/result.js';
import type { Loss } from '../../../../src/platform/devices/connection.js';
import type { TransferResult, UsbBus, UsbDevice, UsbPipes } from '../../../../src/platform/devices/usbBus.js';
import type { Front, PrinterEnd } from './device.js';

export interface UsbIdentity {
  readonly vid: number;
  readonly pid: number;
  /** null: it reports none. */
  readonly serial: string | null;
}

/** A transfer that waits for the printer. */
interface Waiting {
  readonly bytes: Uint8Array;
  done: number;
  readonly end: (how: TransferResult['end']) => void;
}

/** A bus with one printer; a transfer waits while the printer has no room, and ends when its time is over. */
export class UsbFront implements UsbBus, Front {
  private isPlugged = true;
  private claimed: object | undefined;
  private sending: Waiting | undefined;
  private receiving: Waiting | undefined;
  private answers: Buffer = Buffer.alloc(0);
  private nextHalt: 'send' | 'receive' | undefined;

  private constructor(
    private readonly printer: PrinterEnd,
    private readonly identity: UsbIdentity,
  ) {
    printer.onRoom = () => this.giveBytes();
    printer.onAnswer = (bytes) => {
      if (this.claimed === undefined) return;
      this.answers = Buffer.concat([this.answers, bytes]);
      this.giveAnswers();
    };
    printer.onPower = (isOn) => {
      if (!isOn) this.vanish();
    };
  }

  static start(printer: PrinterEnd, identity: UsbIdentity): UsbFront {
    return new UsbFront(printer, identity);
  }

  get isQuiet(): boolean {
    return this.answers.length === 0;
  }

  /** Are there bytes for which the printer has no room? */
  get isHeldUp(): boolean {
    return this.sending !== undefined;
  }

  /** Is the printer in the hands of the box? */
  get isClaimed(): boolean {
    return this.claimed !== undefined;
  }

  unplug(): void {
    this.isPlugged = false;
    this.vanish();
  }

  plug(): void {
    this.isPlugged = true;
  }

  async stop(): Promise<void> {
    this.unplug();
  }

  /** The next transfer in this direction ends with a halt, after the bytes that it has moved. */
  halt(direction: 'send' | 'receive'): void {
    this.nextHalt = direction;
    this.pump();
  }

  readonly find = (vendor: number, product: number): Result<readonly UsbDevice[], Loss> => {
    const { vid, pid } = this.identity;
    if (!this.isPlugged || !this.printer.isOn || vendor !== vid || product !== pid) return ok([]);
    return ok([this.device()]);
  };

  readonly findClass = (interfaceClass: number): Result<readonly UsbDevice[], Loss> =>
    ok(this.isPlugged && this.printer.isOn && interfaceClass === 7 ? [this.device()] : []);

  private device(): UsbDevice {
    const { vid, pid, serial } = this.identity;
    return {
      ...{ id: '1-2', vendor: vid, product: pid },
      name: async () => '',
      serial: async () => ok(serial),
      claim: async () => this.claim(),
    };
  }

  private claim(): Result<UsbPipes, Loss> {
    if (!this.isPlugged || !this.printer.isOn) return failed('absent');
    if (this.claimed !== undefined) return failed('busy');
    const claim = {};
    this.claimed = claim;
    const isMine = (): boolean => this.claimed === claim;
    const pipes: UsbPipes = {
      descriptors: Buffer.alloc(0),
      send: (bytes, ms) => this.transfer('sending', isMine(), bytes, ms),
      receive: (into, ms) => this.transfer('receiving', isMine(), into, ms),
      listen: undefined,
      control: async () => ({ actual: 0, end: 'halted' }),
      clearHalt: async () => undefined,
      release: async () => {
        if (isMine()) this.vanish();
      },
    };
    return ok(pipes);
  }

  private transfer(
    slot: 'sending' | 'receiving',
    isMine: boolean,
    bytes: Uint8Array,
    ms: number,
  ): Promise<TransferResult> {
    return new Promise((resolve) => {
      if (!isMine) {
        resolve({ actual: 0, end: 'gone' });
        return;
      }
      const late = setTimeout(() => waiting.end('late'), ms);
      late.unref();
      const waiting: Waiting = {
        bytes,
        done: 0,
        end: (how) => {
          clearTimeout(late);
          if (this[slot] === waiting) this[slot] = undefined;
          resolve({ actual: waiting.done, end: how });
        },
      };
      this[slot] = waiting;
      this.pump();
    });
  }

  private pump(): void {
    this.giveBytes();
    this.giveAnswers();
  }

  /** A printer answers while it takes bytes: they are not to be given once more meanwhile. */
  private giveBytes(): void {
    const { sending } = this;
    if (sending !== undefined) {
      sending.done += this.printer.take(sending.bytes.subarray(sending.done));
      if (this.sending === sending) this.settle('send', sending, sending.done === sending.bytes.length);
    }
  }

  private giveAnswers(): void {
    const { receiving } = this;
    if (receiving !== undefined) {
      const some = this.answers.subarray(0, receiving.bytes.length);
      receiving.bytes.set(some);
      receiving.done = some.length;
      this.answers = this.answers.subarray(some.length);
      this.settle('receive', receiving, some.length > 0);
    }
  }

  private settle(direction: 'send' | 'receive', waiting: Waiting, isDone: boolean): void {
    if (this.nextHalt === direction) {
      this.nextHalt = undefined;
      waiting.end('halted');
    } else if (isDone) waiting.end('done');
  }

  private vanish(): void {
    this.claimed = undefined;
    this.answers = Buffer.alloc(0);
    this.sending?.end('gone');
    this.receiving?.end('gone');
  }
}

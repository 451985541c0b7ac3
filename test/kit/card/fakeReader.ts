import type { Clock } from '../../../src/base/clock.js';
import { failed, ok, type Result } from '../../../src/base/result.js';
import type { Loss } from '../../../src/platform/devices/connection.js';
import type { Receive, TransferResult, UsbBus, UsbDevice, UsbPipes } from '../../../src/platform/devices/usbBus.js';
import { CcidFirmware } from './ccidFirmware.js';
import { descriptorBytes, type ReaderModel } from './readerModels.js';
import type { SlotCard } from './slotCard.js';

/** An endpoint to the host: what waits to be fetched, and who waits for it. A halt lasts until it is cleared. */
class InEndpoint {
  private readonly waiting: (Buffer | 'halted')[] = [];
  private wake: (() => void) | undefined;

  constructor(private readonly clock: Clock) {}

  push(bytes: Buffer | 'halted'): void {
    this.waiting.push(bytes);
    this.wake?.();
  }

  clearHalt(): void {
    if (this.waiting[0] === 'halted') this.waiting.shift();
  }

  stop(): void {
    this.waiting.length = 0;
    this.wake?.();
  }

  async take(ms: number): Promise<Buffer | 'halted' | undefined> {
    if (this.waiting.length === 0) {
      const stop = new AbortController();
      await Promise.race([new Promise<void>((resolve) => (this.wake = resolve)), this.clock.sleep(ms, stop.signal)]);
      stop.abort();
      this.wake = undefined;
    }
    return this.waiting[0] === 'halted' ? 'halted' : this.waiting.shift();
  }
}

/** What happens on the way between reader and box. */
export interface UsbFaults {
  /** Replaces a message of the reader by none, another or several, or stops the reader. */
  readonly onAnswer?: (message: Buffer) => readonly (Buffer | 'halted')[];
  /** Halts the sending before its first byte; asked once for each message that finds no halt. */
  readonly isRefused?: () => boolean;
}

/** A bus with one card reader on it, which can be plugged in and out, at any byte too. */
export class FakeReader implements UsbBus {
  readonly firmware: CcidFirmware;
  /** As the bus does: whatever goes wrong between reader and box. */
  faults: UsbFaults = {};
  /** Bytes and transfers that have passed, and the one at which the plug is pulled. */
  traffic = 0;
  unplugAt = Infinity;
  /** In the hands of another program. */
  isTaken = false;
  private address = 4;
  isPlugged = true;
  /** How often it was asked for its name. */
  named = 0;
  /** The endpoints whose halts were cleared, one after the other. */
  readonly cleared: string[] = [];
  private isSendHalted = false;
  private claim: object | undefined;
  private readonly answers: InEndpoint;
  private readonly notices: InEndpoint;

  constructor(
    readonly model: ReaderModel,
    clock: Clock,
    /** Number of its bus. */
    private readonly bus = 1,
  ) {
    this.answers = new InEndpoint(clock);
    this.notices = new InEndpoint(clock);
    this.firmware = new CcidFirmware(model, {
      clock,
      say: (message) => this.answer(message),
      notify: (notice) => {
        if (this.claim !== undefined) this.notices.push(notice);
      },
    });
  }

  get isClaimed(): boolean {
    return this.claim !== undefined;
  }

  insert(card: SlotCard): void {
    this.firmware.insert(card);
  }

  remove(): void {
    this.firmware.remove();
  }

  unplug(): void {
    this.isPlugged = false;
    this.vanish();
    this.firmware.restart();
  }

  /** Plugged in again, it is another device. */
  plug(): void {
    this.isPlugged = true;
    this.address += 1;
    this.unplugAt = Infinity;
  }

  /** An answer that comes by itself, or late. */
  say(message: Buffer): void {
    this.answers.push(message);
  }

  notify(notice: Buffer | 'halted'): void {
    this.notices.push(notice);
  }

  readonly find = (vendor: number, product: number): Result<readonly UsbDevice[], Loss> =>
    ok(this.isPlugged && vendor === this.model.vendor && product === this.model.product ? [this.device()] : []);

  readonly findClass = (interfaceClass: number): Result<readonly UsbDevice[], Loss> =>
    ok(this.isPlugged && interfaceClass === 0x0b ? [this.device()] : []);

  private device(): UsbDevice {
    const { vendor, product, name } = this.model;
    const { address } = this;
    return {
      ...{ id: `${this.bus}-${address}`, vendor, product },
      name: async () => {
        this.named += 1;
        return name;
      },
      serial: async () => ok(null),
      claim: async () => (this.isPlugged && address === this.address ? this.pipes() : failed('absent')),
    };
  }

  private pipes(): Result<UsbPipes, Loss> {
    if (this.claim !== undefined || this.isTaken) return failed('busy');
    const claim = {};
    this.claim = claim;
    const isMine = (): boolean => this.claim === claim;
    return ok({
      descriptors: descriptorBytes(this.model),
      send: async (bytes) => (isMine() ? this.send(Buffer.from(bytes)) : GONE),
      receive: this.receiver(this.answers, isMine),
      listen: this.model.hasInterrupt ? this.receiver(this.notices, isMine) : undefined,
      control: async (request, value, into) => (isMine() ? this.control(request, value, into) : GONE),
      clearHalt: async (of) => {
        this.cleared.push(of);
        if (of === 'send') this.isSendHalted = false;
        else (of === 'receive' ? this.answers : this.notices).clearHalt();
      },
      release: async () => {
        if (isMine()) this.vanish();
      },
    });
  }

  private receiver(from: InEndpoint, isMine: () => boolean): Receive {
    return async (into, ms) => {
      if (!isMine()) return GONE;
      const bytes = await from.take(ms);
      if (!isMine()) return GONE;
      if (bytes === undefined) return { actual: 0, end: 'late' };
      if (bytes === 'halted') return { actual: 0, end: 'halted' };
      const passed = this.pass(bytes.length);
      into.set(bytes.subarray(0, passed));
      return isMine() ? { actual: passed, end: 'done' } : { actual: passed, end: 'gone' };
    };
  }

  private send(message: Buffer): TransferResult {
    this.isSendHalted ||= this.faults.isRefused?.() === true;
    if (this.isSendHalted) return { actual: 0, end: 'halted' };
    const passed = this.pass(message.length);
    if (this.claim === undefined) return { actual: passed, end: 'gone' };
    this.firmware.take(message);
    return { actual: message.length, end: 'done' };
  }

  private answer(message: Buffer): void {
    if (this.claim === undefined) return;
    for (const one of this.faults.onAnswer?.(message) ?? [message]) this.answers.push(one);
  }

  private control(request: number, value: number, into: Uint8Array | undefined): TransferResult {
    this.pass(1);
    if (this.claim === undefined) return GONE;
    const answer = this.firmware.control(request, value);
    if (answer === undefined) return { actual: 0, end: 'halted' };
    into?.set(answer.subarray(0, into.length));
    return { actual: Math.min(answer.length, into?.length ?? 0), end: 'done' };
  }

  /** Counts; the bytes that pass before the plug is pulled. An empty packet counts as one. */
  private pass(bytes: number): number {
    const left = this.unplugAt - this.traffic;
    this.traffic += Math.max(bytes, 1);
    if (left > Math.max(bytes, 1)) return bytes;
    this.unplug();
    return Math.min(left, bytes);
  }

  private vanish(): void {
    this.claim = undefined;
    this.isSendHalted = false;
    this.answers.stop();
    this.notices.stop();
  }
}

const GONE: TransferResult = { actual: 0, end: 'gone' };

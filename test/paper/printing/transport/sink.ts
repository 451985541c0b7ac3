import type { PrinterEnd } from '../../../kit/printer/fronts/device.js';

/** The end of a cable that keeps what comes, as far as it has room. */
export class Sink implements PrinterEnd {
  isOn = true;
  onRoom: (() => void) | undefined;
  onAnswer: ((bytes: Uint8Array) => void) | undefined;
  onPower: ((isOn: boolean) => void) | undefined;
  private readonly taken: Buffer[] = [];
  private length = 0;
  private waiting: { readonly bytes: number; readonly reached: () => void } | undefined;

  /** `room`: bytes that it still takes. */
  constructor(private room = Infinity) {}

  get bytes(): Buffer {
    return Buffer.concat(this.taken);
  }

  take(bytes: Uint8Array): number {
    const some = bytes.subarray(0, Math.min(bytes.length, this.room));
    this.room -= some.length;
    this.taken.push(Buffer.from(some));
    this.length += some.length;
    if (this.waiting !== undefined && this.length >= this.waiting.bytes) this.waiting.reached();
    return some.length;
  }

  /** Resolves when so many bytes have come. */
  async reached(bytes: number): Promise<void> {
    if (this.length < bytes) await new Promise<void>((reached) => (this.waiting = { bytes, reached }));
  }

  makeRoom(bytes = Infinity): void {
    this.room = bytes;
    this.onRoom?.();
  }

  send(bytes: Uint8Array): void {
    this.onAnswer?.(bytes);
  }

  power(isOn: boolean): void {
    this.isOn = isOn;
    this.onPower?.(isOn);
  }
}

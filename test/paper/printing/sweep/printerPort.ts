import type { FakePrinter } from '../../../kit/printer/core.js';
import type { PrinterEnd } from '../../../kit/printer/fronts/device.js';

/** The port in the printer: what goes through it can be stopped to the byte, and is counted. */
export class PrinterPort implements PrinterEnd {
  onRoom: (() => void) | undefined;
  onAnswer: ((bytes: Uint8Array) => void) | undefined;
  onPower: ((isOn: boolean) => void) | undefined;
  /** Bytes of answers that went out. */
  answered = 0;
  /** It takes bytes, and says nothing. */
  isMute = false;
  private isSevered = false;

  constructor(private readonly printer: FakePrinter) {
    printer.onRoom = () => this.onRoom?.();
    printer.onPower = (isOn) => this.onPower?.(isOn);
    printer.onAnswer = (bytes) => {
      if (this.isMute || this.isSevered) return;
      this.answered += bytes.length;
      this.onAnswer?.(bytes);
    };
  }

  get isOn(): boolean {
    return this.printer.isOn;
  }

  /** Byte by byte, so that nothing passes after the one at which it is severed. */
  take(bytes: Uint8Array): number {
    let taken = 0;
    while (!this.isSevered && taken < bytes.length) {
      const next = this.printer.take(bytes.subarray(taken, taken + 1)) || this.printer.take(bytes.subarray(taken));
      if (next === 0) break;
      taken += next;
    }
    return taken;
  }

  /** Nothing passes in either direction, without a report. */
  sever(isSevered: boolean): void {
    this.isSevered = isSevered;
    if (!isSevered) this.onRoom?.();
  }
}

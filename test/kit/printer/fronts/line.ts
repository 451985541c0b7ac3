import type { Socket } from 'node:net';
import type { Front, PrinterEnd } from './device.js';

/** A serial line that ends in a socket, as QEMU's adapters give it: it is read only as the printer has room. */
export class LineFront implements Front {
  private held: Buffer = Buffer.alloc(0);

  constructor(
    private readonly printer: PrinterEnd,
    private readonly line: Socket,
  ) {
    line.on('data', (bytes: Buffer) => {
      this.held = Buffer.concat([this.held, bytes]);
      this.pump();
    });
    printer.onRoom = () => this.pump();
    printer.onAnswer = (bytes) => line.write(bytes);
    printer.onPower = () => this.pump();
  }

  get isQuiet(): boolean {
    return this.held.length === 0 && this.line.writableLength === 0;
  }

  async stop(): Promise<void> {
    this.line.destroy();
  }

  private pump(): void {
    const offered = this.held;
    // Bytes to a printer without power are lost.
    this.held = this.printer.isOn ? offered.subarray(this.printer.take(offered)) : Buffer.alloc(0);
    if (this.held.length > 0) this.line.pause();
    else this.line.resume();
  }
}

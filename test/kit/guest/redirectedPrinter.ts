import type { Socket } from 'node:net';
import type { PrinterEnd, Front } from '../printer/fronts/device.js';
import {
  type Cancel,
  type ControlRequest,
  type RedirectedFunction,
  RedirectedDevice,
  type RedirectStatus,
} from './usbRedir.js';

const [OUT, IN] = [0x01, 0x82];
const [SERIAL, NAME, MAKER] = [3, 2, 1];
/** USB Device Class Definition for Printing Devices 1.1, 4.2. */
const CLASS_REQUEST = 0xa1;
const [GET_DEVICE_ID, GET_PORT_STATUS] = [0, 1];
const SELECTED_WITHOUT_ERROR = 0x18;

export interface UsbPrinterIdentity {
  readonly vendor: number;
  readonly product: number;
  readonly maker: string;
  readonly name: string;
  readonly serial: string;
}

/** A transfer to the guest or from it that waits for the printer. */
interface Waiting {
  readonly bytes: Uint8Array;
  done: number;
  readonly end: (status: RedirectStatus, done: number) => void;
}

/** The USB socket of a printer, of class 7, that is plugged into a guest. Off it vanishes from the bus, on it comes back. */
export class RedirectedPrinter implements Front, RedirectedFunction {
  readonly vendor: number;
  readonly product: number;
  readonly interfaceClass = [7, 1, 2] as const;
  readonly sending = OUT;
  readonly receiving = IN;
  private readonly device: RedirectedDevice;
  private readonly taking: Waiting[] = [];
  private readonly giving: { readonly length: number; readonly end: (bytes: Uint8Array) => void }[] = [];
  private answers: Buffer = Buffer.alloc(0);
  private nextStalls = 0;

  /** `line`: to the character device of `usb-redir`. */
  constructor(
    private readonly printer: PrinterEnd,
    private readonly identity: UsbPrinterIdentity,
    line: Socket,
  ) {
    this.vendor = identity.vendor;
    this.product = identity.product;
    this.device = new RedirectedDevice(line, this);
    printer.onRoom = () => this.give();
    printer.onAnswer = (bytes) => {
      this.answers = Buffer.concat([this.answers, bytes]);
      this.answer();
    };
    printer.onPower = (isOn) => {
      if (isOn) this.plug();
      else this.unplug();
    };
  }

  get isQuiet(): boolean {
    return this.taking.length === 0 && this.answers.length === 0;
  }

  plug(): void {
    if (this.printer.isOn) this.device.plug();
  }

  unplug(): void {
    this.answers = Buffer.alloc(0);
    this.device.unplug();
  }

  /** The next so many transfers from the guest end with a stall. */
  stall(times: number): void {
    this.nextStalls = times;
  }

  async stop(): Promise<void> {
    this.unplug();
  }

  control({ type, request, value }: ControlRequest): Uint8Array | undefined {
    if (type === 0x80 && request === 6) return this.descriptor(value >> 8, value & 0xff);
    // CLEAR_FEATURE of a halted endpoint.
    if (type === 0x02 && request === 1) return Buffer.alloc(0);
    if (type === CLASS_REQUEST && request === GET_PORT_STATUS) return Buffer.of(SELECTED_WITHOUT_ERROR);
    if (type === CLASS_REQUEST && request === GET_DEVICE_ID) {
      const text = Buffer.from(`MFG:${this.identity.maker};CMD:ESC/POS;MDL:${this.identity.name};CLS:PRINTER;`);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(text.length + 2);
      return Buffer.concat([length, text]);
    }
    return undefined;
  }

  out(bytes: Uint8Array, done: (status: RedirectStatus, taken: number) => void): Cancel {
    const waiting: Waiting = { bytes, done: 0, end: done };
    this.taking.push(waiting);
    this.give();
    return () => remove(this.taking, waiting);
  }

  in(length: number, done: (status: RedirectStatus, bytes: Uint8Array) => void): Cancel {
    const waiting = { length, end: (bytes: Uint8Array) => done('success', bytes) };
    this.giving.push(waiting);
    this.answer();
    return () => remove(this.giving, waiting);
  }

  /** Gives the printer what it has room for, in order. */
  private give(): void {
    for (let first = this.taking[0]; first !== undefined; first = this.taking[0]) {
      if (this.nextStalls > 0) {
        this.nextStalls -= 1;
        this.taking.shift();
        first.end('stall', 0);
        continue;
      }
      first.done += this.printer.take(first.bytes.subarray(first.done));
      // It may have been switched off at one of these bytes; everything pending is then dropped.
      if (first.done < first.bytes.length || this.taking[0] !== first) return;
      this.taking.shift();
      first.end('success', first.done);
    }
  }

  private answer(): void {
    while (this.answers.length > 0 && this.giving.length > 0) {
      const first = this.giving.shift();
      const bytes = this.answers.subarray(0, first?.length);
      this.answers = this.answers.subarray(bytes.length);
      first?.end(bytes);
    }
  }

  /** USB 2.0, 9.6. */
  private descriptor(type: number, index: number): Uint8Array | undefined {
    const { vendor, product, maker, name, serial } = this.identity;
    switch (type) {
      case 1: {
        const [v, p] = [word(vendor), word(product)];
        return Buffer.of(18, 1, 0x00, 0x02, 0, 0, 0, 64, ...v, ...p, 0x00, 0x01, MAKER, NAME, SERIAL, 1);
      }
      case 2: {
        const endpoints = [OUT, IN].flatMap((address) => [7, 5, address, 2, ...word(512), 0]);
        const rest = [9, 4, 0, 0, 2, ...this.interfaceClass, 0, ...endpoints];
        return Buffer.of(9, 2, ...word(9 + rest.length), 1, 1, 0, 0xc0, 1, ...rest);
      }
      case 3: {
        const text =
          index === 0 ? Buffer.of(0x09, 0x04) : Buffer.from([maker, name, serial][index - 1] ?? '', 'utf16le');
        return Buffer.concat([Buffer.of(text.length + 2, 3), text]);
      }
      default:
        return undefined;
    }
  }
}

function word(value: number): [number, number] {
  return [value & 0xff, value >> 8];
}

function remove<T>(list: T[], one: T): void {
  const at = list.indexOf(one);
  if (at !== -1) list.splice(at, 1);
}

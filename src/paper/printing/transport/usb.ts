import { type Clock, failed, ok, type Result } from '../../../base/index.js';
import {
  waitAtMost,
  type Connection,
  ConnectionState,
  type Drivers,
  type Loss,
  RELEASE_TIMEOUT,
  type Transport,
  type UsbBus,
  type UsbDevice,
  type UsbPipes,
} from '../../../platform/devices/index.js';
import type { PrinterAddress } from '../../../shop/settings/index.js';

type UsbAddress = Extract<PrinterAddress, { kind: 'usb' }>;

/** USB class code of printers (USB printer class 1.1, 4.2). */
const PRINTER_CLASS = 7;
/** Bytes of one transfer: at most this many are in flight when a printer stalls. */
const TRANSFER_BYTES = 4096;
/** Timeout of one transfer, ms. After that, the next transfer sends the rest. */
const TRANSFER_TIMEOUT = 1000;
/** Pause after an empty answer before the next is requested, ms: some printers always answer at once. */
const EMPTY_PAUSE = 20;

/**
 * A printer on USB. Each opening searches for it again by its serial number, since after replugging it is another
 * device.
 */
export class UsbTransport implements Transport {
  constructor(
    private readonly address: UsbAddress,
    private readonly drivers: Pick<Drivers, 'usbBus'>,
    private readonly clock: Clock,
  ) {}

  async open(signal: AbortSignal): Promise<Result<Connection, Loss>> {
    const bus = await this.drivers.usbBus();
    if (!bus.ok) return bus;
    const device = await this.find(bus.value);
    if (!device.ok) return device;
    if (signal.aborted) return failed('absent');
    const pipes = await device.value.claim(PRINTER_CLASS);
    return pipes.ok ? ok(new UsbConnection(pipes.value, this.clock)) : pipes;
  }

  /** Without a serial number in the address, the only such device: of two, it is not known which one is meant. */
  private async find(bus: UsbBus): Promise<Result<UsbDevice, Loss>> {
    const { vendor, product, serial } = this.address;
    const found = bus.find(vendor, product);
    if (!found.ok) return found;
    const devices = found.value;
    if (serial === null) {
      const [device, ...others] = devices;
      return device === undefined || others.length > 0 ? failed('absent') : ok(device);
    }
    let loss: Loss = 'absent';
    for (const device of devices) {
      const read = await device.serial();
      if (read.ok && read.value === serial) return ok(device);
      // A device whose serial number may not be read may be the configured one.
      if (!read.ok && loss === 'absent') loss = read.error;
    }
    return failed(loss);
  }
}

class UsbConnection implements Connection {
  private readonly state = new ConnectionState();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly pipes: UsbPipes,
    private readonly clock: Clock,
  ) {
    if (pipes.receive !== undefined) void this.read(pipes.receive);
  }

  get gone(): Promise<Loss> {
    return this.state.gone;
  }

  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void {
    this.state.onBytes(listener);
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.state.during(signal, async () => {
      for (let done = 0; done < bytes.length;) {
        if (signal.aborted || this.state.loss !== undefined) return 'lost';
        const { actual, end } = await this.pipes.send(bytes.subarray(done, done + TRANSFER_BYTES), TRANSFER_TIMEOUT);
        done += actual;
        if (end === 'gone') this.state.lose('lost');
        if (end === 'halted') {
          await this.pipes.clearHalt('send');
          await this.clock.sleep(EMPTY_PAUSE, signal);
        }
      }
      return undefined;
    });
  }

  /** A completed transfer has reached the printer. */
  drain(signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.state.during(signal, async () => undefined);
  }

  close(): Promise<void> {
    this.state.lose('closed');
    this.closing ??= waitAtMost(this.clock, 2 * RELEASE_TIMEOUT, this.pipes.release()).then(() => this.state.release());
    return this.closing;
  }

  /** Reads continuously: a pending transfer also reports that the printer was unplugged. */
  private async read(receive: NonNullable<UsbPipes['receive']>): Promise<void> {
    while (this.state.loss === undefined) {
      const into = Buffer.alloc(TRANSFER_BYTES);
      const { actual, end } = await receive(into, TRANSFER_TIMEOUT);
      this.state.deliver(into.subarray(0, actual));
      if (end === 'gone') this.state.lose('lost');
      if (end === 'halted') await this.pipes.clearHalt('receive');
      if (actual === 0) await this.clock.sleep(EMPTY_PAUSE);
    }
  }
}

import type { Clock } from '../../base/clock.js';
import { failed, ok, type Result } from '../../base/result.js';
import type { PrinterAddress } from '../../settings/printerAddress.js';
import { atMost, PATIENCE } from './bound.js';
import type { Drivers } from './drivers.js';
import type { Connection, Loss, Transport } from './port.js';
import type { UsbBus, UsbDevice, UsbPipes } from './usbBus.js';
import { Way } from './way.js';

type UsbAddress = Extract<PrinterAddress, { kind: 'usb' }>;

/** Bytes of one transfer: so much may be on its way when a printer stalls. */
const AT_ONCE = 4096;
/** Time limit of one transfer, ms; one that is late goes on with what was not sent. */
const TRANSFER = 1000;
/** After an answer without bytes the next is asked for only after so long, ms: some printers answer at once, always. */
const NOTHING = 20;

/** A printer on USB. Each opening looks for it again, by its serial number: plugged in anew, it is another device. */
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
    const pipes = await device.value.claim();
    return pipes.ok ? ok(new UsbConnection(pipes.value, this.clock)) : pipes;
  }

  /** Without a serial number in the address the only such device; of two nobody can say which is meant. */
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
      // One that may not be looked at may be the one.
      if (!read.ok && loss === 'absent') loss = read.error;
    }
    return failed(loss);
  }
}

class UsbConnection implements Connection {
  private readonly way = new Way();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly pipes: UsbPipes,
    private readonly clock: Clock,
  ) {
    if (pipes.receive !== undefined) void this.read(pipes.receive);
  }

  get gone(): Promise<Loss> {
    return this.way.gone;
  }

  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void {
    this.way.onBytes(listener);
  }

  write(bytes: Uint8Array, signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.way.during(signal, async () => {
      for (let done = 0; done < bytes.length;) {
        if (signal.aborted || this.way.loss !== undefined) return 'lost';
        const { actual, end } = await this.pipes.send(bytes.subarray(done, done + AT_ONCE), TRANSFER);
        done += actual;
        if (end === 'gone') this.way.lose('lost');
        if (end === 'halted') {
          await this.pipes.clearHalt('send');
          await this.clock.sleep(NOTHING, signal);
        }
      }
      return undefined;
    });
  }

  /** A transfer that is done is in the printer. */
  drain(signal: AbortSignal): Promise<Result<void, Loss>> {
    return this.way.during(signal, async () => undefined);
  }

  close(): Promise<void> {
    this.way.lose('closed');
    this.closing ??= atMost(this.clock, 2 * PATIENCE, this.pipes.release()).then(() => this.way.free());
    return this.closing;
  }

  /** There is always a transfer that waits for bytes: it also tells that the printer was unplugged. */
  private async read(receive: NonNullable<UsbPipes['receive']>): Promise<void> {
    while (this.way.loss === undefined) {
      const into = Buffer.alloc(AT_ONCE);
      const { actual, end } = await receive(into, TRANSFER);
      this.way.hand(into.subarray(0, actual));
      if (end === 'gone') this.way.lose('lost');
      if (end === 'halted') await this.pipes.clearHalt('receive');
      if (actual === 0) await this.clock.sleep(NOTHING);
    }
  }
}

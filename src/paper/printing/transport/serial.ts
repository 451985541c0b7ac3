import { type Clock, failed, ok, type Result } from '../../../base/index.js';
import {
  waitAtMost,
  type Connection,
  type DeviceFile,
  DeviceFileConnection,
  type Drivers,
  type Loss,
  RELEASE_TIMEOUT,
  type SerialPort,
  type Transport,
} from '../../../platform/devices/index.js';
import type { PrinterAddress } from '../../../shop/settings/index.js';

type SerialAddress = Extract<PrinterAddress, { kind: 'serial' }>;

/**
 * A printer on a serial port, or on a USB adapter for one. The package configures and locks the port. Its streams are
 * not used: when the printer sends something while a write is blocked, they stop polling for space, and the write never
 * continues.
 */
export class SerialTransport implements Transport {
  constructor(
    private readonly address: SerialAddress,
    private readonly drivers: Pick<Drivers, 'serialPorts'>,
    private readonly clock: Clock,
  ) {}

  async open(signal: AbortSignal): Promise<Result<Connection, Loss>> {
    const ports = await this.drivers.serialPorts();
    if (!ports.ok) return ports;
    if (signal.aborted) return failed('absent');
    const { path, baud, flow } = this.address;
    const opening = ports.value.open({
      path,
      baudRate: baud,
      lock: true,
      // Closing must not drop DTR, by which some printers reset.
      hupcl: false,
      rtscts: flow === 'rtscts',
      // The printer may pause the box. The box always reads, and must not insert XOFF bytes into the data.
      xon: flow === 'xonxoff',
      xoff: false,
    });
    return new Promise((resolve) => {
      const giveUp = (): void => resolve(failed('absent'));
      signal.addEventListener('abort', giveUp);
      opening
        .then(
          (port) => {
            const connection = new DeviceFileConnection(deviceFileOf(port, this.clock), this.clock);
            if (signal.aborted) void connection.close();
            else resolve(ok(connection));
          },
          (error: unknown) => resolve(failed(whyNotOpened(String(error)))),
        )
        .finally(() => signal.removeEventListener('abort', giveUp));
    });
  }
}

/** The package reports errors only as text. A path that is not a serial port counts as absent too. */
function whyNotOpened(message: string): Loss {
  if (/cannot lock|resource busy/i.test(message)) return 'busy';
  return /permission denied|not permitted/i.test(message) ? 'denied' : 'absent';
}

function deviceFileOf(port: SerialPort, clock: Clock): DeviceFile {
  return {
    fd: port.fd ?? -1,
    reads: true,
    endsByZero: true,
    drain: () => port.drain(),
    // Unsent bytes of a blocked port are discarded: closing would wait for them, and so does a thread that drains.
    close: async () => {
      await waitAtMost(clock, RELEASE_TIMEOUT, port.drain());
      await waitAtMost(clock, RELEASE_TIMEOUT, port.flush());
      await port.close();
    },
  };
}

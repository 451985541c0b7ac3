import type { Clock } from '../../base/clock.js';
import { failed, ok, type Result } from '../../base/result.js';
import type { PrinterAddress } from '../../settings/printerAddress.js';
import { atMost, PATIENCE } from './bound.js';
import { type Device, DeviceConnection } from './descriptor.js';
import type { Drivers } from './drivers.js';
import type { Connection, Loss, Transport } from './port.js';

type SerialAddress = Extract<PrinterAddress, { kind: 'serial' }>;

/** What the box uses of the package `@serialport/bindings-cpp`. */
export interface SerialLines {
  readonly open: (options: {
    readonly path: string;
    readonly baudRate: number;
    readonly lock: boolean;
    readonly hupcl: boolean;
    readonly rtscts: boolean;
    readonly xon: boolean;
    readonly xoff: boolean;
  }) => Promise<SerialLine>;
}

/** An open line; `flush` throws away what has not left. */
interface SerialLine {
  readonly fd: number | null;
  drain(): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A serial line, or an adapter on USB that is one. The package sets and locks the line; bytes go past its streams, whose
 * watch for room is lost when the printer says something while a write is held up: that write would never go on.
 */
export class SerialTransport implements Transport {
  constructor(
    private readonly address: SerialAddress,
    private readonly drivers: Pick<Drivers, 'serialLines'>,
    private readonly clock: Clock,
  ) {}

  async open(signal: AbortSignal): Promise<Result<Connection, Loss>> {
    const lines = await this.drivers.serialLines();
    if (!lines.ok) return lines;
    if (signal.aborted) return failed('absent');
    const { path, baud, flow } = this.address;
    const opening = lines.value.open({
      path,
      baudRate: baud,
      lock: true,
      // Closing must not drop DTR, by which some printers reset.
      hupcl: false,
      rtscts: flow === 'rtscts',
      // The printer may hold back the box; the box reads always and must send no bytes of its own among the data.
      xon: flow === 'xonxoff',
      xoff: false,
    });
    return new Promise((resolve) => {
      const giveUp = (): void => resolve(failed('absent'));
      signal.addEventListener('abort', giveUp);
      opening
        .then(
          (line) => {
            const connection = new DeviceConnection(deviceOf(line, this.clock), this.clock);
            if (signal.aborted) void connection.close();
            else resolve(ok(connection));
          },
          (error: unknown) => resolve(failed(whyNotOpened(String(error)))),
        )
        .finally(() => signal.removeEventListener('abort', giveUp));
    });
  }
}

/** The package tells by text alone. What is there but is no serial line counts as absent too. */
function whyNotOpened(message: string): Loss {
  if (/cannot lock|resource busy/i.test(message)) return 'busy';
  return /permission denied|not permitted/i.test(message) ? 'denied' : 'absent';
}

function deviceOf(line: SerialLine, clock: Clock): Device {
  return {
    fd: line.fd ?? -1,
    reads: true,
    endsByZero: true,
    drain: () => line.drain(),
    // What a held line has not sent is thrown away: closing would wait for it, and so does a thread that drains.
    close: async () => {
      await atMost(clock, PATIENCE, line.drain());
      await atMost(clock, PATIENCE, line.flush());
      await line.close();
    },
  };
}

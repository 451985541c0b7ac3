import type { Clock } from '../../base/clock.js';
import { never } from '../../base/result.js';
import type { PrinterAddress } from '../../settings/printerAddress.js';
import type { Drivers } from './drivers.js';
import { LpTransport } from './lp.js';
import type { Transport } from './port.js';
import { SerialTransport } from './serial.js';
import { TcpTransport } from './tcp.js';
import { UsbTransport } from './usb.js';

interface TransportParts {
  readonly clock: Clock;
  readonly drivers: Drivers;
}

/** The way to a printer of this address. Nothing is opened or loaded yet. */
export function transportOf(address: PrinterAddress, { clock, drivers }: TransportParts): Transport {
  switch (address.kind) {
    case 'serial':
      return new SerialTransport(address, drivers, clock);
    case 'usb':
      return new UsbTransport(address, drivers, clock);
    case 'tcp':
      return new TcpTransport(address, clock);
    case 'lp':
      return new LpTransport(address.path, clock);
    default:
      return never(address);
  }
}

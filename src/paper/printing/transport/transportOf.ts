import { assertNever, type Clock } from '../../../base/index.js';
import type { Drivers, Transport } from '../../../platform/devices/index.js';
import type { PrinterAddress } from '../../../shop/settings/index.js';
import { LpTransport } from './lp.js';
import { SerialTransport } from './serial.js';
import { TcpTransport } from './tcp.js';
import { UsbTransport } from './usb.js';

interface TransportParts {
  readonly clock: Clock;
  readonly drivers: Drivers;
}

/** The transport for a printer at this address. Nothing is opened or loaded yet. */
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
      return assertNever(address);
  }
}

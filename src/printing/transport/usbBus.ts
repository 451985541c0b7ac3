import type { Result } from '../../base/result.js';
import type { Loss } from './port.js';

/** The devices on USB, as far as printers need them: the package `usb`, or a stand-in. */
export interface UsbBus {
  /** Devices of this vendor and product that are plugged in now; a failure when the bus cannot be looked at. */
  readonly find: (vendor: number, product: number) => Result<readonly UsbDevice[], Loss>;
}

/** A device that is plugged in; after unplugging it stays dead, and the same printer is another device. */
export interface UsbDevice {
  /** Its serial number; null when it has none or does not tell. */
  readonly serial: () => Promise<Result<string | null, Loss>>;
  /** Takes its printer interface, from a driver of the kernel if need be. */
  readonly claim: () => Promise<Result<UsbPipes, Loss>>;
}

/** How a transfer ended: `actual` bytes went over, whatever the end. */
export interface Transferred {
  readonly actual: number;
  /** `late`: the time was over; `halted`: the device refuses until the halt is cleared; `gone`: unplugged or broken. */
  readonly end: 'done' | 'late' | 'halted' | 'gone';
}

/** The two bulk endpoints of a printer (USB printer class 1.1, 5). */
export interface UsbPipes {
  /** Sends; gives up after `ms`. One at a time. */
  readonly send: (bytes: Uint8Array, ms: number) => Promise<Transferred>;
  /** Waits up to `ms` for bytes into `into`; undefined for a printer that only listens. One at a time. */
  readonly receive: ((into: Uint8Array, ms: number) => Promise<Transferred>) | undefined;
  /** Clears the halt of an endpoint. */
  readonly clearHalt: (of: 'send' | 'receive') => Promise<void>;
  /** Stops transfers, gives the interface back, to the driver of the kernel if it was that driver's; twice does no harm. */
  readonly release: () => Promise<void>;
}

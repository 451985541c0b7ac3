import type { Result } from '../base/index.js';
import type { Loss } from './connection.js';

/** The devices on USB, as far as the box needs them: the package `usb`, or a stand-in. */
export interface UsbBus {
  /** Devices of this vendor and product that are plugged in now; a failure when the bus cannot be read. */
  readonly find: (vendor: number, product: number) => Result<readonly UsbDevice[], Loss>;
}

/** A device that is plugged in. It stays dead after unplugging: plugged in again, it is found as another device. */
export interface UsbDevice {
  /** Its serial number; null when it has none or does not tell. */
  readonly serial: () => Promise<Result<string | null, Loss>>;
  /**
   * Takes its interface of this USB class, or else the first that takes bytes; from a driver of the kernel if it has it.
   */
  readonly claim: (interfaceClass: number) => Promise<Result<UsbPipes, Loss>>;
}

/** How a transfer ended; `actual` bytes were transferred, whatever the end. */
export interface TransferResult {
  readonly actual: number;
  /** `late`: its time limit was reached; `halted`: the device refuses until the halt is cleared; `gone`: unplugged or broken. */
  readonly end: 'done' | 'late' | 'halted' | 'gone';
}

/** The two bulk endpoints of an interface. */
export interface UsbPipes {
  /** Sends; gives up after `ms`. One at a time. */
  readonly send: (bytes: Uint8Array, ms: number) => Promise<TransferResult>;
  /** Waits up to `ms` for bytes into `into`; undefined for a device that only listens. One at a time. */
  readonly receive: ((into: Uint8Array, ms: number) => Promise<TransferResult>) | undefined;
  /** Clears the halt of an endpoint. */
  readonly clearHalt: (of: 'send' | 'receive') => Promise<void>;
  /** Stops transfers and gives the interface back, to the driver of the kernel if it had it; twice does no harm. */
  readonly release: () => Promise<void>;
}

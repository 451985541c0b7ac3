import type { Result } from '../base/index.js';
import type { Loss } from './connection.js';

/** The devices on USB, as far as the box needs them: the package `usb`, or a stand-in. */
export interface UsbBus {
  /** Devices of this vendor and product that are plugged in now; a failure when the bus cannot be read. */
  readonly find: (vendor: number, product: number) => Result<readonly UsbDevice[], Loss>;
  /** Devices that have an interface of this USB class and are plugged in now; a failure when the bus cannot be read. */
  readonly findClass: (interfaceClass: number) => Result<readonly UsbDevice[], Loss>;
}

/** A device that is plugged in. It stays dead after unplugging: plugged in again, it is found as another device. */
export interface UsbDevice {
  /** Its bus and address: the same as long as it stays plugged in. */
  readonly id: string;
  readonly vendor: number;
  readonly product: number;
  /** Maker and model as it tells them; empty when it does not, or when it may not be asked. */
  readonly name: () => Promise<string>;
  /** Its serial number; null when it has none or does not tell. */
  readonly serial: () => Promise<Result<string | null, Loss>>;
  /**
   * Takes its interface of this USB class, or else the first that takes bytes; from a driver of the kernel if it has it. `busy`
   * when somebody has it, the box itself included.
   */
  readonly claim: (interfaceClass: number) => Promise<Result<UsbPipes, Loss>>;
}

/** How a transfer ended; `actual` bytes were transferred, whatever the end. */
export interface TransferResult {
  readonly actual: number;
  /** `late`: its time limit was reached; `halted`: the device refuses until the halt is cleared; `gone`: unplugged or broken. */
  readonly end: 'done' | 'late' | 'halted' | 'gone';
}

/** Waits up to `ms` for bytes into `into`. One at a time for each endpoint. */
export type Receive = (into: Uint8Array, ms: number) => Promise<TransferResult>;

/** An interface in the hands of the box: its two bulk endpoints, and what else it has. */
export interface UsbPipes {
  /** Descriptors of its class, as its configuration holds them: those of the interface, then those of its endpoints. */
  readonly descriptors: Buffer;
  /** Sends; gives up after `ms`. One at a time. */
  readonly send: (bytes: Uint8Array, ms: number) => Promise<TransferResult>;
  /** Undefined for a device that only listens. */
  readonly receive: Receive | undefined;
  /** What the device says unasked, from its interrupt endpoint; undefined where it has none. */
  readonly listen: Receive | undefined;
  /** A class request to the interface by the control endpoint: reads into `into`, or tells `value` alone. One at a time. */
  readonly control: (
    request: number,
    value: number,
    into: Uint8Array | undefined,
    ms: number,
  ) => Promise<TransferResult>;
  /** Clears the halt of an endpoint. */
  readonly clearHalt: (of: 'send' | 'receive' | 'listen') => Promise<void>;
  /** Stops transfers and gives the interface back, to the driver of the kernel if it had it; twice does no harm. */
  readonly release: () => Promise<void>;
}

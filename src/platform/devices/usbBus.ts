import type { Result } from '../../base/index.js';
import type { Loss } from './connection.js';

/** The USB devices, reduced to what the box needs: the package `usb`, or a fake. */
export interface UsbBus {
  /** Attached devices of this vendor and product; a failure when the bus cannot be read. */
  readonly find: (vendor: number, product: number) => Result<readonly UsbDevice[], Loss>;
  /** Attached devices with an interface of this USB class; a failure when the bus cannot be read. */
  readonly findClass: (interfaceClass: number) => Result<readonly UsbDevice[], Loss>;
}

/** An attached device. It cannot be used again after unplugging; plugged in again, it is found as another device. */
export interface UsbDevice {
  /** Its bus and address, constant while it stays attached. */
  readonly id: string;
  readonly vendor: number;
  readonly product: number;
  /** Maker and model as reported; empty when not reported or not permitted. */
  readonly name: () => Promise<string>;
  /** Its serial number; null when it has none or does not report it. */
  readonly serial: () => Promise<Result<string | null, Loss>>;
  /**
   * Claims its interface of this USB class, otherwise the first that accepts bytes; detaches a kernel driver if needed.
   * `busy` when it is claimed by any process, including the box.
   */
  readonly claim: (interfaceClass: number) => Promise<Result<UsbPipes, Loss>>;
}

/** The result of a transfer; `actual` bytes were transferred in every case. */
export interface TransferResult {
  readonly actual: number;
  /**
   * `late`: its time limit was reached; `halted`: the device refuses until the halt is cleared; `gone`: unplugged or
   * broken.
   */
  readonly end: 'done' | 'late' | 'halted' | 'gone';
}

/** Waits up to `ms` for bytes into `into`. One at a time for each endpoint. */
export type Receive = (into: Uint8Array, ms: number) => Promise<TransferResult>;

/** A claimed interface: its two bulk endpoints, and its other endpoints. */
export interface UsbPipes {
  /** Class descriptors in its configuration: those of the interface, then those of its endpoints. */
  readonly descriptors: Buffer;
  /** Sends bytes; aborts after `ms`. One at a time. */
  readonly send: (bytes: Uint8Array, ms: number) => Promise<TransferResult>;
  /** Undefined for a write-only device. */
  readonly receive: Receive | undefined;
  /** Notifications from the interrupt endpoint; undefined without one. */
  readonly listen: Receive | undefined;
  /**
   * A class request to the interface by the control endpoint: reads into `into`, or sends only `value`. One at a time.
   */
  readonly control: (
    request: number,
    value: number,
    into: Uint8Array | undefined,
    ms: number,
  ) => Promise<TransferResult>;
  /** Clears the halt of an endpoint. */
  readonly clearHalt: (of: 'send' | 'receive' | 'listen') => Promise<void>;
  /** Stops transfers and releases the interface, to the kernel driver if it had it; calling it twice is harmless. */
  readonly release: () => Promise<void>;
}

import type { Result } from '../base/index.js';

/**
 * Why there is no connection to a device. `absent`: no such device, nobody listens, no route; `busy`: another process has it;
 * `denied`: the box may not use it; `driver`: the package that speaks to such devices is missing or does not fit this
 * machine; `lost`: the connection was there and broke off; `closed`: the box closed it.
 */
export const LOSSES = ['absent', 'busy', 'denied', 'driver', 'lost', 'closed'] as const;
export type Loss = (typeof LOSSES)[number];

/** A connection to one device: bytes out with back-pressure, bytes in. That bytes are out does not say what the device did. */
export interface Connection {
  /**
   * Sends all bytes; resolves when the layer below has taken them, which a device with a full buffer delays for as long
   * as it likes. One write at a time. After the abort of `signal`, or after a failure, nobody knows how many have left: the
   * connection is of no more use and is to be closed.
   */
  write(bytes: Uint8Array, signal: AbortSignal): Promise<Result<void, Loss>>;
  /** Resolves when the bytes have left the box, as far as its layers can tell. */
  drain(signal: AbortSignal): Promise<Result<void, Loss>>;
  /** Sets the listener that gets what the device sends; bytes that come while there is none are dropped. */
  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void;
  /** Resolves once, when the connection has broken off or was closed. */
  readonly gone: Promise<Loss>;
  /** Releases the device within a second or so, whatever has not been sent yet; twice does no harm. */
  close(): Promise<void>;
}

/** How a device is reached. */
export interface Transport {
  /** Opens a connection; aborting `signal` gives up. */
  open(signal: AbortSignal): Promise<Result<Connection, Loss>>;
}

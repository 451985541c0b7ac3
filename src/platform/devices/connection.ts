import type { Result } from '../../base/index.js';

/**
 * Why there is no connection to a device. `absent`: no such device, no process listens, or no route; `busy`: another
 * process has it open; `denied`: the box has no permission; `driver`: the package for such devices is missing or does
 * not fit this machine; `lost`: the connection broke; `closed`: the box closed it.
 */
export const LOSSES = ['absent', 'busy', 'denied', 'driver', 'lost', 'closed'] as const;
export type Loss = (typeof LOSSES)[number];

/**
 * A connection to one device: sends bytes with back-pressure, receives bytes. Sent bytes prove nothing about what the
 * device did.
 */
export interface Connection {
  /**
   * Sends all bytes. Resolves when the layer below has accepted them, which a device with a full buffer may delay
   * without limit. One write at a time. After the abort of `signal`, or after a failure, the number of sent bytes is
   * unknown; the connection can no longer be used and must be closed.
   */
  write(bytes: Uint8Array, signal: AbortSignal): Promise<Result<void, Loss>>;
  /** Resolves when the bytes have left the box, as far as its layers report. */
  drain(signal: AbortSignal): Promise<Result<void, Loss>>;
  /** Sets the listener for bytes from the device; bytes that arrive without a listener are dropped. */
  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void;
  /** Resolves once, when the connection broke or was closed. */
  readonly gone: Promise<Loss>;
  /** Releases the device within about a second, even with unsent bytes; calling it twice is harmless. */
  close(): Promise<void>;
}

/** How to connect to a device. */
export interface Transport {
  /** Opens a connection; aborting `signal` cancels that. */
  open(signal: AbortSignal): Promise<Result<Connection, Loss>>;
}

import type { Result } from '../../base/result.js';

/**
 * Why there is no way to a printer. `absent`: no such device, nobody listens, no route; `busy`: another process has it;
 * `denied`: the box may not use it; `driver`: the package that speaks to such devices is missing or does not fit this
 * machine; `lost`: the way was there and broke off; `closed`: the box closed it.
 */
export const LOSSES = ['absent', 'busy', 'denied', 'driver', 'lost', 'closed'] as const;
export type Loss = (typeof LOSSES)[number];

/** A way to one printer: bytes out with back-pressure, bytes in. That bytes are out says nothing of paper. */
export interface Connection {
  /**
   * Sends all bytes; resolves when the layer below has taken them, which a printer with a full buffer delays for as long
   * as it likes. One write at a time. After the abort of `signal`, or after a failure, nobody knows how many have left: the
   * connection is of no more use and is to be closed.
   */
  write(bytes: Uint8Array, signal: AbortSignal): Promise<Result<void, Loss>>;
  /** Resolves when the bytes have left the box, as far as its layers can tell. */
  drain(signal: AbortSignal): Promise<Result<void, Loss>>;
  /** The one who gets what the printer sends; bytes that come while there is none are dropped. */
  onBytes(listener: ((bytes: Uint8Array) => void) | undefined): void;
  /** Resolves once, when the way has gone or was closed. */
  readonly gone: Promise<Loss>;
  /** Gives the device free within a second or so, whatever is still on its way; twice does no harm. */
  close(): Promise<void>;
}

/** How a printer is reached. */
export interface Transport {
  /** Opens the way; aborting `signal` gives up. */
  open(signal: AbortSignal): Promise<Result<Connection, Loss>>;
}

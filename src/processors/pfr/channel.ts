/** Default limit of an answer, bytes. A status with all its tax rates is far shorter. */
export const MAX_SHORT_ANSWER = 256 * 1024;
/**
 * Limit of an answer that may contain a receipt, bytes. Thousands of items with a picture of the QR code are far
 * shorter.
 */
export const MAX_RECEIPT_ANSWER = 4 * 1024 * 1024;

/** A request to a processor. `path` is relative to its base address: `/api/v3/status`. */
export interface ChannelRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** For the whole exchange, ms. */
  readonly timeout: number;
  /**
   * Limit of the answer, bytes; {@link MAX_SHORT_ANSWER} by default. A longer answer counts as lost, with the cause
   * `protocol`.
   */
  readonly maxBytes?: number;
  /** Aborts the exchange. */
  readonly signal?: AbortSignal;
  /** What waits for the answer; when absent, only the state of the processor does. */
  readonly purpose?: 'sale' | 'lookUp';
}

/** The outcome of an exchange. */
export type Exchanged =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Buffer }
  /** Not a byte of the request was sent: refused connection, unknown name, no route, no TLS. */
  | { readonly kind: 'unsent'; readonly reason: ChannelFault }
  /** Some of the request was sent, but no whole answer was received. */
  | { readonly kind: 'lost'; readonly reason: ChannelFault };

export interface ChannelFault {
  /**
   * `address`: no such name; `certificate`: the client certificate is missing or refused; `trust`: the server's
   * certificate is not trusted; `pin`: the server's key is not the pinned one; `library`: the library that runs TLS
   * with a card's key is missing.
   */
  readonly cause:
    | 'address'
    | 'refused'
    | 'unreachable'
    | 'timeout'
    | 'reset'
    | 'certificate'
    | 'trust'
    | 'pin'
    | 'protocol'
    | 'library';
  /** The errno name or OpenSSL code, for the log; with `library` the system's error text. */
  readonly detail: string;
  /** With `trust` and `pin`: the pin of the key that the server presented, if it could be read. */
  readonly seen?: string;
}

/** A connection to a processor: single HTTP exchanges, without retries and without redirects. */
export interface Channel {
  exchange(request: ChannelRequest): Promise<Exchanged>;
}

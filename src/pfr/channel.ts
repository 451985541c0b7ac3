/** The longest answer that is read by default, bytes: a status with all its tax rates is far shorter. */
export const MAX_SHORT_ANSWER = 256 * 1024;
/** The longest answer that may hold a receipt, bytes: thousands of items with a picture of the QR code are far shorter. */
export const MAX_RECEIPT_ANSWER = 4 * 1024 * 1024;

/** A request to a processor. `path` is relative to its base address: `/api/v3/status`. */
export interface ChannelRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** For the whole exchange, ms. */
  readonly timeout: number;
  /** The longest answer that is read; {@link MAX_SHORT_ANSWER} by default. A longer one counts as lost, with the cause `protocol`. */
  readonly maxBytes?: number;
  /** Ends the exchange early. */
  readonly signal?: AbortSignal;
  /** What waits for it; nothing but the state of the processor when left out. */
  readonly purpose?: 'sale' | 'lookUp';
}

/** How an exchange ends. */
export type Exchanged =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Buffer }
  /** Not a byte of the request was sent: refused connection, unknown name, no route, no TLS. */
  | { readonly kind: 'unsent'; readonly reason: ChannelFault }
  /** Something was sent, and no whole answer came back. */
  | { readonly kind: 'lost'; readonly reason: ChannelFault };

export interface ChannelFault {
  /**
   * `address`: no such name; `certificate`: the client certificate is missing or refused; `trust`: that of the server is not trusted;
   * `pin`: the server has another key than the pinned one; `library`: what speaks TLS with the key of a card is missing in the box.
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
  /** The errno name or OpenSSL code, for the log; with `library` what the system says. */
  readonly detail: string;
  /** With `trust` and `pin`: the pin of the key that the server has shown, where it could be read. */
  readonly seen?: string;
}

/** A connection to a processor: single HTTP exchanges, without repeats and without redirects. */
export interface Channel {
  exchange(request: ChannelRequest): Promise<Exchanged>;
}

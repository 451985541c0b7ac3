/** The longest answer that is read when nothing else is asked for, bytes: a status with all its tax rates is far shorter. */
export const SHORT_ANSWER = 256 * 1024;
/** For an answer that may hold a receipt, bytes: thousands of lines and a drawn QR code come nowhere near it. */
export const WHOLE_RECEIPT = 4 * 1024 * 1024;

/** A request to a processor. `path` is relative to its base address: `/api/v3/status`. */
export interface ChannelRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Time for the whole exchange, ms. */
  readonly limit: number;
  /** The longest answer that is read; {@link SHORT_ANSWER} when left out. A longer one is lost as a fault of the protocol. */
  readonly maxBytes?: number;
  /** Gives the exchange up. */
  readonly signal?: AbortSignal;
}

/** How an exchange ends. */
export type Exchanged =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Buffer }
  /** Not a byte of the request has left: refused connection, unknown name, no route, no TLS. */
  | { readonly kind: 'unsent'; readonly reason: ChannelFault }
  /** Something has left, and no whole answer came back. */
  | { readonly kind: 'lost'; readonly reason: ChannelFault };

export interface ChannelFault {
  /** `address`: no such name; `certificate`: the client certificate is missing or refused; `trust`: the server's is not believed. */
  readonly cause: 'address' | 'refused' | 'unreachable' | 'timeout' | 'reset' | 'certificate' | 'trust' | 'protocol';
  /** The errno name or OpenSSL code, for the log. */
  readonly detail: string;
}

/** The way to a processor: one HTTP exchange at a time, without repeats and without redirects. */
export interface Channel {
  exchange(request: ChannelRequest): Promise<Exchanged>;
}

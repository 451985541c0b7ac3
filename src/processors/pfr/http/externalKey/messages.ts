import { X509Certificate } from 'node:crypto';
import type { Result, UtcMs } from '../../../../base/index.js';
import type { ChannelFault } from '../../channel.js';

/** How a server is checked; see `serverTrust.ts`. */
export type TrustRule =
  | { readonly by: 'pin'; readonly pin: string }
  /** By its chain at this moment: the clock is right. */
  | { readonly by: 'clock' }
  /** By its chain at any moment from `earliest` on: the clock is a guess. */
  | { readonly by: 'chain'; readonly earliest: UtcMs };

/** Parameters of a connection. */
export interface Opening {
  /** PEM of the client's certificate and its issuers, its own first. */
  readonly cert: string;
  readonly host: string;
  /** PEM of authorities that are trusted in addition to Node's. */
  readonly ca: string;
  readonly trustRule: TrustRule;
  /** True when the key of an untrusted server is reported. */
  readonly reportsKey: boolean;
  /** Session data of an earlier connection to this server, to be resumed. */
  readonly session: Uint8Array | undefined;
  /** True when the server may use session tickets (RFC 5077). See `dial.ts`. */
  readonly hasTickets: boolean;
}

/** Data that the thread is started with. */
export interface ThreadStart {
  /** Counts the messages to the thread. While it waits for a signature, it watches only this counter. */
  readonly wake: Int32Array;
  /** The name under which the system finds the GnuTLS library. */
  readonly library: string;
}

/** Sent once, when GnuTLS is loaded. A thread that ends before has failed to start. */
export interface Ready {
  readonly kind: 'ready';
}

/** Messages to the thread. `id` is the number that the connection was opened with. */
export type ToThread =
  | { readonly kind: 'open'; readonly id: number; readonly opening: Opening }
  /** From the server, encrypted. */
  | { readonly kind: 'received'; readonly id: number; readonly bytes: Uint8Array }
  /** The server sends no more. */
  | { readonly kind: 'over'; readonly id: number }
  | { readonly kind: 'signed'; readonly id: number; readonly signature: Uint8Array }
  /** For the server, to be encrypted; answered by `written`. */
  | { readonly kind: 'write'; readonly id: number; readonly bytes: Uint8Array }
  /** Nothing more will be written; answered by `written` as well. */
  | { readonly kind: 'finish'; readonly id: number }
  /** The connection is no longer needed; answered by `closed` only. */
  | { readonly kind: 'close'; readonly id: number };

/** The result of a handshake, the first one of a connection or a later one. */
export interface Agreed {
  /** Session data that a later connection can resume. */
  readonly session: Uint8Array | undefined;
  /** True when the session of an earlier connection was resumed. It then keeps the age of that session. */
  readonly isResumed: boolean;
  /** True when the server sent a ticket without requesting the client's certificate. */
  readonly hasEarlyTicket: boolean;
}

/** Messages from the thread about a connection. */
export type FromThread =
  /** For the server, encrypted. */
  | { readonly kind: 'send'; readonly id: number; readonly bytes: Uint8Array }
  /** The thread has read this many of the encrypted bytes. */
  | { readonly kind: 'taken'; readonly id: number; readonly length: number }
  /** A DigestInfo (RFC 8017, 9.2) to be signed; answered by `signed`, or by `close`. */
  | { readonly kind: 'sign'; readonly id: number; readonly digestInfo: Uint8Array }
  | ({ readonly kind: 'agreed'; readonly id: number } & Agreed)
  | { readonly kind: 'written'; readonly id: number }
  /** From the server, decrypted. */
  | { readonly kind: 'data'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: ChannelFault }
  | { readonly kind: 'closed'; readonly id: number };

/** A message without the id, as the connection itself sends it. */
export type ChannelMessage = WithoutId<FromThread>;
type WithoutId<M> = M extends unknown ? Omit<M, 'id'> : never;

/** Lengths of an RSA signature, bytes: keys of 1024 to 8192 bits. */
export const SIGNATURE_LENGTHS = { min: 128, max: 1024 };
/** Most encrypted bytes of a connection that may wait for the thread. Above that, the network is paused. */
export const MAX_WAITING = 256 * 1024;

/** A client's RSA key that cannot be exported, such as one on a smart card, and its certificate. */
export interface ExternalKey {
  /** PEM of the certificate and its issuers, its own first. */
  readonly cert: string;
  /**
   * Signs a DigestInfo (RFC 8017, 9.2: SHA-256, 384 or 512) by PKCS#1 v1.5. The signature is as long as the key. The
   * error names the obstacle, for the log. When `signal` is aborted, the signature is no longer needed.
   */
  sign(digestInfo: Buffer, signal: AbortSignal): Promise<Result<Buffer, string>>;
  /**
   * Aborted when the key is permanently unavailable, as when a card was pulled out. Connections that it opened end at
   * once.
   */
  readonly signal?: AbortSignal;
}

/** Throws when the certificate cannot be read, or is not for an RSA key. */
export function checkKey({ cert }: ExternalKey): void {
  if (new X509Certificate(cert).publicKey.asymmetricKeyType !== 'rsa') throw new RangeError('only RSA keys sign here');
}

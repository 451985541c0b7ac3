import type { UtcMs } from '../../../base/index.js';
import type { ChannelFault } from '../../channel.js';

/** How a server is judged; see `judge.ts`. */
export type Judging =
  | { readonly by: 'pin'; readonly pin: string }
  /** By its chain at this moment: the clock is right. */
  | { readonly by: 'clock' }
  /** By its chain at any moment from this one on: the clock is a guess. */
  | { readonly by: 'chain'; readonly earliest: UtcMs };

/** What a connection is opened with. */
export interface Opening {
  /** PEM of the client's certificate and those that certify it, its own first. */
  readonly cert: string;
  readonly host: string;
  /** PEM of authorities that are trusted in addition to Node's. */
  readonly ca: string;
  readonly judging: Judging;
  /** Is the key of a server that is not trusted to be told? */
  readonly tellsKey: boolean;
  /** What an earlier connection to this server has left to be resumed. */
  readonly session: Uint8Array | undefined;
  /** May the server keep its session with us (RFC 5077)? See `dial.ts`. */
  readonly hasTickets: boolean;
}

/** What the thread is started with. */
export interface ThreadStart {
  /** Counts the messages to it: while it waits for a signature it looks at nothing else. */
  readonly wake: Int32Array;
  /** The GnuTLS that it opens, by the name that the system finds it by. */
  readonly library: string;
}

/** What the thread says once, when GnuTLS is there. One that ends before has failed to start. */
export interface Ready {
  readonly kind: 'ready';
}

/** What the thread is told of a connection, by the number that it was opened with. */
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
  /** The connection is not wanted any more; answered by `closed`, and by nothing else. */
  | { readonly kind: 'close'; readonly id: number };

/** What a handshake has come to, the first one of a connection or another. */
export interface Agreed {
  /** What a later connection can resume. */
  readonly session: Uint8Array | undefined;
  /** Was the session of an earlier connection taken up? Then it is no younger than that. */
  readonly isResumed: boolean;
  /** Did the server give a ticket, without asking who the client is? */
  readonly hasEarlyTicket: boolean;
}

/** What the thread says of a connection. */
export type FromThread =
  /** For the server, encrypted. */
  | { readonly kind: 'send'; readonly id: number; readonly bytes: Uint8Array }
  /** So many of the encrypted bytes were read. */
  | { readonly kind: 'taken'; readonly id: number; readonly length: number }
  /** A DigestInfo (RFC 8017, 9.2) is to be signed; answered by `signed`, or by `close`. */
  | { readonly kind: 'sign'; readonly id: number; readonly digestInfo: Uint8Array }
  | ({ readonly kind: 'agreed'; readonly id: number } & Agreed)
  | { readonly kind: 'written'; readonly id: number }
  /** From the server, in the clear. */
  | { readonly kind: 'data'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: ChannelFault }
  | { readonly kind: 'closed'; readonly id: number };

/** The same of the connection that says it. */
export type Said = WithoutId<FromThread>;
type WithoutId<M> = M extends unknown ? Omit<M, 'id'> : never;

/** Lengths of an RSA signature, bytes: keys of 1024 to 8192 bits. */
export const SIGNATURE_LENGTHS = { min: 128, max: 1024 };
/** So many encrypted bytes of a connection may wait for the thread; then the network waits. */
export const MAX_WAITING = 256 * 1024;

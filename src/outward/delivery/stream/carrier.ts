import type { Result } from '../../../base/index.js';
import type { DeliveryFailure } from '../deliveryFailure.js';

/** A stream on a server that stores messages and delivers them to consumers. */
export interface Carrier {
  /** Opens a new connection. */
  readonly connect: (signal: AbortSignal) => Promise<Result<Connection, StreamFailure>>;
}

/**
 * Why nothing is delivered. `moved`: the stream contains another message than expected, and its last message must be
 * looked up again.
 */
export type StreamFailure = DeliveryFailure | { readonly kind: 'moved' };

/** The last message of the box in the stream. */
export interface LastMessage {
  /** Its sequence in the stream. */
  readonly sequence: number;
  /** Its cursor; undefined: it has none, or one that no box writes. */
  readonly cursor: string | undefined;
}

export interface OutgoingMessage {
  readonly bytes: Buffer;
  /** Place of its last record, which is also the id of the message. */
  readonly cursor: string;
  /** Sequence of the box's previous message in the stream; undefined: there is none. */
  readonly after: number | undefined;
}

/** The value that the owner's server has for one part of a group, unchecked. */
export interface GroupMessage {
  /** From its headers; empty when they are missing. */
  readonly encoding: string;
  readonly format: string;
  readonly bytes: Uint8Array;
}

export interface Connection {
  /** Undefined: the stream has no message of this box. */
  readonly last: () => Promise<Result<LastMessage | undefined, StreamFailure>>;
  /** Returns the sequence of the message in the stream, once it is stored there. */
  readonly publish: (message: OutgoingMessage) => Promise<Result<number, StreamFailure>>;
  /** Publishes the current state of the box. */
  readonly publishState: (bytes: Buffer) => Promise<Result<void, StreamFailure>>;
  /** Subscribes to the owner's values under a key for a group of boxes, as long as the connection lasts. */
  readonly listen: (
    key: string,
    hear: (message: GroupMessage) => void,
    onRefused: (failure: StreamFailure) => void,
  ) => void;
  /** The owner's last value there; undefined: there is none. */
  readonly lastOfGroup: (key: string) => Promise<Result<GroupMessage | undefined, StreamFailure>>;
  /** Resolves when the connection has ended, whichever side has closed it. */
  readonly closed: Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Receives the values that the owner sets for a group of boxes. */
export interface GroupListener {
  /** Parts, such as `catalogue.kiosks`. */
  readonly keys: () => readonly string[];
  readonly hear: (key: string, message: GroupMessage) => void;
  /** Reports that the server does not deliver a part; null: it does. */
  readonly unheard: (key: string, failure: StreamFailure | null) => void;
  /** Adds a listener that is called when a version is in use. */
  readonly onTaken: (listener: () => void) => void;
}

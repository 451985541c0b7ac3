import type { Result } from '../../base/index.js';
import type { DeliveryFailure } from '../deliveryFailure.js';

/** What keeps messages and gives them to others: a stream on a server. */
export interface Carrier {
  /** Connects anew. */
  readonly connect: (signal: AbortSignal) => Promise<Result<Connection, StreamFailure>>;
}

/** Why nothing goes out. `moved`: the stream holds another message than expected, and is to be looked at again. */
export type StreamFailure = DeliveryFailure | { readonly kind: 'moved' };

/** The last message of the box that the stream holds. */
export interface LastMessage {
  /** Its place in the stream. */
  readonly sequence: number;
  /** The cursor it carries; undefined: none, or one that no box writes. */
  readonly cursor: string | undefined;
}

export interface OutgoingMessage {
  readonly bytes: Buffer;
  /** Place of its last record: names the message, too. */
  readonly cursor: string;
  /** Place in the stream of the box's message before it; undefined: the stream holds none. */
  readonly after: number | undefined;
}

/** What the owner's server has of one part of a group: not checked in any way. */
export interface GroupMessage {
  /** As its headers say; empty when they do not. */
  readonly encoding: string;
  readonly format: string;
  readonly bytes: Uint8Array;
}

export interface Connection {
  /** Undefined: the stream holds none of this box. */
  readonly last: () => Promise<Result<LastMessage | undefined, StreamFailure>>;
  /** Gives the place of the message in the stream, once that is stored there. */
  readonly publish: (message: OutgoingMessage) => Promise<Result<number, StreamFailure>>;
  /** Says what the box is now. */
  readonly publishState: (bytes: Buffer) => Promise<Result<void, StreamFailure>>;
  /** From now on hears what the owner sets under a key for a group of boxes, as long as the connection lasts. */
  readonly listen: (
    key: string,
    hear: (message: GroupMessage) => void,
    onRefused: (failure: StreamFailure) => void,
  ) => void;
  /** What the owner has set there last; undefined: nothing. */
  readonly lastOfGroup: (key: string) => Promise<Result<GroupMessage | undefined, StreamFailure>>;
  /** Resolves when the connection is gone, whoever has ended it. */
  readonly closed: Promise<unknown>;
  readonly close: () => Promise<void>;
}

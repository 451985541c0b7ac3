import type { GroupMessage, StreamFailure } from './carrier.js';

/** Whoever wants what the owner sets for a group of boxes. */
export interface GroupListener {
  /** Parts, such as `catalogue.kiosks`. */
  readonly keys: () => readonly string[];
  readonly hear: (key: string, message: GroupMessage) => void;
  /** The server does not tell of a part; null: it does. */
  readonly unheard: (key: string, failure: StreamFailure | null) => void;
  /** The listener is called when a version is in use. */
  readonly onTaken: (listener: () => void) => void;
}

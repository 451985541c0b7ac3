import type { GroupMessage, StreamFailure } from './carrier.js';

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

import type { Target } from './target.js';

/** An attack on the box while a till sells; one file each. */
export interface Attack {
  readonly name: string;
  /** Continues until `target.over` is aborted, or ends earlier; the target closes the connections that it has opened. */
  readonly run: (target: Target) => Promise<void>;
  /** Made ready in peace: receipts that the attack reads, say. */
  readonly prepare?: (target: Target) => Promise<void>;
  /** Additional conditions that must hold after the attack. Throws when one does not. */
  readonly check?: (target: Target) => Promise<void> | void;
}

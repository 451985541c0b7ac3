import type { Target } from './target.js';

/** What somebody does to the box while a till sells; one file each. */
export interface Attack {
  readonly name: string;
  /** Goes on until `target.over` is aborted, or ends before; what it holds open is let go by the target. */
  readonly run: (target: Target) => Promise<void>;
  /** Made ready in peace: receipts that the attack reads, say. */
  readonly prepare?: (target: Target) => Promise<void>;
  /** What must hold besides the common measures, when the attacker has gone. Throws. */
  readonly check?: (target: Target) => Promise<void> | void;
}

import * as assert from 'uvu/assert';
import type { Invoicing } from '../../../../src/sales/invoicing/invoicing.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { QUEUE_STATES, type QueueState } from '../../../../src/platform/ledger/queuedOrder.js';

const seen = new Set<string>();

/** The transitions that orders have made in this process, as `queued → issuing`. */
export function made(): string[] {
  return [...seen].sort();
}

/** Those of the table. */
export function listed(): string[] {
  return Object.entries(QUEUE_STATES)
    .flatMap(([from, { next }]) => next.map((to) => `${from} → ${to}`))
    .sort();
}

/** Follows the orders of a box: looks at their states before and after each record that the box writes. */
export class Transitions {
  private readonly last = new Map<string, QueueState>();
  private readonly keys = new Set<string>();

  constructor(
    ledger: Ledger,
    private readonly invoicing: Invoicing,
  ) {
    for (const name of ['put', 'issue'] as const) {
      const write = ledger[name].bind(ledger) as (...args: unknown[]) => Promise<unknown>;
      const value = async (...args: unknown[]): Promise<unknown> => {
        this.note();
        const written = await write(...args);
        this.note();
        return written;
      };
      Object.defineProperty(ledger, name, { value });
    }
  }

  /** From now on the order under this key is followed. */
  watch(key: string): void {
    if (!this.last.has(key)) this.noteOne(key);
    this.keys.add(key);
  }

  note(): void {
    for (const key of this.keys) this.noteOne(key);
  }

  private noteOne(key: string): void {
    const state = this.invoicing.queue.get(key)?.state;
    const before = this.last.get(key);
    if (state === undefined || state === before) return;
    this.last.set(key, state);
    if (before === undefined) return;
    const transition = `${before} → ${state}`;
    assert.ok(listed().includes(transition), `${key} made a transition that is not listed: ${transition}`);
    seen.add(transition);
  }
}

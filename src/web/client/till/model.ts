import { type ReadonlySignal, signal } from '@preact/signals';
import type { Unknown } from '../net/attempt.js';
import { pauseBefore, type SaleCalls, settle } from './settle.js';
import { begin, begunBy, issued, newState, type Pending, refused, setAside, type TillState, unsent } from './state.js';

/** What would be found after a reload: all, only the requests whose end is not known, or not even those. */
export type Kept = 'all' | 'requests' | 'nothing';

/** What was kept; not `isWhole`: it could not be read, and `state` has no more than the requests. */
export interface Loaded {
  readonly isWhole: boolean;
  readonly state: TillState | undefined;
}

/** Where a till keeps its state. */
export interface TillStorage {
  readonly load: () => Promise<Loaded>;
  /** Resolves when it is on the disk of the device, as far as that can be told. */
  readonly save: (state: TillState) => Promise<Kept>;
}

export interface TillParts {
  readonly storage: TillStorage;
  readonly calls: SaleCalls;
  /** Resolves when requests may be sent: somebody is signed in, and the box was there when it was last asked. */
  readonly ready: () => Promise<void>;
  /** What `ready` waits for has ended. */
  readonly signedOut: () => void;
  /** Ends early when `wake` is called. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly newKey: () => string;
  /** Name of who is signed in. */
  readonly who: () => string;
}

/** What is known of a request on its way. */
export interface Progress {
  readonly why: Exclude<Unknown, 'signed out'>;
  /** What the box has said, in Serbian. */
  readonly message: string;
  /** After how many seconds the outcome is known at the latest, where the box says so. */
  readonly retryAfter?: number;
}

type Change = (state: TillState, newKey: () => string) => TillState;

/**
 * The till without its pictures: its state, on the disk before anything is sent, and the requests that are repeated until it is
 * known what became of them.
 */
export class TillModel {
  /** Undefined until it was loaded, and once another window has taken the till over. */
  readonly state: ReadonlySignal<TillState | undefined>;
  /** By idempotency key: requests whose end is not known after the first attempt. */
  readonly progress = signal<Readonly<Record<string, Progress>>>({});
  /** What of the state as it is now would be found after a reload. */
  readonly kept = signal<Kept>('all');
  /** What was kept could not be read: nothing may be sold before it is, or before somebody says to go on without it. */
  readonly isUnread = signal(false);
  private readonly current = signal<TillState | undefined>(undefined);
  private saving: Promise<Kept> = Promise.resolve('all');
  /** What a running save does not hold yet. */
  private unsaved: TillState | undefined;
  private readonly running = new Set<string>();
  /** Of the loops that may go on; another number: they belong to a till that was given up. */
  private turn = 0;

  constructor(private readonly parts: TillParts) {
    this.state = this.current;
  }

  /** Loads what was kept, and goes on with what was being sent; `isAnew`: also when it cannot be read. */
  async start(isAnew = false): Promise<void> {
    const turn = ++this.turn;
    const { storage, newKey } = this.parts;
    const { isWhole, state } = await storage.load();
    if (turn !== this.turn) return;
    this.isUnread.value = !isWhole && !isAnew;
    if (this.isUnread.value) return;
    this.kept.value = isWhole ? 'all' : 'requests';
    this.current.value = state ?? newState(newKey());
    this.pursue();
  }

  /** Gives the till up: nothing is sent or kept any more. */
  stop(): void {
    this.turn += 1;
    this.isUnread.value = false;
    this.current.value = undefined;
    this.running.clear();
  }

  /** Changes the state. What must not be lost waits for the promise. */
  async change(how: Change): Promise<void> {
    await this.changed(how);
  }

  /** Tries once more to keep what could not be kept. */
  async keepAgain(): Promise<void> {
    const { value } = this.current;
    if (value !== undefined) await this.save(value);
  }

  private changed(how: Change): Promise<Kept> {
    const { value } = this.current;
    if (value === undefined) return this.saving;
    const changed = how(value, this.parts.newKey);
    if (changed === value) return this.saving;
    const next = begunBy(changed, this.parts.who());
    this.current.value = next;
    return this.save(next);
  }

  /**
   * Sends a request once it is kept, and again until its end is known. One that cannot be kept is not sent: after a reload nobody
   * would know of it, and sell the same again.
   */
  async send(pending: Pending): Promise<void> {
    if (this.state.value?.pending !== null) return;
    const kept = await this.changed((state) => begin(state, pending));
    if (kept === 'nothing') await this.change((state) => unsent(state, pending.key));
    else this.pursue();
  }

  /** Leaves the request in front to the background. */
  setAside(): Promise<void> {
    return this.change((state, newKey) => setAside(state, newKey()));
  }

  private pursue(): void {
    const { value } = this.current;
    for (const one of [...(value?.pending ? [value.pending] : []), ...(value?.unsettled ?? [])]) {
      if (!this.running.has(one.key)) void this.settle(one, this.turn);
    }
  }

  private async settle(pending: Pending, turn: number): Promise<void> {
    const { key } = pending;
    this.running.add(key);
    for (let tries = 0; ; tries += 1) {
      await this.parts.ready();
      if (turn !== this.turn) return;
      const verdict = await settle(pending, this.parts.calls);
      if (turn !== this.turn) return;
      switch (verdict.kind) {
        case 'issued':
          return this.settled(key, (state, newKey) => issued(state, verdict.receipt, newKey()));
        case 'refused':
          return this.settled(key, (state, newKey) => refused(state, key, verdict.message, newKey()));
        case 'unknown': {
          const { why, kind: _, ...said } = verdict;
          if (why === 'signed out') this.parts.signedOut();
          else this.progress.value = { ...this.progress.value, [key]: { why, ...said } };
          await this.parts.sleep(pauseBefore(tries, why));
        }
      }
      if (turn !== this.turn) return;
    }
  }

  private async settled(key: string, how: Change): Promise<void> {
    this.running.delete(key);
    const { [key]: _over, ...others } = this.progress.value;
    this.progress.value = others;
    await this.change(how);
  }

  /** One save at a time; what changes meanwhile is kept by the next one, as it then is. */
  private save(state: TillState): Promise<Kept> {
    const isWaiting = this.unsaved !== undefined;
    this.unsaved = state;
    if (isWaiting) return this.saving;
    const { turn } = this;
    this.saving = this.saving.then(async (before) => {
      const { unsaved } = this;
      this.unsaved = undefined;
      if (unsaved === undefined || turn !== this.turn) return before;
      const kept = await this.parts.storage.save(unsaved);
      this.kept.value = kept;
      return kept;
    });
    return this.saving;
  }
}

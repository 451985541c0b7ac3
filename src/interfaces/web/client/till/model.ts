import { type ReadonlySignal, signal } from '@preact/signals';
import type { Unknown } from '../net/attempt.js';
import { pauseBefore, type SaleCalls, sendOnce } from './saleOutcome.js';
import {
  begin,
  begunBy,
  issued,
  newState,
  type Pending,
  refused,
  setAside,
  type TillState,
  unsent,
} from './tillState.js';

/** What would be found after a reload: everything, only the requests with an unknown outcome, or not even those. */
export type Persistence = 'all' | 'requests' | 'nothing';

/** The stored state. Without `isWhole` it could not be read, and `state` contains only the requests. */
export interface Loaded {
  readonly isWhole: boolean;
  readonly state: TillState | undefined;
}

/** Storage of a till's state. */
export interface TillStorage {
  readonly load: () => Promise<Loaded>;
  /** Resolves when it is on the disk of the device, as far as that can be determined. */
  readonly save: (state: TillState) => Promise<Persistence>;
}

interface TillDeps {
  readonly storage: TillStorage;
  readonly calls: SaleCalls;
  /** Resolves when requests may be sent: a user is signed in, and the box answered its last request. */
  readonly ready: () => Promise<void>;
  /** Called when the session has ended, so that `ready` waits again. */
  readonly signedOut: () => void;
  /** Ends early when `wake` is called. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly newKey: () => string;
  /** Name of the signed-in user. */
  readonly who: () => string;
}

/** State of a request in progress. */
export interface Progress {
  readonly why: Exclude<Unknown, 'signed out'>;
  /** The message of the box, in Serbian. */
  readonly message: string;
  /** Maximum seconds until the outcome is known, if the box reports it. */
  readonly retryAfter?: number;
}

type Change = (state: TillState, newKey: () => string) => TillState;

/**
 * The till without its view: its state, which is on the disk before anything is sent, and the requests that are
 * repeated until their outcome is known.
 */
export class TillModel {
  /** Undefined until it was loaded, and after another window has taken over the till. */
  readonly state: ReadonlySignal<TillState | undefined>;
  /** By idempotency key: requests whose outcome is not known after the first attempt. */
  readonly progress = signal<Readonly<Record<string, Progress>>>({});
  /** The part of the current state that would be found after a reload. */
  readonly kept = signal<Persistence>('all');
  /**
   * True when the stored state could not be read. Nothing may be sold until it is read, or until a person decides to
   * continue without it.
   */
  readonly isUnread = signal(false);
  private readonly current = signal<TillState | undefined>(undefined);
  private saving: Promise<Persistence> = Promise.resolve('all');
  /** State that a running save does not include yet. */
  private unsaved: TillState | undefined;
  private readonly running = new Set<string>();
  /** Number of the active loops; loops with another number belong to a till that was stopped. */
  private turn = 0;

  constructor(private readonly deps: TillDeps) {
    this.state = this.current;
  }

  /**
   * Loads the stored state, and continues with the requests that were being sent. `isAnew`: also when the state cannot
   * be read.
   */
  async start(isAnew = false): Promise<void> {
    const turn = ++this.turn;
    const { storage, newKey } = this.deps;
    const { isWhole, state } = await storage.load();
    if (turn !== this.turn) return;
    this.isUnread.value = !isWhole && !isAnew;
    if (this.isUnread.value) return;
    this.kept.value = isWhole ? 'all' : 'requests';
    this.current.value = state ?? newState(newKey());
    this.pursue();
  }

  /** Stops the till: nothing is sent or stored any more. */
  stop(): void {
    this.turn += 1;
    this.isUnread.value = false;
    this.current.value = undefined;
    this.running.clear();
  }

  /** Changes the state. The promise resolves when the change is stored. */
  async change(how: Change): Promise<void> {
    await this.changed(how);
  }

  /** Tries again to store what could not be stored. */
  async keepAgain(): Promise<void> {
    const { value } = this.current;
    if (value !== undefined) await this.save(value);
  }

  private changed(how: Change): Promise<Persistence> {
    const { value } = this.current;
    if (value === undefined) return this.saving;
    const changed = how(value, this.deps.newKey);
    if (changed === value) return this.saving;
    const next = begunBy(changed, this.deps.who());
    this.current.value = next;
    return this.save(next);
  }

  /**
   * Sends a request once it is stored, and repeats it until its outcome is known. A request that cannot be stored is
   * not sent: after a reload it would be forgotten, and the same would be sold again.
   */
  async send(pending: Pending): Promise<void> {
    if (this.state.value?.pending !== null) return;
    const kept = await this.changed((state) => begin(state, pending));
    if (kept === 'nothing') await this.change((state) => unsent(state, pending.key));
    else this.pursue();
  }

  /** Moves the current request to the background. */
  setAside(): Promise<void> {
    return this.change((state, newKey) => setAside(state, newKey()));
  }

  private pursue(): void {
    const { value } = this.current;
    for (const one of [...(value?.pending ? [value.pending] : []), ...(value?.unsettled ?? [])]) {
      if (!this.running.has(one.key)) void this.sendUntilKnown(one, this.turn);
    }
  }

  private async sendUntilKnown(pending: Pending, turn: number): Promise<void> {
    const { key } = pending;
    this.running.add(key);
    for (let tries = 0; ; tries += 1) {
      await this.deps.ready();
      if (turn !== this.turn) return;
      const verdict = await sendOnce(pending, this.deps.calls);
      if (turn !== this.turn) return;
      switch (verdict.kind) {
        case 'issued':
          return this.finish(key, (state, newKey) => issued(state, verdict.receipt, newKey()));
        case 'refused':
          return this.finish(key, (state, newKey) => refused(state, key, verdict.message, newKey()));
        case 'unknown': {
          const { why, kind: _, ...said } = verdict;
          if (why === 'signed out') this.deps.signedOut();
          else this.progress.value = { ...this.progress.value, [key]: { why, ...said } };
          await this.deps.sleep(pauseBefore(tries, why));
        }
      }
      if (turn !== this.turn) return;
    }
  }

  private async finish(key: string, how: Change): Promise<void> {
    this.running.delete(key);
    const { [key]: _over, ...others } = this.progress.value;
    this.progress.value = others;
    await this.change(how);
  }

  /** One save at a time; changes meanwhile are included in the next save. */
  private save(state: TillState): Promise<Persistence> {
    const isWaiting = this.unsaved !== undefined;
    this.unsaved = state;
    if (isWaiting) return this.saving;
    const { turn } = this;
    this.saving = this.saving.then(async (before) => {
      const { unsaved } = this;
      this.unsaved = undefined;
      if (unsaved === undefined || turn !== this.turn) return before;
      const kept = await this.deps.storage.save(unsaved);
      this.kept.value = kept;
      return kept;
    });
    return this.saving;
  }
}

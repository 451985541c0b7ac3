import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromThread, Opening, Said, ToThread } from './messages.js';

/** How long the thread stays without a connection, ms: from one buyer to the next at a busy till. It takes some 10 MB while it runs. */
const IDLE = 60_000;
/** How long it may take to let go of a connection, ms. Then it hangs, and is ended with all that it serves. */
const PATIENCE = 5_000;
/** Its heap, MB: it holds the messages under way and little else. */
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/** One connection's way to the thread and back. */
export interface Line {
  post(message: WithoutId): void;
  /** Nothing is heard any more, and the thread forgets the connection. Twice does no harm. */
  close(): void;
}
type WithoutId = ToThread extends infer M ? (M extends { readonly kind: 'open' | 'close' } ? never : Bare<M>) : never;
type Bare<M> = M extends unknown ? Omit<M, 'id'> : never;

/** Who is on a line. */
export interface Listener {
  heard(message: Said): void;
  /** The thread has ended. */
  died(): void;
}

export interface TlsThreadOptions {
  /** The program of the thread; null where it is not installed. */
  readonly program: string | null;
  readonly idleMs: number;
  readonly patienceMs: number;
}

/** The thread that serves all TLS connections whose key is elsewhere. It starts with the first one, and ends when it is idle. */
export class TlsThread {
  readonly #options: TlsThreadOptions;
  readonly #listeners = new Map<number, Listener>();
  /** Connections that the thread has not yet let go of. */
  readonly #closing = new Map<number, NodeJS.Timeout>();
  readonly #wake = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(options: Partial<TlsThreadOptions> = {}) {
    this.#options = { program: programOfThread(), idleMs: IDLE, patienceMs: PATIENCE, ...options };
  }

  /** Does it run? */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Lets the thread open a connection. Undefined when it cannot be started. */
  open(opening: Opening, listener: Listener): Line | undefined {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    if (worker === undefined) return undefined;
    const id = (this.#last += 1);
    this.#listeners.set(id, listener);
    this.#post(worker, { kind: 'open', id, opening });
    return {
      post: (message) => {
        if (this.#listeners.has(id) && this.#worker === worker) this.#post(worker, { ...message, id });
      },
      close: () => {
        if (this.#listeners.delete(id) && this.#worker === worker) this.#close(worker, id);
      },
    };
  }

  /** Ends the thread, and with it every connection. */
  kill(): void {
    const worker = this.#worker;
    if (worker === undefined) return;
    void worker.terminate();
    this.#died(worker);
  }

  #start(): Worker | undefined {
    const { program } = this.#options;
    if (program === null) return undefined;
    try {
      const worker = new Worker(program, { workerData: this.#wake, resourceLimits: LIMITS });
      worker.on('message', (message: FromThread) => this.#hear(message));
      worker.on('error', () => this.#died(worker));
      worker.on('exit', () => this.#died(worker));
      // What keeps the box running is the network, and the card.
      worker.unref();
      this.#worker = worker;
      return worker;
    } catch {
      return undefined; // too little memory
    }
  }

  #hear(message: FromThread): void {
    const { id, ...said } = message;
    if (message.kind !== 'closed') {
      this.#listeners.get(id)?.heard(said);
      return;
    }
    clearTimeout(this.#closing.get(id));
    this.#closing.delete(id);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.kill(), this.#options.idleMs).unref();
  }

  #close(worker: Worker, id: number): void {
    const late = setTimeout(() => this.kill(), this.#options.patienceMs).unref();
    this.#closing.set(id, late);
    this.#post(worker, { kind: 'close', id });
  }

  #died(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearTimeout(this.#idle);
    for (const late of this.#closing.values()) clearTimeout(late);
    this.#closing.clear();
    const listeners = [...this.#listeners.values()];
    this.#listeners.clear();
    for (const listener of listeners) listener.died();
  }

  #post(worker: Worker, message: ToThread): void {
    worker.postMessage(message);
    // It may be waiting for a signature, and not for messages.
    Atomics.add(this.#wake, 0, 1);
    Atomics.notify(this.#wake, 0);
  }
}

/** In the bundle it lies beside the box; in the source its TypeScript runs as that of the box does. */
function programOfThread(): string | null {
  const programs = [join(__dirname, 'tls-worker.cjs'), join(__dirname, 'worker.ts')];
  return programs.find((path) => existsSync(path)) ?? null;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ChannelFault } from '../../channel.js';
import type { FromThread, Opening, Ready, Said, ThreadStart, ToThread } from './messages.js';

/**
 * How long the thread stays without a connection, ms: longer than from one question for the state of a V-PFR to the next, so that
 * no sale waits for its start. It takes some 10 MB while it runs.
 */
const IDLE = 25 * 60_000;
/** How long it may take to let go of a connection, ms. Then it hangs, and is ended with all that it serves. */
const PATIENCE = 5_000;
/** Its heap, MB: it holds the messages under way and little else. */
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };
/** Of Debian, as `libgnutls30` brings it. */
const LIBRARY = 'libgnutls.so.30';

const DIED: ChannelFault = { cause: 'reset', detail: 'THREAD_DIED' };

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
  /** The thread has ended, or never began. */
  died(fault: ChannelFault): void;
}

export interface TlsThreadOptions {
  /** The program of the thread; null where it is not installed. */
  readonly program: string | null;
  readonly library: string;
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
  /** Has GnuTLS been found by the thread that runs? */
  #isReady = false;
  /** Has one before it found it, and none missed it since? */
  #isProven = false;
  #fault: ChannelFault | undefined;
  #waiting: (() => void)[] = [];
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(options: Partial<TlsThreadOptions> = {}) {
    this.#options = { program: programOfThread(), library: LIBRARY, idleMs: IDLE, patienceMs: PATIENCE, ...options };
  }

  /** Does it run? */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Why it could not be started the last time, such as a GnuTLS that is missing. */
  get fault(): ChannelFault | undefined {
    return this.#fault;
  }

  /** Finds out whether it can be started, unless that is known to be so; the outcome is its `fault`. */
  async check(): Promise<void> {
    if (this.#isProven) return;
    const worker = this.#start();
    if (worker === undefined) return;
    // Somebody waits for it, who has nothing else that keeps a program running.
    worker.ref();
    const late = setTimeout(() => this.kill(), this.#options.patienceMs);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    clearTimeout(late);
    worker.unref();
  }

  /** Lets the thread open a connection. Undefined when it cannot be started, which its `fault` explains. */
  open(opening: Opening, listener: Listener): Line | undefined {
    const worker = this.#start();
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
    this.#ended(worker, DIED);
  }

  #start(): Worker | undefined {
    clearTimeout(this.#idle);
    if (this.#worker !== undefined) return this.#worker;
    const { program, library } = this.#options;
    if (program === null) {
      this.#failed(unusable('tls-worker.cjs'));
      return undefined;
    }
    try {
      const workerData: ThreadStart = { wake: this.#wake, library };
      const worker = new Worker(program, { workerData, resourceLimits: LIMITS });
      let fault = unusable('THREAD_DIED');
      worker.on('message', (message: FromThread | Ready) => this.#hear(message));
      worker.on('error', (error) => (fault = unusable(error.message)));
      worker.on('exit', () => this.#ended(worker, this.#isReady ? DIED : fault));
      // What keeps the box running is the network, and the card.
      worker.unref();
      this.#worker = worker;
      return worker;
    } catch (error) {
      // Such as too little memory.
      this.#failed(unusable(error instanceof Error ? error.message : String(error)));
      return undefined;
    }
  }

  #failed(fault: ChannelFault): void {
    this.#isProven = false;
    this.#fault = fault;
  }

  #hear(message: FromThread | Ready): void {
    if (message.kind === 'ready') {
      this.#isReady = true;
      this.#isProven = true;
      this.#fault = undefined;
      this.#tellWaiting();
      this.#rest();
      return;
    }
    const { id, ...said } = message;
    if (message.kind !== 'closed') {
      this.#listeners.get(id)?.heard(said);
      return;
    }
    clearTimeout(this.#closing.get(id));
    this.#closing.delete(id);
    this.#rest();
  }

  /** Ends it after a while in which nobody needs it. */
  #rest(): void {
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.kill(), this.#options.idleMs).unref();
  }

  #close(worker: Worker, id: number): void {
    const late = setTimeout(() => this.kill(), this.#options.patienceMs).unref();
    this.#closing.set(id, late);
    this.#post(worker, { kind: 'close', id });
  }

  #ended(worker: Worker, fault: ChannelFault): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#isReady = false;
    if (fault.cause === 'library') this.#failed(fault);
    clearTimeout(this.#idle);
    for (const late of this.#closing.values()) clearTimeout(late);
    this.#closing.clear();
    const listeners = [...this.#listeners.values()];
    this.#listeners.clear();
    for (const listener of listeners) listener.died(fault);
    this.#tellWaiting();
  }

  #tellWaiting(): void {
    for (const tell of this.#waiting.splice(0)) tell();
  }

  #post(worker: Worker, message: ToThread): void {
    worker.postMessage(message);
    // It may be waiting for a signature, and not for messages.
    Atomics.add(this.#wake, 0, 1);
    Atomics.notify(this.#wake, 0);
  }
}

/** What is missing, in the words of whoever has missed it. */
function unusable(said: string): ChannelFault {
  return { cause: 'library', detail: said.split('\n', 1)[0] ?? '' };
}

/** In the bundle it lies beside the box; in the source its TypeScript runs as that of the box does. */
function programOfThread(): string | null {
  const programs = [join(__dirname, 'tls-worker.cjs'), join(__dirname, 'worker.ts')];
  return programs.find((path) => existsSync(path)) ?? null;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ChannelFault } from '../../channel.js';
import type { FromThread, Opening, Ready, ChannelMessage, ThreadStart, ToThread } from './messages.js';

/**
 * How long the thread runs without a connection, ms. This is longer than the interval between two status calls to a
 * V-PFR, so that no sale waits for the thread to start. It uses some 10 MB while it runs.
 */
const IDLE = 25 * 60_000;
/**
 * How long closing a connection may take, ms. After that the thread counts as hung and is terminated with all its
 * connections.
 */
const PATIENCE = 5_000;
/** Its heap, MB. It contains the messages under way and little else. */
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };
/** File name of the library in Debian's package `libgnutls30`. */
const LIBRARY = 'libgnutls.so.30';

const DIED: ChannelFault = { cause: 'reset', detail: 'THREAD_DIED' };

/** The channel between one connection and the thread. */
export interface Line {
  post(message: WithoutId): void;
  /** Stops all messages; the thread drops the connection. May be called twice. */
  close(): void;
}
type WithoutId = ToThread extends infer M ? (M extends { readonly kind: 'open' | 'close' } ? never : Bare<M>) : never;
type Bare<M> = M extends unknown ? Omit<M, 'id'> : never;

/** Receives the thread's messages for one connection. */
interface Listener {
  received(message: ChannelMessage): void;
  /** The thread has ended, or failed to start. */
  died(fault: ChannelFault): void;
}

interface TlsThreadOptions {
  /** The program of the thread; null where it is not installed. */
  readonly program: string | null;
  readonly library: string;
  readonly idleMs: number;
  readonly patienceMs: number;
}

/**
 * The thread that serves all TLS connections with an external key. It starts with the first connection and ends when it
 * is idle.
 */
export class TlsThread {
  readonly #options: TlsThreadOptions;
  readonly #listeners = new Map<number, Listener>();
  /** Connections that the thread has not closed yet, with their timeouts. */
  readonly #closing = new Map<number, NodeJS.Timeout>();
  readonly #wake = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | undefined;
  /** True when the running thread has loaded GnuTLS. */
  #isReady = false;
  /** True when a thread has loaded GnuTLS and no later one failed to. */
  #isProven = false;
  #fault: ChannelFault | undefined;
  #waiting: (() => void)[] = [];
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(options: Partial<TlsThreadOptions> = {}) {
    this.#options = { program: programOfThread(), library: LIBRARY, idleMs: IDLE, patienceMs: PATIENCE, ...options };
  }

  /** True while the thread runs. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Why the last start failed, such as a missing GnuTLS. */
  get fault(): ChannelFault | undefined {
    return this.#fault;
  }

  /** Checks whether the thread can be started, unless that is known. The outcome is in `fault`. */
  async check(): Promise<void> {
    if (this.#isProven) return;
    const worker = this.#start();
    if (worker === undefined) return;
    // The caller waits for the result and may have nothing else that keeps the process running.
    worker.ref();
    const late = setTimeout(() => this.kill(), this.#options.patienceMs);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    clearTimeout(late);
    worker.unref();
  }

  /** Opens a connection in the thread. Undefined when the thread cannot be started; `fault` has the reason. */
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

  /** Ends the thread and every connection in it. */
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
      worker.on('message', (message: FromThread | Ready) => this.#receiveMessage(message));
      worker.on('error', (error) => (fault = unusable(error.message)));
      worker.on('exit', () => this.#ended(worker, this.#isReady ? DIED : fault));
      // The network and the card keep the process running; the thread does not.
      worker.unref();
      this.#worker = worker;
      return worker;
    } catch (error) {
      // For example, too little memory.
      this.#failed(unusable(error instanceof Error ? error.message : String(error)));
      return undefined;
    }
  }

  #failed(fault: ChannelFault): void {
    this.#isProven = false;
    this.#fault = fault;
  }

  #receiveMessage(message: FromThread | Ready): void {
    if (message.kind === 'ready') {
      this.#isReady = true;
      this.#isProven = true;
      this.#fault = undefined;
      this.#resolveChecks();
      this.#rest();
      return;
    }
    const { id, ...received } = message;
    if (message.kind !== 'closed') {
      this.#listeners.get(id)?.received(received);
      return;
    }
    clearTimeout(this.#closing.get(id));
    this.#closing.delete(id);
    this.#rest();
  }

  /** Ends the thread after an idle time. */
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
    this.#resolveChecks();
  }

  #resolveChecks(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #post(worker: Worker, message: ToThread): void {
    worker.postMessage(message);
    // The thread may be waiting for a signature instead of for messages.
    Atomics.add(this.#wake, 0, 1);
    Atomics.notify(this.#wake, 0);
  }
}

/** The fault of a missing program or library, with the first line of the system's error text. */
function unusable(reason: string): ChannelFault {
  return { cause: 'library', detail: reason.split('\n', 1)[0] ?? '' };
}

/** In the bundle the program is next to the box's program. From source, its TypeScript runs like that of the box. */
function programOfThread(): string | null {
  const programs = [join(__dirname, 'tls-worker.cjs'), join(__dirname, 'worker.ts')];
  return programs.find((path) => existsSync(path)) ?? null;
}

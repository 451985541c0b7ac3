/**
 * The thread that runs GnuTLS. It has no key and opens no sockets: bytes and signatures are passed as messages. While a
 * card signs, only this thread blocks.
 */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Client } from './client.js';
import { Gnutls } from './gnutls.js';
import type { FromThread, Opening, Ready, ThreadStart, ToThread } from './messages.js';

/** Most connections that may wait for signatures at the same time. Each one runs on the stack of the previous one. */
const MAX_WAITING_CLIENTS = 8;

/** Serves all connections of the box. */
class TlsWorker {
  readonly #port: MessagePort;
  readonly #wake: Int32Array;
  readonly #gnutls: Gnutls;
  readonly #clients = new Map<number, Client>();
  #waiting = 0;

  /** Throws when GnuTLS is missing. */
  constructor(port: MessagePort, { wake, library }: ThreadStart) {
    this.#port = port;
    this.#wake = wake;
    this.#gnutls = opened(library);
    port.postMessage({ kind: 'ready' } satisfies Ready);
  }

  handle(message: ToThread): void {
    const { id } = message;
    if (message.kind === 'open') {
      this.#open(id, message.opening);
      return;
    }
    const client = this.#clients.get(id);
    switch (message.kind) {
      case 'received':
        client?.receive(message.bytes);
        return;
      case 'over':
        client?.over();
        return;
      case 'signed':
        client?.signed(message.signature);
        return;
      case 'write':
        client?.write(message.bytes);
        return;
      case 'finish':
        client?.write('finish');
        return;
      case 'close':
        client?.close();
        this.#clients.delete(id);
        this.#post({ kind: 'closed', id });
    }
  }

  #open(id: number, opening: Opening): void {
    try {
      const client = new Client(this.#gnutls, opening, {
        post: (message, transfer) => {
          if (this.#clients.has(id)) this.#post({ ...message, id }, transfer);
        },
        wait: (waiting) => this.#wait(waiting),
      });
      this.#clients.set(id, client);
      client.start();
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#post({ kind: 'fault', id, fault: { cause: 'protocol', detail } });
    }
  }

  #wait(client: Client): void {
    if (this.#waiting === MAX_WAITING_CLIENTS) client.signed(undefined);
    this.#waiting += 1;
    while (client.isWaiting) {
      const seen = Atomics.load(this.#wake, 0);
      const next: { readonly message: ToThread } | undefined = receiveMessageOnPort(this.#port);
      if (next === undefined) Atomics.wait(this.#wake, 0, seen);
      else this.handle(next.message);
    }
    this.#waiting -= 1;
  }

  #post(message: FromThread, transfer?: ArrayBuffer): void {
    this.#port.postMessage(message, transfer === undefined ? [] : [transfer]);
  }
}

/** The loader's error text does not name the missing library. */
function opened(library: string): Gnutls {
  try {
    return new Gnutls(library);
  } catch (error) {
    throw new Error(`${library}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

if (parentPort === null) throw new Error('this is a thread of the box');
const worker = new TlsWorker(parentPort, workerData as ThreadStart);
parentPort.on('message', (message: ToThread) => worker.handle(message));

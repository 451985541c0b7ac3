import { faultOf } from './inEnglish.js';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import type { Input, OperationName, Reply as Answered } from '../../src/interfaces/admin/operations.js';
import { callService } from '../../src/interfaces/admin/socket.js';
import type { EventName } from '../../src/base/log.js';

export const BASE = '/api/v1';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** An answer that had begun and did not end. */
export class CutAnswer extends Error {}

/** The part of the public Invoice that tests of processes look at. */
export interface Receipt {
  readonly uuid: string;
  readonly total: number;
  readonly journal: string;
  readonly clientRequestId: string | null;
  readonly pfr: { readonly invoiceNumber: string };
}

/** A good request of one line of 300,00 RSD. */
export const SALE = { items: [{ name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ' }] };

/** A client of a service that trusts nothing but the ca.pem of its folder, and reads its log. */
export abstract class BoxClient {
  private readonly heard = new EventEmitter();
  private output = '';
  private isOver = false;
  private agent: Agent | undefined;
  private address: { readonly host: string; readonly port: number } | undefined;

  protected constructor(readonly folder: string) {}

  /** Gets everything that the service has logged so far. */
  protected hear(output: string): void {
    this.output = output;
    this.heard.emit('heard');
  }

  /** Called when the service logs no more. */
  protected hearEnd(): void {
    this.isOver = true;
    this.heard.emit('heard');
  }

  /** Resolves when the box answers requests (true) or has ended without ever doing so (false). */
  async comesUp(): Promise<boolean> {
    const line = await this.says('box.started');
    if (line === undefined) return false;
    const { host, port } = JSON.parse(line) as { host: string; port: number };
    this.address = { host, port };
    this.reconnect();
    return true;
  }

  /** Closes the persistent connections, of which the box may have closed some. */
  reconnect(): void {
    this.agent?.destroy();
    this.agent = new Agent({ ca: readFileSync(this.caFile), keepAlive: true });
  }

  /** Closes the persistent connections. */
  protected disconnect(): void {
    this.agent?.destroy();
  }

  /**
   * The line of its log with an event, the `nth` of them, as soon as it is there; undefined when the box ends without
   * it.
   */
  says(event: EventName, nth = 1): Promise<string | undefined> {
    const line = new RegExp(`^.*"event":"${event.replace('.', '\\.')}".*$`, 'gm');
    return new Promise((found) => {
      const look = (): void => {
        const text = this.output.match(line)?.[nth - 1];
        if (text === undefined && !this.isOver) return;
        this.heard.off('heard', look);
        found(text);
      };
      this.heard.on('heard', look);
      look();
    });
  }

  get port(): number {
    if (this.address === undefined) throw new Error('the box is not up');
    return this.address.port;
  }

  get caFile(): string {
    return join(this.folder, 'tls/ca.pem');
  }

  /** What the box has logged so far. */
  get log(): string {
    return this.output;
  }

  /** Asks over the control socket, which costs no process. Undefined, or a failure, when the box ends meanwhile. */
  ask<N extends OperationName>(name: N, ask: Input<N>): Promise<Answered<N> | undefined> {
    return callService(this.folder, name, ask);
  }

  /** The id of the box, hexadecimal. */
  async id(): Promise<string> {
    const end = await this.ask('ledger.end', {});
    if (end?.ok !== true) throw new Error(`no id: ${faultOf(end)}`);
    return end.value.boxId;
  }

  /** Makes API keys. */
  async keys(count: number): Promise<string[]> {
    const keys: string[] = [];
    for (let n = 1; n <= count; n += 1) {
      const made = await this.ask('keys.create', { label: `test ${n}` });
      if (made?.ok !== true) throw new Error(`no key: ${faultOf(made)}`);
      keys.push(made.value.key);
    }
    return keys;
  }

  /**
   * Sends a request below the base address. Rejects when no whole answer comes, with {@link CutAnswer} if a part of it
   * did.
   */
  send(method: string, path: string, key: string, body?: unknown, headers: OutgoingHttpHeaders = {}): Promise<Reply> {
    return this.exchange(method, BASE + path, { Authorization: `Bearer ${key}`, ...headers }, body);
  }

  /** Gets any path without a key. */
  open(path: string): Promise<Reply> {
    return this.exchange('GET', path, {});
  }

  private exchange(method: string, path: string, given: OutgoingHttpHeaders, body?: unknown): Promise<Reply> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const length = bytes && { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
    return new Promise((done, fail) => {
      const call = request({ ...this.address, agent: this.agent, method, path, headers: { ...length, ...given } });
      call.on('error', fail).on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('error', () => fail(new CutAnswer()));
        response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      call.end(bytes);
    });
  }

  /** Issues a receipt that must be accepted. */
  async issue(key: string, body: unknown = SALE, headers: OutgoingHttpHeaders = {}): Promise<Receipt> {
    const reply = await this.send('POST', '/invoices', key, body, headers);
    if (reply.status !== 200 && reply.status !== 201) throw new Error(`no receipt: ${reply.status} ${reply.text}`);
    return JSON.parse(reply.text) as Receipt;
  }

  /** Every receipt that the box lists, newest first. */
  async receipts(key: string): Promise<Receipt[]> {
    const all: Receipt[] = [];
    for (let page = 1; ; page += 1) {
      const reply = await this.send('GET', `/invoices?page=${page}`, key);
      if (reply.status !== 200) throw new Error(`no list: ${reply.status} ${reply.text}`);
      const { invoices } = JSON.parse(reply.text) as { invoices: Receipt[] };
      all.push(...invoices);
      if (invoices.length < 100) return all;
    }
  }
}

import type { IncomingHttpHeaders } from 'node:http';
import * as https from 'node:https';
import { Broken } from './expect.js';

/** Where API v1 begins below the address of the installation. */
export const BASE = '/api/v1';

export interface Call {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the keys of the run; null: no key at all. */
  readonly key?: string | null;
}

/** What was answered to a call. */
export class Answer {
  constructor(
    /** The call in one line. */
    readonly call: string,
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    readonly bytes: Buffer,
  ) {}

  get text(): string {
    return this.bytes.toString();
  }

  json(): unknown {
    try {
      return JSON.parse(this.text);
    } catch {
      throw new Broken('expected a JSON body');
    }
  }

  /** The call and the answer in one line. */
  toString(): string {
    return `${this.call} → ${this.status} ${shortened(this.text)}`;
  }
}

/** Where the keys of calls come from, so that a run stays below the limit of requests. */
export interface KeySupply {
  /** The key for the next call; waits when no key may call now. */
  take(): Promise<string>;
  /** A key over its limit in spite of the pauses. */
  exhausted(): void;
}

/** Sees every answer below the base address; throws {@link Broken} when it is not as announced. */
export type Watcher = (method: string, path: string, answer: Answer) => void;

/** Longest wait for an answer, ms. */
const PATIENCE = 30_000;

/** A client of API v1 that trusts one authority, or by default those of Node. */
export class Client {
  /** The last answer, for who has to say what went wrong. */
  last: Answer | undefined;
  /** Calls made. */
  count = 0;
  private readonly agent: https.Agent;
  private readonly watchers: Watcher[] = [];

  constructor(
    /** `https://kasa.local:8443` */
    readonly origin: string,
    readonly keys: KeySupply,
    ca: string | undefined,
  ) {
    this.agent = new https.Agent({ keepAlive: true, ...(ca !== undefined && { ca }) });
  }

  watch(watcher: Watcher): void {
    this.watchers.push(watcher);
  }

  close(): void {
    this.agent.destroy();
  }

  get(path: string, call: Call = {}): Promise<Answer> {
    return this.call('GET', path, call);
  }

  post(path: string, json: unknown, call: Call = {}): Promise<Answer> {
    return this.call('POST', path, { json, ...call });
  }

  /** Calls a path below the base address. A call with a key of the run that is over the limit waits and is repeated. */
  async call(method: string, path: string, call: Call = {}): Promise<Answer> {
    const key = call.key === undefined ? await this.keys.take() : call.key;
    const answer = await this.fetch(method, BASE + path, { ...call, key });
    for (const watch of this.watchers) watch(method, path, answer);
    if (call.key !== undefined || answer.status !== 429 || !/240/.test(answer.text)) return answer;
    this.keys.exhausted();
    return this.call(method, path, call);
  }

  /** Calls any path of the installation, without a key unless one is given. */
  fetch(method: string, path: string, { json, raw, headers = {}, key = null }: Call = {}): Promise<Answer> {
    this.count += 1;
    const body = json === undefined ? raw : JSON.stringify(json);
    const sent = {
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
      ...headers,
    };
    const line = [method, path, ...(body === undefined ? [] : [shortened(body.toString())])].join(' ');
    return new Promise((resolve, reject) => {
      const options = { method, headers: sent, agent: this.agent, timeout: PATIENCE };
      const request = https.request(this.origin + path, options, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          this.last = new Answer(line, response.statusCode ?? 0, response.headers, Buffer.concat(pieces));
          resolve(this.last);
        });
      });
      request.on('timeout', () => request.destroy(new Error(`${line}: no answer within ${PATIENCE / 1000} s`)));
      request.on('error', reject);
      request.end(body);
    });
  }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 400 ? `${line.slice(0, 400)} … (${text.length} characters)` : line;
}

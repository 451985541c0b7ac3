import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { responseSchemas } from '../../src/interfaces/api/registry.js';
import type { AnswerName, Answers } from './answers.js';
import { COMPILED_QUICKLY, type Conformance } from './conformance.js';
import type { Chunks, Received, Reply, Transport } from './transport.js';

export interface Call {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
  /** Pieces of a body without a length, one chunk each, sent as they come. */
  readonly chunks?: Chunks;
  readonly headers?: Readonly<Record<string, string>>;
}

export type { Received, Reply };

/** A client of a box, which holds its answers against the document that the box publishes. */
export class Client {
  constructor(
    private readonly transport: Transport,
    private readonly conformance: Conformance,
    /** Undefined: calls carry no key. */
    private readonly key: string | undefined,
  ) {}

  /** The same client with another key, or without one. */
  with(key: string | undefined): Client {
    return new Client(this.transport, this.conformance, key);
  }

  /** Calls a path below `/api/v1` and holds the answer against the published document. */
  async call(method: string, path: string, call: Call = {}): Promise<Received> {
    const reply = await this.fetch(method, `/api/v1${path}`, call);
    this.conformance.check(method, path, reply);
    return reply;
  }

  get(path: string, call?: Call): Promise<Received> {
    return this.call('GET', path, call);
  }

  post(path: string, json: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.call('POST', path, { json, headers });
  }

  /** Calls any path of the box. */
  fetch(method: string, path: string, call: Call = {}): Promise<Received> {
    const body = call.json === undefined ? call.raw : JSON.stringify(call.json);
    const headers = {
      ...(this.key !== undefined && { Authorization: `Bearer ${this.key}` }),
      ...(call.json !== undefined && { 'Content-Type': 'application/json' }),
      ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
      ...call.headers,
    };
    return this.transport({ method, url: path, headers, body, chunks: call.chunks ?? [] });
  }
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, ...COMPILED_QUICKLY });
const checks = new Map<AnswerName, ValidateFunction>();

/** The body of an answer that must have this status and fit this response schema. */
export function read<N extends AnswerName>(name: N, status: number, reply: Reply): Answers[N] {
  if (reply.status !== status) throw new Error(`answered ${reply.status}, not ${status}: ${reply.text}`);
  const check = checks.get(name) ?? ajv.compile(responseSchemas[name]);
  checks.set(name, check);
  const body: unknown = JSON.parse(reply.text);
  if (!check(body)) throw new Error(`no ${name}: ${ajv.errorsText(check.errors)}: ${reply.text}`);
  return body as Answers[N];
}

/** The code and the message of an error answer. */
export function readError(status: number, reply: Reply): Answers['Error']['error'] {
  return read('Error', status, reply).error;
}

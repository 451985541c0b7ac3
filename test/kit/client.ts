import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { IncomingHttpHeaders } from 'node:http';
import * as https from 'node:https';
import { responseSchemas } from '../../src/api/schemas/index.js';
import { FORMATS } from '../../src/base/schema.js';
import type { AnswerName, Answers } from './answers.js';
import type { Conformance } from './conformance.js';

export interface Call {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
  /** Pieces of a body without a length, one chunk each. */
  readonly chunks?: readonly (string | Buffer)[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The same with the body as it came. */
export interface Received extends Reply {
  readonly bytes: Buffer;
}

/** A client of a box over HTTPS with keep-alive, which trusts nothing but the box's own authority. */
export class Client {
  constructor(
    private readonly origin: string,
    private readonly agent: https.Agent,
    private readonly conformance: Conformance,
    /** Undefined: calls carry no key. */
    private readonly key: string | undefined,
  ) {}

  /** The same client with another key, or none. */
  with(key: string | undefined): Client {
    return new Client(this.origin, this.agent, this.conformance, key);
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
    return new Promise((resolve, reject) => {
      const request = https.request(this.origin + path, { method, headers, agent: this.agent }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => {
          const { statusCode, headers } = response;
          const bytes = Buffer.concat(pieces);
          resolve({ status: statusCode ?? 0, headers, text: bytes.toString(), bytes });
        });
        response.on('error', reject);
      });
      request.on('error', reject);
      for (const chunk of call.chunks ?? []) request.write(chunk);
      request.end(body);
    });
  }
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: FORMATS });
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

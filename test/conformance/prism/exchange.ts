import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** What Prism finds wrong in a call. */
export interface Violation {
  /** `request` or `response`, and where in it. */
  readonly location: readonly string[];
  readonly message: string;
}

export interface Call {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** All that was sent. */
export async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export async function answerIn(message: IncomingMessage): Promise<Answer> {
  return { status: message.statusCode ?? 0, headers: message.headers, body: await bytesOf(message) };
}

/** Headers of one connection alone. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding'];

export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !OF_CONNECTION.includes(name)) response.setHeader(name, value);
  }
  response.writeHead(status).end(body);
}

/** The header in which Prism reports its findings; it has 8 KB. */
const HEADER = 'sl-violations';

export function violationsIn({ headers }: Answer): readonly Violation[] {
  const told = headers[HEADER];
  if (typeof told !== 'string') return [];
  // What does not fit is cut off, so that the rest is no JSON; it may be of the answer.
  return told.startsWith('[') ? (JSON.parse(told) as Violation[]) : [{ location: ['response'], message: told }];
}

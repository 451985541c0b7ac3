import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { inject, type InjectOptions } from 'light-my-request';

export type Chunks = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

/** A request as a client makes it; the URL is a path with its query. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer | undefined;
  /** Pieces of a body without a length, one chunk each, sent as they come. */
  readonly chunks: Chunks;
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

/** Brings requests to a box. */
export type Transport = (request: Sent) => Promise<Received>;

export const overTls =
  (origin: string, agent: https.Agent): Transport =>
  ({ method, url, headers, body, chunks }) =>
    new Promise((resolve, reject) => {
      const request = https.request(origin + url, { method, headers, agent }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => resolve(received(response.statusCode ?? 0, response.headers, Buffer.concat(pieces))));
        response.on('error', reject);
      });
      request.on('error', reject);
      if (body === undefined) Readable.from(chunks).pipe(request);
      else request.end(body);
    });

/** Calls the listener of an application in this process. */
export const byCall =
  (listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Transport =>
  async ({ method, url, headers, body, chunks }) => {
    const isPieces = !Array.isArray(chunks) || chunks.length > 0;
    const payload = isPieces ? Readable.from(chunks) : body;
    const options: InjectOptions = {
      ...{ method: method as NonNullable<InjectOptions['method']>, url },
      // As an HTTP client sends pieces; without it a request has no body.
      headers: { ...headers, ...(isPieces && { 'Transfer-Encoding': 'chunked' }) },
      ...(payload !== undefined && { payload }),
    };
    const reply = await inject((request, response) => void listener(request, response), options);
    return received(reply.statusCode, reply.headers as IncomingHttpHeaders, reply.rawPayload);
  };

function received(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Received {
  return { status, headers, text: bytes.toString(), bytes };
}

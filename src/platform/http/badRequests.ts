import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Rule } from '../../base/index.js';
import { COMMON_HEADERS } from './response.js';
import { errorBody, HTTP_STATUS } from './errors.js';
import { newRequestId, REQUEST_ID_HEADER } from './requestState.js';

/** Status by the error code of Node's HTTP parser; every other error of the parser is a 400. */
const STATUS: Readonly<Record<string, keyof typeof FAULTS>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const FAULTS = {
  400: { rule: 'request.not-http', message: 'The request is not HTTP/1.1 as RFC 9112 has it' },
  408: { rule: 'request.timeout', message: 'The request took too long to arrive' },
  431: { rule: 'request.head-too-large', message: 'The head of the request is too large' },
} as const;

/** Answers a request with an unknown `Expect` header; the request is not carried out. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { text, headers } = badRequest('request.expectation', 'Only "Expect: 100-continue" is known');
  response.writeHead(HTTP_STATUS.bad_request, headers).end(text);
}

/** Answers a request with no `Host`, or with several; the request is not carried out. */
export function refuseHost(_request: IncomingMessage, response: ServerResponse): void {
  const { text, headers } = badRequest('request.not-http', 'The request must have one Host header (RFC 9112, 3.2)');
  response.writeHead(HTTP_STATUS.bad_request, headers).end(text);
}

/**
 * Answers bytes that are not HTTP, and closes the connection. `unfinished` is the response that the connection is still
 * waiting for. An error about later bytes must not be mistaken for it, nor be written into the middle of it.
 */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Duplex, unfinished?: ServerResponse): void {
  const isFree = unfinished === undefined || (!unfinished.req.complete && !unfinished.headersSent);
  const { code = '' } = error;
  // All other errors are those of the connection itself, such as a failed TLS handshake.
  const isHttp = code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (isFree && isHttp && socket.writable) {
    const status = STATUS[code] ?? 400;
    const { rule, message } = FAULTS[status];
    const { text, headers } = badRequest(rule, message);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const response = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
    socket.end(response, () => socket.destroy());
  } else {
    socket.destroy();
  }
}

/** A response made before the application has seen the request; the log has no line for it. */
function badRequest(
  rule: Rule,
  message: string,
): { readonly text: string; readonly headers: Record<string, string | number> } {
  const requestId = newRequestId();
  const { error } = errorBody('bad_request', message, { rule });
  const text = JSON.stringify({ error: { ...error, requestId } });
  const headers = {
    ...COMMON_HEADERS,
    [REQUEST_ID_HEADER]: requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  };
  return { text, headers };
}

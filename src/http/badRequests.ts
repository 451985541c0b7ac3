import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { COMMON_HEADERS } from './commonHeaders.js';
import { errorBody, HTTP_STATUS } from './errors.js';

/** Status by the error code of Node's HTTP parser; every other error of the parser is a 400. */
const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request is not HTTP/1.1 as RFC 9112 has it',
  408: 'The request took too long to arrive',
  431: 'The head of the request is too large',
};

/** Answers a request whose `Expect` header is unknown; nothing of the request is carried out. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const text = JSON.stringify(errorBody('bad_request', 'Only "Expect: 100-continue" is known'));
  response.writeHead(HTTP_STATUS.bad_request, headersFor(text)).end(text);
}

/**
 * Answers bytes that are not HTTP, and closes the connection. `unfinished` is the response that the connection is still
 * waiting for: an error about later bytes must not be taken for it, nor be written into the middle of it.
 */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Duplex, unfinished?: ServerResponse): void {
  const isFree = unfinished === undefined || (!unfinished.req.complete && !unfinished.headersSent);
  const { code = '' } = error;
  // All other errors are those of the connection itself, such as a failed TLS handshake.
  const isHttp = code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (isFree && isHttp && socket.writable) {
    const status = STATUS[code] ?? 400;
    const text = JSON.stringify(errorBody('bad_request', MESSAGES[status] ?? ''));
    const headers = Object.entries(headersFor(text)).map(([name, value]) => `${name}: ${value}\r\n`);
    const response = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${text}`;
    socket.end(response, () => socket.destroy());
  } else {
    socket.destroy();
  }
}

function headersFor(text: string): Record<string, string | number> {
  return {
    ...COMMON_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  };
}

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { COMMON_HEADERS, failure } from './answer.js';

/** Status by the error code of Node's HTTP parser; whatever else cannot be read is a 400. */
const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const WORDS: Readonly<Record<number, string>> = {
  400: 'The request is not HTTP/1.1 as RFC 9112 has it',
  408: 'The request took too long to arrive',
  431: 'The head of the request is too large',
};

/** Answers a request whose `Expect` asks for something unknown; nothing of it is carried out. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, body } = failure('bad_request', 'Only "Expect: 100-continue" is known');
  const text = JSON.stringify(body);
  response.writeHead(status, headersFor(text)).end(text);
}

/**
 * Answers bytes that are no request and closes the connection. `owed` are the answers that it still owes: bytes behind
 * a whole request must not be answered in its place, and an answer that has begun must not be mangled.
 */
export function refuseBytes(
  error: NodeJS.ErrnoException,
  socket: Socket,
  owed: ReadonlySet<ServerResponse> = new Set(),
): void {
  const isFree = Array.from(owed).every(({ req, headersSent }) => !req.complete && !headersSent);
  const { code = '' } = error;
  // The rest are failures of the connection itself, such as of its TLS handshake.
  const isHttp = code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (isFree && isHttp && socket.writable) {
    const status = STATUS[code] ?? 400;
    const text = JSON.stringify(failure('bad_request', WORDS[status] ?? '').body);
    const headers = Object.entries(headersFor(text)).map(([name, value]) => `${name}: ${value}\r\n`);
    const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${text}`;
    socket.end(answer, () => socket.destroy());
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

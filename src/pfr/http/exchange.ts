import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { ChannelFault, Exchanged } from '../channel.js';
import { CLOSED, faultOf, GIVEN_UP } from './fault.js';

/** A request as it goes out. */
export interface Message {
  readonly method: string;
  /** With the prefix of the base address. */
  readonly path: string;
  /** All of them; their spelling and order are kept. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** The longest head of an answer, bytes. */
const MAX_HEAD = 16 * 1024;

/**
 * Sends one request on a fresh connection and reads one answer of up to `maxBody` bytes. An answer counts when it is
 * whole, whatever becomes of the connection afterwards. The connection is left to the caller to destroy.
 *
 * An answer without a length lasts until the connection ends (RFC 9112, 6.3, rule 8), and the system may report a reset
 * as an end: whether such an answer is whole can only be told by what it says.
 */
export function converse(socket: Socket, message: Message, maxBody: number, signal: AbortSignal): Promise<Exchanged> {
  return new Promise((resolve) => {
    if (signal.aborted || socket.destroyed) {
      resolve({ kind: 'unsent', reason: signal.aborted ? GIVEN_UP : CLOSED });
      return;
    }
    let answer: IncomingMessage | undefined;
    const lose = (reason: ChannelFault): void => resolve({ kind: 'lost', reason });
    // What is wrong behind a whole answer does not concern it.
    const fail = (reason: ChannelFault): void => {
      if (answer?.complete !== true) lose(reason);
    };
    signal.addEventListener('abort', () => lose(GIVEN_UP));
    socket.once('close', () => fail(CLOSED));
    const { method, path, headers, body } = message;
    const limits = { maxHeaderSize: MAX_HEAD, insecureHTTPParser: false };
    const call = request({ method, path, headers, setHost: false, createConnection: () => socket, ...limits });
    call.on('error', (error) => fail(faultOf(error, socket)));
    call.once('response', (response) => {
      answer = response;
      const parts: Buffer[] = [];
      let length = 0;
      response.on('data', (part: Buffer) => {
        length += part.length;
        if (length > maxBody) lose({ cause: 'protocol', detail: 'EMSGSIZE' });
        else parts.push(part);
      });
      response.on('error', (error) => fail(faultOf(error, socket)));
      response.on('end', () => {
        resolve({ kind: 'answered', status: response.statusCode ?? 0, body: Buffer.concat(parts) });
      });
    });
    call.end(body);
  });
}

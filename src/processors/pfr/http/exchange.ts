import { type Agent, type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { CollectedBytes, limitInformational, MAX_ANSWER_HEAD } from '../../../base/index.js';
import type { ChannelFault, Exchanged } from '../channel.js';
import { CLOSED, faultOf, GIVEN_UP } from './fault.js';

/** An HTTP request, ready to send. */
export interface HttpRequest {
  readonly method: string;
  /** With the prefix of the base address. */
  readonly path: string;
  /** All headers, sent with this spelling and order. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

const TOO_MUCH: ChannelFault = { cause: 'protocol', detail: 'EMSGSIZE' };

/**
 * Sends one request on a connection and reads one answer of up to `maxBody` bytes. A whole answer counts, even if the
 * connection fails afterwards. The caller destroys the connection, unless its `agent` reuses it.
 *
 * An answer without a length ends with the connection (RFC 9112, 6.3, rule 8), and the system may report a reset as an
 * end. Only its content can show whether such an answer is whole.
 */
export function sendRequest(
  socket: Duplex,
  message: HttpRequest,
  maxBody: number,
  signal: AbortSignal,
  agent?: Agent,
): Promise<Exchanged> {
  return new Promise((resolve) => {
    if (signal.aborted || socket.destroyed) {
      resolve({ kind: 'unsent', reason: signal.aborted ? GIVEN_UP : CLOSED });
      return;
    }
    let answer: IncomingMessage | undefined;
    const closed = (): void => fail(CLOSED);
    const end = (exchanged: Exchanged): void => {
      socket.off('close', closed);
      resolve(exchanged);
    };
    const lose = (reason: ChannelFault): void => end({ kind: 'lost', reason });
    // Faults after a whole answer do not matter.
    const fail = (reason: ChannelFault): void => {
      if (answer?.complete !== true) lose(reason);
    };
    signal.addEventListener('abort', () => lose(GIVEN_UP));
    socket.once('close', closed);
    const { method, path, headers, body } = message;
    const limits = { maxHeaderSize: MAX_ANSWER_HEAD, insecureHTTPParser: false };
    const via = agent === undefined ? { createConnection: () => socket } : { agent };
    const call = request({ method, path, headers, setHost: false, ...via, ...limits });
    call.on('error', (error) => fail(faultOf(error, socket)));
    // Destroys the request at once. The caller would do so only after all bytes of the current read were processed.
    const refuse = (): void => {
      lose(TOO_MUCH);
      call.destroy();
    };
    limitInformational(call, refuse);
    call.once('response', (response) => {
      answer = response;
      const received = new CollectedBytes(maxBody);
      received.collect(response, refuse);
      response.on('error', (error) => fail(faultOf(error, socket)));
      response.on('end', () => {
        end({ kind: 'answered', status: response.statusCode ?? 0, body: received.bytes });
      });
    });
    call.end(body);
  });
}

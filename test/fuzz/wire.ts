import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';

/** A request as bytes go out; `lies` where its framing may not be what it says, so that its sender hangs up behind it. */
export interface RawRequest {
  readonly start: string;
  /** Each a whole line, without its end; right or wrong. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly lies: boolean;
}

/** A status code, or that the box has closed the connection without one, or neither within the limit. */
export type Outcome = number | 'closed' | 'hang';

/** Above the box's own limits for a slow head and a slow request, ms. */
const HANG = 60_000;

export function bytesOf({ start, headers, body }: RawRequest): Buffer {
  return Buffer.concat([Buffer.from([start, ...headers, '', ''].join('\r\n'), 'latin1'), body]);
}

/** A TLS connection that sends one raw request after another, and is made anew whenever the box has closed it. */
export class Wire {
  private socket: TLSSocket | undefined;
  private received: Buffer = Buffer.alloc(0);

  constructor(
    private readonly port: number,
    private readonly ca: Buffer,
  ) {}

  async send(request: RawRequest): Promise<Outcome> {
    const socket = await this.open();
    if (socket.destroyed) return 'closed';
    this.received = Buffer.alloc(0);
    return new Promise((resolve) => {
      const settle = (outcome: Outcome, keep: boolean): void => {
        clearTimeout(timer);
        socket.removeAllListeners('data').removeAllListeners('close');
        if (!keep) this.close();
        resolve(outcome);
      };
      const timer = setTimeout(() => settle('hang', false), HANG);
      socket.on('data', (bytes: Buffer) => {
        this.received = withoutInterim(Buffer.concat([this.received, bytes]));
        const status = wholeAnswer(this.received, request.start.startsWith('HEAD '));
        if (status !== undefined) settle(status, !request.lies && !/\nconnection: close\r/i.test(this.headText()));
      });
      socket.on('close', () => settle(statusOf(this.received) ?? 'closed', false));
      socket.write(bytesOf(request));
      if (request.lies) socket.end();
    });
  }

  /** Sends a part of a request and hangs up at once, as a tablet that goes out of reach. */
  async abandon(bytes: Buffer): Promise<void> {
    const socket = await this.open();
    await new Promise((sent) => socket.write(bytes, sent));
    this.close();
  }

  close(): void {
    this.socket?.destroy();
    this.socket = undefined;
  }

  private async open(): Promise<TLSSocket> {
    if (this.socket?.writable === true) return this.socket;
    this.close();
    const socket = connect({ host: '127.0.0.1', port: this.port, ca: this.ca });
    // A reset is one way of closing; `close` follows it.
    socket.on('error', () => undefined);
    await Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]);
    this.socket = socket;
    return socket;
  }

  private headText(): string {
    return this.received.toString('latin1', 0, this.received.indexOf('\r\n\r\n') + 2);
  }
}

/** What comes behind `100 Continue` (RFC 9110, section 15.2), which only announces the answer. */
function withoutInterim(received: Buffer): Buffer {
  return statusOf(received) === 100 ? received.subarray(received.indexOf('\r\n\r\n') + 4) : received;
}

function statusOf(received: Buffer): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(received.toString('latin1', 0, 16))?.[1];
  return status === undefined ? undefined : Number(status);
}

/** The status of an answer that has come in whole (RFC 9112, section 6); undefined while more is to come. */
function wholeAnswer(received: Buffer, toHead: boolean): number | undefined {
  const status = statusOf(received);
  const end = received.indexOf('\r\n\r\n');
  if (status === undefined || end < 0) return undefined;
  const head = received.toString('latin1', 0, end + 2);
  const body = received.subarray(end + 4);
  if (toHead || status === 204 || status === 304) return status;
  const length = /\ncontent-length: (\d+)\r/i.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length) ? status : undefined;
  if (/\ntransfer-encoding: chunked\r/i.test(head)) return body.includes('0\r\n\r\n') ? status : undefined;
  return undefined;
}

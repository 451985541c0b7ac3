import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { Session } from './session.js';

/** Where in the conversation something can be made to go wrong. `content` is the answer behind the final dot. */
export const STEPS = ['greeting', 'EHLO', 'STARTTLS', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'content'] as const;
export type Step = (typeof STEPS)[number];

/** What the server does at a step in place of the right answer; a text is answered as it is (without line end). */
export type Fault = 'silence' | 'drop' | 'garbage' | 'endless' | 'drip' | { readonly reply: string };

/** A letter as it was handed over. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** With CRLF, dots unstuffed. */
  readonly content: string;
  /** Did it come over TLS? */
  readonly secure: boolean;
  /** The user that has logged in; null: none. */
  readonly user: string | null;
}

export interface SmtpOptions {
  /** `none`: no TLS; `starttls`: offered (RFC 3207); `implicit`: from the first byte (RFC 8314). */
  readonly tls?: 'none' | 'starttls' | 'implicit';
  readonly certificate?: { readonly key: string; readonly cert: string };
  /** Who may log in; AUTH is offered only then, and only over TLS. */
  readonly login?: { readonly user: string; readonly password: string };
  /** AUTH mechanisms that are offered. */
  readonly mechanisms?: readonly ('PLAIN' | 'LOGIN')[];
}

/** A mail server on loopback that speaks the bytes of RFC 5321, keeps what it gets, and fails on demand. */
export class SmtpServer {
  readonly received: Received[] = [];
  /** Every line that clients have sent outside of letters. */
  readonly lines: string[] = [];
  readonly faults: Partial<Record<Step, Fault | undefined>> = {};
  readonly context: SecureContext | undefined;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly reached = new Map<Step, number>();
  private watchers: (() => void)[] = [];

  private constructor(readonly options: SmtpOptions) {
    this.context = options.certificate && createSecureContext(options.certificate);
    this.server = createServer((socket) => this.accept(socket));
  }

  static async start(options: SmtpOptions = {}): Promise<SmtpServer> {
    const server = new SmtpServer(options);
    server.server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  }

  /** Runs `work` with a new server, which is stopped whatever happens. */
  static async during(options: SmtpOptions, work: (server: SmtpServer) => Promise<void>): Promise<void> {
    const server = await SmtpServer.start(options);
    try {
      await work(server);
    } finally {
      await server.stop();
    }
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Connections that are open now. */
  get open(): number {
    return this.sockets.size;
  }

  /** How often conversations have come to a step. */
  count(step: Step): number {
    return this.reached.get(step) ?? 0;
  }

  /** Resolves as soon as `holds` is true; checked whenever a conversation continues or ends. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.watchers.push(resolve));
  }

  /** Notes that a conversation has come to a step. */
  note(step: Step): void {
    this.reached.set(step, this.count(step) + 1);
    this.tell();
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private tell(): void {
    for (const resolve of this.watchers.splice(0)) resolve();
  }

  private accept(plain: Socket): void {
    this.sockets.add(plain);
    plain.on('error', () => undefined);
    plain.once('close', () => {
      this.sockets.delete(plain);
      this.tell();
    });
    const session = new Session(this);
    if (this.options.tls === 'implicit') session.begin(this.secured(plain), true);
    else session.begin(plain, false);
  }

  /** The server's end of a TLS connection over a socket. */
  secured(plain: Socket): TLSSocket {
    const socket = new TLSSocket(plain, { isServer: true, ...(this.context && { secureContext: this.context }) });
    // A client that does not trust the certificate, or speaks no TLS, hangs up, at times before there is anything to end.
    return socket.on('error', () => plain.destroy()).on('end', () => plain.destroy());
  }
}

import { constants } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { assertNever } from '../../../src/base/result.js';
import { resetConnection } from '../resetConnection.js';
import { pinOfKey, TestAuthority, type Validity } from './certificates.js';
import { FakePfr } from './core.js';
import { Faults, type Plan } from './faults.js';
import type { FakePfrOptions } from './options.js';
import { type FakeRequest, jsonReply, type Reply } from './wire.js';

export interface TlsOptions {
  /** Issues the server's certificate and all client certificates that are let in; a new one when left out. */
  readonly authority?: TestAuthority;
  /** `TLSv1.2` when left out, as the tax authority's front end is taken to speak. */
  readonly version?: 'TLSv1.2' | 'TLSv1.3';
  /** Names and addresses in the server's certificate; those of this machine when left out. */
  readonly names?: readonly string[];
  /** Of the server's certificate; from yesterday for three years when left out. */
  readonly validity?: Validity;
  /** A client without a good certificate is turned away by an alert, or let in and answered 403. */
  readonly untrustedClients?: 'alert' | '403';
  /** Does it resume sessions? Yes when left out. */
  readonly resumes?: boolean;
}

export interface ServerOptions extends Partial<FakePfrOptions> {
  /** Of 127.0.0.1; any free one when left out. */
  readonly port?: number;
  /** A V-PFR always has TLS, an L-PFR only with this; it asks for no client certificates. */
  readonly tls?: TlsOptions;
  /** Called when the end of a call has begun. */
  readonly onCall?: (call: ServedCall) => void;
}

/** One call as it was planned to end. */
export interface ServedCall {
  readonly request: FakeRequest;
  readonly plan: Plan;
}

/** Between two pieces of an answer that drips, ms, and the length of a piece. */
const DRIP = 2;
const PIECE_BYTES = 512;

/** More than any request of 500 items. */
const MAX_BODY = 16 * 1024 * 1024;

/** A {@link FakePfr} behind real sockets: HTTP or HTTPS for an L-PFR, HTTPS with client certificates for a V-PFR. */
export class FakePfrServer {
  readonly faults: Faults;
  private server: Server | undefined;
  private shownPin = '';
  /** Below TLS, by the client's port: only these can be reset. */
  private readonly sockets = new Map<number | undefined, Socket>();
  private readonly hanging = new Set<() => void>();

  private constructor(
    readonly pfr: FakePfr,
    private readonly options: ServerOptions,
    /** Of one with TLS: the authority that its clients have to trust. It also issues the certificates of those of a V-PFR. */
    readonly authority: TestAuthority | undefined,
    private port: number,
  ) {
    this.faults = new Faults(pfr);
  }

  static async start(options: ServerOptions = {}): Promise<FakePfrServer> {
    const hasTls = options.kind === 'vpfr' || options.tls !== undefined;
    const authority = hasTls ? (options.tls?.authority ?? (await TestAuthority.create())) : undefined;
    const server = new FakePfrServer(new FakePfr(options), options, authority, options.port ?? 0);
    await server.up();
    return server;
  }

  /** What is to be set in a till as its address. */
  get url(): string {
    return `${this.authority === undefined ? 'http' : 'https'}://127.0.0.1:${this.port}${this.pfr.options.prefix}`;
  }

  /** The pin of its key, as a till has it set; '' without TLS. It has a new key each time it comes {@link up}. */
  get pin(): string {
    return this.shownPin;
  }

  /** Calls that wait for {@link release}. */
  get hangingCalls(): number {
    return this.hanging.size;
  }

  /** Ends the connections that wait for a request. */
  closeIdle(): void {
    this.server?.closeIdleConnections();
  }

  /** Lets all hanging calls go on. */
  release(): void {
    for (const goOn of this.hanging) goOn();
    this.hanging.clear();
  }

  /** Listens again, at the same port, after {@link stop}: the processor is what it was. */
  async up(): Promise<void> {
    const server = await this.newServer();
    server.on('connection', (socket: Socket) => {
      const { remotePort } = socket;
      this.sockets.set(remotePort, socket);
      socket.once('close', () => this.sockets.delete(remotePort));
    });
    await new Promise<void>((listening, fail) => {
      server.once('error', fail).listen(this.port, '127.0.0.1', listening);
    });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** From now on nothing listens; calls under way are cut off. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    this.hanging.clear();
    if (server === undefined) return;
    await new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  }

  private async newServer(): Promise<Server> {
    const serve = (incoming: IncomingMessage, response: ServerResponse) => this.serve(incoming, response);
    if (this.authority === undefined) return createServer(serve);
    const { version = 'TLSv1.2', untrustedClients = 'alert', names, validity, resumes = true } = this.options.tls ?? {};
    const { certificate: cert, key } = await this.authority.server(names, validity);
    this.shownPin = pinOfKey(cert);
    const requestCert = this.pfr.options.kind === 'vpfr';
    return createTlsServer(
      {
        ...{ cert, key, ca: this.authority.pem, requestCert },
        rejectUnauthorized: requestCert && untrustedClients === 'alert',
        ...{ minVersion: version, maxVersion: version },
        // Node itself remembers none.
        ...(!resumes && { secureOptions: constants.SSL_OP_NO_TICKET }),
      },
      serve,
    );
  }

  private serve(incoming: IncomingMessage, response: ServerResponse): void {
    const pieces: Buffer[] = [];
    let length = 0;
    incoming.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (length > MAX_BODY) incoming.destroy();
    });
    // A client that hangs up before the end of its request has asked for nothing.
    incoming.on('error', () => undefined);
    incoming.on('end', () => {
      const { method = '', url = '' } = incoming;
      const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value ?? ''].flat().join()]);
      const named = Object.fromEntries(headers) as FakeRequest['headers'];
      const request: FakeRequest = { method, path: url, headers: named, body: Buffer.concat(pieces) };
      const stranger = this.turnAway(incoming.socket);
      const plan = stranger === undefined ? this.faults.plan(request) : { delivery: 'whole' as const, reply: stranger };
      this.carryOut(plan, response);
      this.options.onCall?.({ request, plan });
    });
  }

  /** A V-PFR knows a taxpayer by the JID in the certificate's subject. */
  private turnAway(socket: Socket): Reply | undefined {
    if (!(socket instanceof TLSSocket) || this.pfr.options.kind !== 'vpfr') return undefined;
    const subject = socket.authorized ? socket.getPeerCertificate().subject : undefined;
    const jid = (subject as { readonly serialNumber?: string } | undefined)?.serialNumber;
    if (jid === this.pfr.card.jid) return undefined;
    return jsonReply(403, { Message: 'A valid client certificate is required.' });
  }

  private carryOut(plan: Plan, response: ServerResponse): void {
    switch (plan.delivery) {
      case 'whole':
        send(plan.reply, response);
        return;
      case 'drip':
        drip(plan.reply, response);
        return;
      case 'cut':
        cut(plan.reply, response);
        return;
      case 'reset':
        this.reset(response);
        return;
      case 'hang':
        this.hang(plan, response);
        return;
      default:
        assertNever(plan);
    }
  }

  private hang({ release, ms }: Extract<Plan, { delivery: 'hang' }>, response: ServerResponse): void {
    const goOn = (): void => {
      this.hanging.delete(goOn);
      clearTimeout(timer);
      const reply = release();
      if (reply === null) this.reset(response);
      else send(reply, response);
    };
    // One that is stopped meanwhile does no more: it is not in the set.
    const timer = ms === undefined ? undefined : setTimeout(() => this.hanging.has(goOn) && goOn(), ms);
    this.hanging.add(goOn);
  }

  private reset({ req }: ServerResponse): void {
    const raw = this.sockets.get(req.socket.remotePort);
    if (raw !== undefined) resetConnection(req.socket, raw);
  }
}

function begin({ status, headers, body }: Reply, response: ServerResponse): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
}

function send(reply: Reply, response: ServerResponse): void {
  begin(reply, response);
  response.end(reply.body);
}

function cut(reply: Reply, response: ServerResponse): void {
  begin(reply, response);
  response.write(reply.body.subarray(0, Math.ceil(reply.body.length / 2)), () => response.destroy());
}

function drip(reply: Reply, response: ServerResponse): void {
  begin(reply, response);
  let at = 0;
  const timer = setInterval(() => {
    response.write(reply.body.subarray(at, at + PIECE_BYTES));
    at += PIECE_BYTES;
    if (at < reply.body.length) return;
    clearInterval(timer);
    response.end();
  }, DRIP);
  response.once('close', () => clearInterval(timer));
}

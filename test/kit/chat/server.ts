import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** What the server does with a request in place of the right thing. `drop` takes the message and then says nothing of it. */
export type ChatFault =
  | 'silence'
  | 'drop'
  | 'garbage'
  | 'endless'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };

/** A request as it came. */
export interface ChatRequest {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly json: Readonly<Record<string, unknown>>;
}

export interface ChatOptions {
  /** With it the server speaks HTTPS. */
  readonly certificate?: { readonly key: string; readonly cert: string };
  readonly port?: number;
}

/** Of the bot that the stand-in knows, and the chat that has let it in. */
export const TOKEN = '123456:stand-in_TOKEN';
export const CHAT = -1001234567890;
/** Longest text of a message that Telegram takes, UTF-16 units. */
export const MAX_TEXT = 4096;

/**
 * A server on loopback that takes messages as Telegram's bots and webhooks do: `/bot<token>/sendMessage` answers as Telegram
 * documents it, every other path takes what comes. Faults are for the next requests, one each; the last one stays when
 * `isLasting`.
 */
export class ChatServer {
  /** What was taken, oldest first; a `drop` is among it. */
  readonly taken: ChatRequest[] = [];
  /** All that came whole. */
  readonly requests: ChatRequest[] = [];
  readonly faults: ChatFault[] = [];
  isLasting = false;
  private readonly server: http.Server;
  private readonly sockets = new Set<Socket>();
  private watchers: (() => void)[] = [];

  private constructor(readonly options: ChatOptions) {
    const answer = (request: http.IncomingMessage, response: http.ServerResponse): void => {
      void this.answer(request, response);
    };
    const { certificate } = options;
    this.server = certificate === undefined ? http.createServer(answer) : https.createServer(certificate, answer);
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.sockets.delete(socket);
        this.tell();
      });
    });
  }

  static async start(options: ChatOptions = {}): Promise<ChatServer> {
    const server = new ChatServer(options);
    server.server.listen(options.port ?? 0, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  }

  /** Runs `work` with a new server, which is stopped whatever happens. */
  static async during<T>(options: ChatOptions, work: (server: ChatServer) => Promise<T>): Promise<T> {
    const server = await ChatServer.start(options);
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `${this.options.certificate === undefined ? 'http' : 'https'}://127.0.0.1:${this.port}`;
  }

  /** Texts that stand in the chat. */
  get texts(): string[] {
    return this.taken.map(({ json }) => String(json['text']));
  }

  /** Connections that are open now. */
  get open(): number {
    return this.sockets.size;
  }

  /** Resolves as soon as `holds`, which is looked at whenever a request has come or a connection has ended. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.watchers.push(resolve));
  }

  /** To be called as often as one likes. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private tell(): void {
    for (const resolve of this.watchers.splice(0)) resolve();
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const json = JSON.parse(body) as Readonly<Record<string, unknown>>;
    const came = { path: request.url ?? '', headers: request.headers, body, json };
    this.requests.push(came);
    const fault = this.isLasting && this.faults.length === 1 ? this.faults[0] : this.faults.shift();
    if (fault === undefined) this.take(came, response);
    else this.fail(fault, came, response);
    this.tell();
  }

  private take(came: ChatRequest, response: http.ServerResponse): void {
    const token = /^\/bot(.*)\/sendMessage$/.exec(came.path)?.[1];
    if (token === undefined) {
      this.taken.push(came);
      send(response, 204);
    } else if (token !== TOKEN) {
      send(response, 401, { ok: false, error_code: 401, description: 'Unauthorized' });
    } else if (came.json['chat_id'] !== CHAT) {
      send(response, 400, { ok: false, error_code: 400, description: 'Bad Request: chat not found' });
    } else if (String(came.json['text']).length > MAX_TEXT) {
      send(response, 400, { ok: false, error_code: 400, description: 'Bad Request: message is too long' });
    } else {
      this.taken.push(came);
      const { chat_id: id, text } = came.json;
      send(response, 200, { ok: true, result: { message_id: this.taken.length, chat: { id }, text } });
    }
  }

  private fail(fault: ChatFault, came: ChatRequest, response: http.ServerResponse): void {
    const { socket } = response;
    switch (fault) {
      case 'silence':
        return;
      case 'drop':
        this.taken.push(came);
        socket?.destroy();
        return;
      case 'garbage':
        socket?.end(Buffer.from('00ff80c3280d0a53534820\r\n0d0a0a', 'hex'));
        return;
      case 'endless':
        response.writeHead(200);
        pour(response);
        return;
      default:
        send(response, fault.status, fault.body, fault.headers);
    }
  }
}

function send(response: http.ServerResponse, status: number, body?: unknown, headers: object = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
}

/** A body without end, as fast as it is taken. */
function pour(response: http.ServerResponse): void {
  if (response.destroyed) return;
  if (response.write('x'.repeat(8192))) setImmediate(pour, response);
  else response.once('drain', () => pour(response));
}

import { readFileSync } from 'node:fs';
import { Agent, createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BoxProcess } from '../kit/process.js';

/** An answer on its way, which a fault may change. */
export class Passing {
  constructor(
    readonly method: string,
    /** With its query. */
    readonly path: string,
    public status: number,
    readonly headers: Record<string, string | readonly string[] | undefined>,
    public bytes: Buffer,
  ) {}

  get text(): string {
    return this.bytes.toString();
  }

  set text(text: string) {
    this.bytes = Buffer.from(text);
  }
}

/** Serves in front of a box with its certificate, and corrupts its answers. */
export class Proxy {
  /** Calls that came, as `POST /api/v1/invoices`. */
  readonly calls: string[] = [];
  /** What is done to every answer. */
  spoil: (answer: Passing) => void | Promise<void> = () => undefined;
  private readonly agent: Agent;

  private constructor(
    private readonly server: Server,
    private readonly port: number,
    ca: string,
  ) {
    this.agent = new Agent({ ca, keepAlive: true });
  }

  static async before(box: BoxProcess): Promise<Proxy> {
    const file = (name: string): string => readFileSync(join(box.folder, 'tls', name), 'utf8');
    const server = createServer({ key: file('server.key'), cert: file('server.pem') });
    const proxy = new Proxy(server, box.port, file('ca.pem'));
    server.on('request', (asked, answered) => {
      const { method = '', url: path = '', headers } = asked;
      proxy.calls.push(`${method} ${path}`);
      const options = { host: '127.0.0.1', port: proxy.port, agent: proxy.agent, method, path, headers };
      const onward = request(options, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => {
          const { statusCode = 0, headers: given } = response;
          const answer = new Passing(method, path, statusCode, { ...given }, Buffer.concat(pieces));
          void Promise.resolve(proxy.spoil(answer)).then(
            () => {
              delete answer.headers['content-length'];
              for (const [name, value] of Object.entries(answer.headers))
                if (value !== undefined) answered.setHeader(name, value);
              answered.writeHead(answer.status).end(answer.bytes);
            },
            () => answered.destroy(),
          );
        });
      });
      onward.on('error', () => answered.destroy());
      asked.pipe(onward);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return proxy;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.agent.destroy();
    this.server.close();
    this.server.closeAllConnections();
  }
}

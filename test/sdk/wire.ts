import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a box that can be cut. What passes is TLS, and is not read. */
export class Wire {
  /** Connections that were made, those that were refused too. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private isLosing = false;

  private constructor(
    private readonly server: Server,
    /** Where the box is; undefined: it is away. */
    public box: number | undefined,
  ) {}

  static async to(origin: string): Promise<Wire> {
    const server = createServer();
    const wire = new Wire(server, Number(new URL(origin).port));
    server.on('connection', (near) => wire.join(near));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return wire;
  }

  /** Where the API begins for who comes this way. */
  get baseUrl(): string {
    return `https://localhost:${(this.server.address() as AddressInfo).port}/api/v1`;
  }

  /** The next thing that the box says on a connection that stands is lost, with the connection. */
  loseNextAnswer(): void {
    this.isLosing = true;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(near: Socket): void {
    this.connections += 1;
    if (this.box === undefined) {
      near.destroy();
      return;
    }
    const far = connect(this.box, '127.0.0.1');
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      this.sockets.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
    }
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => {
      if (this.isLosing) far.destroy();
      else near.write(bytes);
      this.isLosing = false;
    });
  }
}

import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to NATS that lets no acknowledgement through: the server never hears that messages were taken in. */
export class AckGate {
  private readonly sockets = new Set<Socket>();
  /** Resolves when the first acknowledgement was delayed. */
  readonly held: Promise<void>;
  private hold: () => void = () => undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    this.held = new Promise((done) => (this.hold = done));
    server.on('connection', (socket) => this.carry(socket));
  }

  static async open(target: number): Promise<AckGate> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new AckGate(server, target);
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('it is closed');
    return `nats://127.0.0.1:${address.port}`;
  }

  private carry(client: Socket): void {
    const server = connect(this.target, '127.0.0.1');
    for (const socket of [client, server]) this.sockets.add(socket.on('error', () => undefined));
    let isHeld = false;
    client.on('data', (bytes) => {
      isHeld ||= bytes.includes('$JS.ACK');
      if (isHeld) this.hold();
      else server.write(bytes);
    });
    server.on('data', (bytes) => client.write(bytes));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

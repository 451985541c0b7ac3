import { connect, createServer, type Server, type Socket } from 'node:net';

/** A wire between boxes and their server, which counts what goes over it, and may be cut. */
export class Relay {
  /** What was carried so far, both ways: bytes of TCP. */
  bytes = 0;
  /** Pieces in which it came: about the segments of TCP that had content. */
  pieces = 0;
  /** While true, incoming data is delayed. */
  isHeld = false;
  private readonly held: (() => void)[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    /** Port of the server to which the next connection goes. */
    public to: number,
  ) {}

  static async start(to: number): Promise<Relay> {
    const server = createServer();
    const relay = new Relay(server, to);
    server.on('connection', (socket) => relay.carry(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get port(): number {
    return (this.server.address() as { readonly port: number }).port;
  }

  /** Connections that are open, of both sides. */
  get open(): number {
    return this.sockets.size;
  }

  release(): void {
    this.isHeld = false;
    for (const go of this.held.splice(0)) go();
  }

  /** Ends all connections that there are. */
  cut(): void {
    this.held.length = 0;
    for (const socket of this.sockets) socket.destroy();
  }

  stop(): void {
    this.server.close();
    this.cut();
  }

  private carry(near: Socket): void {
    const far = connect(this.to, '127.0.0.1');
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (piece) => {
        this.bytes += piece.length;
        this.pieces += 1;
        if (this.isHeld) this.held.push(() => other.write(piece));
        else other.write(piece);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        other.destroy();
      });
    }
  }
}

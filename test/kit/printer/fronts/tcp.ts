import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { resetConnection } from '../../resetConnection.js';
import type { Front, PrinterEnd } from './device.js';

/**
 * The network card of a printer: raw bytes on a port of 127.0.0.1, read from the socket only as the printer has room. It
 * serves one connection: a new one takes the place of the old, whose unread bytes are lost.
 */
export class TcpFront implements Front {
  private socket: Socket | undefined;
  private held: Buffer = Buffer.alloc(0);
  /** Number of accepted connections, and the traffic of the last one. */
  connections = 0;
  arrived = 0;
  answered = 0;

  private constructor(
    private readonly printer: PrinterEnd,
    private readonly server: Server,
  ) {
    server.on('connection', (socket) => this.serve(socket));
    printer.onRoom = () => this.pump();
    printer.onAnswer = (bytes) => {
      this.answered += bytes.length;
      this.socket?.write(bytes);
    };
    printer.onPower = (isOn) => {
      if (!isOn) this.reset();
    };
  }

  static async start(printer: PrinterEnd, port = 0): Promise<TcpFront> {
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((listening, failed) => {
      server.once('error', failed);
      server.listen(port, '127.0.0.1', listening);
    });
    return new TcpFront(printer, server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get isQuiet(): boolean {
    return this.socket === undefined || (this.socket.readableLength === 0 && this.socket.writableLength === 0);
  }

  get isConnected(): boolean {
    return this.socket !== undefined;
  }

  /** Are there bytes for which the printer has no room? */
  get isHeldUp(): boolean {
    return this.held.length > 0;
  }

  async stop(): Promise<void> {
    this.reset();
    await new Promise((closed) => this.server.close(closed));
  }

  private serve(socket: Socket): void {
    socket.on('error', () => undefined);
    this.reset();
    this.connections += 1;
    this.arrived = 0;
    this.answered = 0;
    if (!this.printer.isOn) {
      resetConnection(socket);
      return;
    }
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => {
      if (this.socket !== socket) return;
      this.arrived += bytes.length;
      this.held = Buffer.concat([this.held, bytes]);
      this.pump();
    });
    socket.on('end', () => this.pump());
    socket.on('close', () => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      this.held = Buffer.alloc(0);
    });
  }

  /** Gives the printer what it has room for; reads on, or answers the end of the other side, when all is given. */
  private pump(): void {
    const { socket } = this;
    if (socket === undefined) return;
    const offered = this.held;
    if (offered.length > 0) this.held = offered.subarray(this.printer.take(offered));
    // It may have been switched off at one of these bytes.
    if (!this.printer.isOn) this.held = Buffer.alloc(0);
    if (this.held.length > 0) socket.pause();
    else if (socket.readableEnded) socket.end();
    else socket.resume();
  }

  private reset(): void {
    this.held = Buffer.alloc(0);
    if (this.socket !== undefined) resetConnection(this.socket);
    this.socket = undefined;
  }
}

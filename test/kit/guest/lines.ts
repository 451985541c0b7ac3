import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** Sockets that a machine connects to as it starts, so that nothing it says is lost; each takes one connection. */
export class Lines {
  private readonly servers = new Map<string, Server>();
  private readonly sockets = new Map<string, Promise<Socket>>();
  private readonly connected: Socket[] = [];

  private constructor(private readonly folder: string) {}

  /** Listens for each of these names, in an empty folder. */
  static async open(folder: string, names: readonly string[]): Promise<Lines> {
    const lines = new Lines(folder);
    for (const name of names) await lines.listen(name);
    return lines;
  }

  /** The options of QEMU that connect all of them, each as the character device of its name. */
  get options(): string[] {
    return [...this.servers.keys()].flatMap((name) => [
      '-chardev',
      `socket,id=${name},path=${join(this.folder, name)},server=off`,
    ]);
  }

  /** Resolves when the machine has connected. */
  async line(name: string): Promise<Socket> {
    const socket = await this.sockets.get(name);
    if (socket === undefined) throw new Error(`there is no line ${name}`);
    return socket;
  }

  async close(): Promise<void> {
    // A socket that is not read does not notice the end of the machine.
    for (const socket of this.connected) socket.destroy();
    for (const server of this.servers.values()) await new Promise((closed) => server.close(closed));
  }

  private async listen(name: string): Promise<void> {
    const server = createServer();
    this.servers.set(name, server);
    this.sockets.set(
      name,
      new Promise((connected) => {
        server.once('connection', (socket: Socket) => {
          // It breaks when the machine is ended.
          socket.on('error', () => socket.destroy());
          server.close();
          this.connected.push(socket);
          connected(socket);
        });
      }),
    );
    await new Promise<void>((listening, fail) => {
      server.once('error', fail).listen(join(this.folder, name), listening);
    });
  }
}

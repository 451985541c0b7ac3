import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** Answers each call with `head`, and then with `rest` again and again, as fast as it is read. Resolves to its port and what ends it. */
export async function floodingServer(head: string, rest: Buffer): Promise<{ readonly port: number; end(): void }> {
  const answer = (socket: Socket): void => {
    const write = (): void => {
      while (!socket.destroyed && socket.write(rest));
    };
    socket
      .on('error', () => undefined)
      .once('data', () => {
        socket.write(head);
        write();
      })
      .on('drain', write);
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { port: address.port, end: () => void server.close() };
}

import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Attack } from '../kit/attack.js';
import type { Target } from '../kit/target.js';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
/** Chunks of one byte, a blank in front of JSON. */
const CRUMBS = Buffer.from('1\r\n \r\n'.repeat(10_000));

let server: Server;

/** Answers a call by an endless body as fast as it is read. */
function answer(socket: Socket): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(CRUMBS));
  };
  const begin = (): void => {
    socket.write(HEAD);
    write();
  };
  socket
    .on('error', () => undefined)
    .once('data', begin)
    .on('drain', write);
}

async function setProcessor(target: Target, value: object): Promise<void> {
  const set = await target.box.ask('settings.set', { name: 'pfr.production', value });
  if (set?.ok !== true) throw new Error(set?.error ?? 'nobody answers');
}

/** It is that of the other environment: one that is asked for receipts could refuse them all with less work. */
export const attack: Attack = {
  name: 'a processor that answers in chunks of one byte',
  async prepare() {
    server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
  },
  async run(target) {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await setProcessor(target, { mode: 'lpfr', url: `http://127.0.0.1:${port}` });
    await target.repeat(1, () => target.box.ask('pfr.status', { environment: 'production' }));
    await setProcessor(target, { mode: 'demo' });
    server.close();
  },
};

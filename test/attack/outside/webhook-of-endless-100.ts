import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Attack } from '../kit/attack.js';
import type { Target } from '../kit/target.js';

const SECRET = `whsec_${'QUFB'.repeat(8)}`;
const MANY_CONTINUE = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000));

let server: Server;

/** Answers a call with `100 Continue` as fast as they are read. */
function answer(socket: Socket): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(MANY_CONTINUE));
  };
  socket
    .on('error', () => undefined)
    .once('data', write)
    .on('drain', write);
}

async function setWebhooks(target: Target, value: readonly object[]): Promise<void> {
  const set = await target.box.ask('settings.set', { name: 'webhooks', value });
  if (set?.ok !== true) throw new Error(set?.error ?? 'nobody answers');
}

export const attack: Attack = {
  name: 'a receiver of webhooks that answers 100 Continue without end',
  async prepare() {
    server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
  },
  async run(target) {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await setWebhooks(target, [{ name: 'napad', url: `http://127.0.0.1:${port}/`, secret: SECRET }]);
    // Besides what each sale of the till sends.
    await target.repeat(1, () => target.box.ask('webhooks.test', { name: 'napad' }));
    await setWebhooks(target, []);
    server.close();
  },
};

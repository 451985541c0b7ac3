import type { Attack } from '../kit/attack.js';
import { floodingServer } from '../kit/flooding.js';

const SECRET = `whsec_${'QUFB'.repeat(8)}`;
const MANY_CONTINUE = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000));

let server: Awaited<ReturnType<typeof floodingServer>>;

export const attack: Attack = {
  name: 'a receiver of webhooks that answers 100 Continue without end',
  async prepare() {
    server = await floodingServer('', MANY_CONTINUE);
  },
  async run(target) {
    const hook = { name: 'napad', url: `http://127.0.0.1:${server.port}/`, secret: SECRET };
    await target.set('webhooks', [hook]);
    // In addition to what each sale of the till sends.
    await target.repeat(1, () => target.box.ask('webhooks.test', { name: 'napad' }));
    await target.set('webhooks', []);
    server.end();
  },
};

import type { Attack } from '../kit/attack.js';
import { floodingServer } from '../kit/flooding.js';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
/** Chunks of one byte: blanks before the JSON. */
const CHUNKS = Buffer.from('1\r\n \r\n'.repeat(10_000));

let server: Awaited<ReturnType<typeof floodingServer>>;

/** The processor of the inactive environment: that of the active one could refuse every sale with less work. */
export const attack: Attack = {
  name: 'a processor that answers in chunks of one byte',
  async prepare() {
    server = await floodingServer(HEAD, CHUNKS);
  },
  async run(target) {
    await target.set('pfr.production', { mode: 'lpfr', url: `http://127.0.0.1:${server.port}` });
    await target.repeat(1, () => target.box.ask('pfr.status', { environment: 'production' }));
    await target.set('pfr.production', { mode: 'demo' });
    server.end();
  },
};

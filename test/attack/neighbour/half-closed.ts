import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

/** Clients that close their sending side and then read nothing. */
export const attack: Attack = {
  name: 'connections that are closed in one direction',
  async run(target) {
    const sockets = await target.many(50);
    for (const socket of sockets) socket.pause().end(head('GET /openapi.json'));
    await target.wait();
  },
};

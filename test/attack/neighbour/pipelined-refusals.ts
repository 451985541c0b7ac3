import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

/** 50 connections of 2,000 requests each, 3 MB, all answered by 401. */
export const attack: Attack = {
  name: 'fifty connections of thousands of pipelined requests without a key',
  async run(target) {
    const wire = head('GET /api/v1/me').repeat(2000);
    const sockets = await target.many(50);
    for (const socket of sockets) socket.resume();
    await Promise.all(sockets.map((socket) => target.flood(socket, wire)));
  },
};

import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

export const attack: Attack = {
  name: 'answers without a key that are never read',
  async run(target) {
    const sockets = await target.many(50);
    for (const socket of sockets) socket.pause().write(head('GET /openapi.json'));
    await target.wait();
  },
};

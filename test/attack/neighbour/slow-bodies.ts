import type { Attack } from '../kit/attack.js';
import { head, trickle } from '../kit/target.js';

/** Without a key a body is never read; its connection must not stay open for it. */
export const attack: Attack = {
  name: 'bodies without a key that never end',
  async run(target) {
    const begin = head('POST /api/v1/invoices', 'Content-Length: 1000000');
    const sockets = await target.many(60);
    await Promise.all(sockets.map((socket) => trickle(target, socket, begin, ' ')));
  },
};

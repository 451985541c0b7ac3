import type { Attack } from '../kit/attack.js';
import { fillPage } from '../kit/goods.js';
import { bearer, head } from '../kit/target.js';

export const attack: Attack = {
  name: 'two hundred connections with unread answers',
  prepare: fillPage,
  async run(target) {
    const sockets = await target.many(200);
    for (const socket of sockets) socket.pause().write(head('GET /api/v1/invoices', bearer(target.key)).repeat(20));
    await target.wait();
  },
};

import type { Attack } from '../kit/attack.js';
import { fillPage } from '../kit/goods.js';
import { bearer, head } from '../kit/target.js';

export const attack: Attack = {
  name: 'lists of large receipts that are never read',
  prepare: fillPage,
  async run(target) {
    const sockets = await target.many(30);
    for (const socket of sockets) socket.pause().write(head('GET /api/v1/invoices', bearer(target.key)));
    await target.wait();
  },
};

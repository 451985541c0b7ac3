import type { Attack } from '../kit/attack.js';
import { fillPage } from '../kit/goods.js';
import { bearer, head } from '../kit/target.js';

export const attack: Attack = {
  name: 'pipelined lists of large receipts on many connections',
  prepare: fillPage,
  async run(target) {
    const sockets = await target.many(20);
    const wire = head('GET /api/v1/invoices', bearer(target.key)).repeat(10);
    for (const socket of sockets) socket.resume().write(wire);
    await target.wait();
  },
};

import type { Attack } from '../kit/attack.js';
import { fillPage } from '../kit/goods.js';
import { bearer, head } from '../kit/target.js';

/** The bound of a key does not help against several of them. */
export const attack: Attack = {
  name: 'lists of large receipts for six keys',
  prepare: fillPage,
  async run(target) {
    const keys = await Promise.all(Array.from({ length: 6 }, (_, at) => target.anotherKey(at)));
    await target.repeat(6, async (round) => {
      const socket = await target.tls();
      await target.ask(socket, head('GET /api/v1/invoices', bearer(keys[round % keys.length] ?? '')));
      socket?.destroy();
    });
  },
};

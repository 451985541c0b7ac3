import type { Attack } from '../kit/attack.js';
import { fillPage } from '../kit/goods.js';
import { bearer, head } from '../kit/target.js';

export const attack: Attack = {
  name: 'lists whose readers leave at the first bytes',
  prepare: fillPage,
  async run(target) {
    await target.repeat(6, async () => {
      const socket = await target.tls();
      socket?.once('data', () => socket.destroy());
      await target.ask(socket, head('GET /api/v1/invoices', bearer(target.key)));
      socket?.destroy();
    });
  },
};

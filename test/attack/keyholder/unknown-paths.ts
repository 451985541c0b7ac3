import type { Attack } from '../kit/attack.js';
import { bearer, head } from '../kit/target.js';

export const attack: Attack = {
  name: 'unknown paths of the greatest length',
  async run(target) {
    const wire = head(`GET /api/v1/${'a'.repeat(14_000)}`, bearer(target.key));
    await target.repeat(8, async () => {
      const socket = await target.tls();
      for (let asked = 0; asked < 50 && socket?.destroyed === false; asked += 1) await target.ask(socket, wire);
      socket?.destroy();
    });
  },
};

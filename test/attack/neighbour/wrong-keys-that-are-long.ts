import type { Attack } from '../kit/attack.js';
import { bearer, head } from '../kit/target.js';

export const attack: Attack = {
  name: 'wrong keys of 15,000 characters',
  async run(target) {
    const wire = head('GET /api/v1/me', bearer('k'.repeat(15_000)));
    await target.repeat(10, async () => {
      const socket = await target.tls();
      for (let asked = 0; asked < 50 && socket?.destroyed === false; asked += 1) await target.ask(socket, wire);
      socket?.destroy();
    });
  },
};

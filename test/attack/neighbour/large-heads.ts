import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

/** Each is as large as a head may be. */
export const attack: Attack = {
  name: 'heads of the largest size',
  async run(target) {
    const wire = head('GET /api/v1/me', `X-Large: ${'a'.repeat(15_000)}`);
    await target.repeat(10, async () => {
      const socket = await target.tls();
      for (let asked = 0; asked < 50 && socket?.destroyed === false; asked += 1) await target.ask(socket, wire);
      socket?.destroy();
    });
  },
};

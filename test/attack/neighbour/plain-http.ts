import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

export const attack: Attack = {
  name: 'plain HTTP on the port of HTTPS',
  async run(target) {
    await target.repeat(16, async () => {
      const socket = await target.tcp();
      await target.ask(socket, head('GET /'));
      socket?.destroy();
    });
  },
};

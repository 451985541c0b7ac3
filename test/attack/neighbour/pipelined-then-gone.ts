import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

/** What waits behind an answer must not be carried out for a caller who has left. */
export const attack: Attack = {
  name: 'pipelined requests of callers who hang up at once',
  async run(target) {
    const wire = head('GET /openapi.json').repeat(300);
    await target.repeat(10, async () => {
      const socket = await target.tls();
      socket?.end(wire);
      socket?.destroy();
    });
  },
};

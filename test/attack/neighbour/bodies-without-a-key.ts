import type { Attack } from '../kit/attack.js';
import { withBody } from '../kit/target.js';

/** A megabyte for each 401. */
export const attack: Attack = {
  name: 'large bodies without a key',
  async run(target) {
    const wire = withBody('POST /api/v1/invoices', Buffer.alloc(1_000_000, 32));
    await target.repeat(10, async () => {
      const socket = await target.tls();
      await target.ask(socket, wire);
      socket?.destroy();
    });
  },
};

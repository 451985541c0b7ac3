import type { Attack } from '../kit/attack.js';
import { bearer, head } from '../kit/target.js';

/** A sale whose body does not arrive must not delay any other. */
export const attack: Attack = {
  name: 'sales that are begun, and whose body does not come',
  async run(target) {
    const begin = head('POST /api/v1/invoices', bearer(target.key), 'Content-Length: 100');
    await target.repeat(4, async () => {
      const socket = await target.tls();
      if (socket !== undefined) await target.push(socket, `${begin}{`);
    });
  },
};

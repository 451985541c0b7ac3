import type { Attack } from '../kit/attack.js';
import { ATTACKER } from '../kit/target.js';

/** A resumed session costs the attacker nearly nothing. */
export const attack: Attack = {
  name: 'TLS sessions that are resumed again and again',
  async run(target) {
    const first = await target.tls(ATTACKER, { maxVersion: 'TLSv1.2' });
    const session = first?.getSession();
    await target.repeat(16, async () => {
      const socket = await target.tls(ATTACKER, { maxVersion: 'TLSv1.2', ...(session !== undefined && { session }) });
      socket?.destroy();
    });
  },
};

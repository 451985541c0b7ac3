import type { Attack } from '../kit/attack.js';

/** A handshake costs the box more than its caller. */
export const attack: Attack = {
  name: 'TLS handshakes one after the other',
  async run(target) {
    await target.repeat(8, async () => {
      const socket = await target.tls();
      socket?.destroy();
    });
  },
};

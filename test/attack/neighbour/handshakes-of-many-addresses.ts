import type { Attack } from '../kit/attack.js';

/** The bound of a peer does not help against many of them. */
export const attack: Attack = {
  name: 'TLS handshakes from many addresses',
  async run(target) {
    await target.repeat(8, async (round) => {
      const socket = await target.tls(`127.0.2.${(round % 200) + 1}`);
      socket?.destroy();
    });
  },
};

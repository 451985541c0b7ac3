import type { Attack } from '../kit/attack.js';

/** They never begin their TLS handshake. */
export const attack: Attack = {
  name: 'silent connections, as many as are taken',
  async run(target) {
    await target.repeat(20, () => target.tcp());
  },
};

import type { Attack } from '../kit/attack.js';
import { TILL } from '../kit/target.js';

/** Behind one router all devices have one address. Connections that begin no handshake must not use up those of the till. */
export const attack: Attack = {
  name: 'bare connections from the address of the till',
  async run(target) {
    await target.repeat(8, async () => {
      const socket = await target.tcp(TILL);
      socket?.destroy();
    });
  },
};

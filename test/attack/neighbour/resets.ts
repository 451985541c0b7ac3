import type { Attack } from '../kit/attack.js';

export const attack: Attack = {
  name: 'connections that are reset at once',
  async run(target) {
    await target.repeat(16, async () => {
      const socket = await target.tcp();
      socket?.resetAndDestroy();
    });
  },
};

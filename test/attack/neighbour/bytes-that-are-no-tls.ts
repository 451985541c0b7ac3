import type { Attack } from '../kit/attack.js';

export const attack: Attack = {
  name: 'bytes that are no TLS',
  async run(target) {
    await target.repeat(16, async (round) => {
      const socket = await target.tcp();
      socket?.end(Buffer.alloc(16_384, round % 256));
    });
  },
};

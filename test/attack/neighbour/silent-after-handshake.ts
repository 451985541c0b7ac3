import type { Attack } from '../kit/attack.js';

export const attack: Attack = {
  name: 'idle TLS connections, as many as are taken',
  async run(target) {
    await target.many(400);
    await target.wait();
  },
};

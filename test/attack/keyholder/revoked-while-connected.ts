import type { Attack } from '../kit/attack.js';
import { bearer, head } from '../kit/target.js';

export const attack: Attack = {
  name: 'a key that is revoked while its connections are open',
  async run(target) {
    const sockets = await target.many(50);
    for (const socket of sockets) socket.resume().write(head('GET /api/v1/me', bearer(target.key)));
    await target.wait();
    await target.revoke();
    const open = sockets.filter(({ destroyed }) => !destroyed);
    await Promise.all(open.map((socket) => target.closed(socket)));
  },
};

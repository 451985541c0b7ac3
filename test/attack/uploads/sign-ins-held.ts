import type { Attack } from '../kit/attack.js';
import { head } from '../kit/target.js';

/** No user is signed in yet: any client that reaches the box can send these. */
export const attack: Attack = {
  name: 'two hundred sign-ins of a megabyte that never end',
  async run(target) {
    const paths = ['/web/session', '/web/claim', '/web/recovery'];
    const addresses = [66, 67, 68, 69].map((last) => `127.0.0.${last}`);
    const sockets = (await Promise.all(addresses.map((address) => target.many(50, address)))).flat();
    const sent = sockets.map(async (socket, at) => {
      const path = paths[at % paths.length] ?? '';
      socket.resume().write(head(`POST ${path}`, 'Origin: https://localhost', 'Content-Length: 1000000'));
      await target.push(socket, Buffer.alloc(999_999, 0x20));
    });
    await Promise.all(sent);
    await target.wait();
  },
};
